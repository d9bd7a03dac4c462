/**
 * Serves a staged Netlify deployment with Netlify's development server: `node chain.js FOLDER PORT`.
 * There are two servers: the outer one runs the edge function in Deno, the inner one is the origin of the function.
 */

import { createServer } from 'node:http';
import { NetlifyDev } from '@netlify/dev';

const [folder, port] = process.argv.slice(2);
// Headers from the runtime to the platform, which the platform removes.
const INTERNAL = /^x-nf-/;
const HOP = ['connection', 'content-length', 'transfer-encoding', 'expect'];
// Deno keeps a worker of 27 MB for each answer, so it is restarted before memory is full.
const ANSWERS = 100;

// The server reports one invented location for all callers. Requests set their location with this header.
const TOLD = 'x-told-geo';
const REPORTED = 'x-nf-geo';
const NOWHERE = Buffer.from('{}').toString('base64');

// The server's fetch would follow redirects of the function; the platform does not.
const plainFetch = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const request = new Request(input, init);
  if (request.headers.has(REPORTED)) {
    request.headers.set(REPORTED, request.headers.get(TOLD) ?? NOWHERE);
    request.headers.delete(TOLD);
  }
  return plainFetch(request, { redirect: 'manual' });
};

const off = { enabled: false };
const on = { enabled: true };
const common = {
  projectRoot: folder,
  logger: { log() {}, warn: console.warn, error: console.error },
  skipGitignore: true,
  aiGateway: off,
  blobs: off,
  database: off,
  environmentVariables: off,
  functions: off,
  geolocation: off,
  images: off,
  headers: on,
  redirects: on,
  staticFiles: on,
};

const origin = await started({ edgeFunctions: off, serverAddress: null });
const server = await serve((request) => answered(origin, request), 0);
let taken = 0;
let edge = launched();

/** @param {ConstructorParameters<typeof NetlifyDev>[0]} options */
async function started(options) {
  const dev = new NetlifyDev({ ...common, ...options });
  await dev.start();
  return dev;
}

/** Starts a server with Deno, which stops after its last answer. */
function launched() {
  return { dev: started({ edgeFunctions: on, serverAddress: server }), open: 0, last: false };
}

/** @param {Request} request */
async function answeredByEdge(request) {
  const chain = edge;
  chain.open++;
  if (++taken % ANSWERS === 0) {
    chain.last = true;
    edge = launched();
  }
  const dev = await chain.dev;
  try {
    return await answered(dev, request);
  } finally {
    chain.open--;
    if (chain.last && chain.open === 0) {
      await dev.stop();
    }
  }
}

/**
 * @param {NetlifyDev} dev
 * @param {Request} request
 */
async function answered(dev, request) {
  /** @type {Record<string, string>} */
  const laid = {};
  const found = await dev.handleAndIntrospect(request, {
    headersCollector: (/** @type {string} */ name, /** @type {string} */ value) => {
      laid[name.toLowerCase()] = value;
    },
  });
  const own = [...(found?.response.headers ?? [])].filter(([name]) => !INTERNAL.test(name));
  return {
    status: found?.response.status ?? 404,
    headers: { ...laid, ...Object.fromEntries(own) },
    body: Buffer.from((await found?.response.arrayBuffer()) ?? []),
  };
}

/**
 * @param {(request: Request) => ReturnType<typeof answered>} answer
 * @param {number} listen port; 0 takes a free one
 * @returns {Promise<string>} the address, once it listens
 */
function serve(answer, listen) {
  const listening = createServer(async (request, response) => {
    try {
      const headers = Object.entries(request.headers).filter(([name]) => !HOP.includes(name));
      const asked = new Request(`http://${request.headers.host}${request.url}`, {
        method: request.method,
        headers: headers.map(([name, value]) => [name, String(value)]),
        redirect: 'manual',
      });
      const found = await answer(asked);
      response.writeHead(found.status, found.headers).end(found.body);
    } catch (fault) {
      response.writeHead(400).end(String(fault));
    }
  });
  return new Promise((resolve) => {
    listening.listen(listen, '127.0.0.1', () => {
      const { port: free } = /** @type {import('node:net').AddressInfo} */ (listening.address());
      resolve(`http://127.0.0.1:${free}`);
    });
  });
}

await edge.dev;
await serve(answeredByEdge, Number(port));
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, async () => {
    await (await edge.dev).stop();
    await origin.stop();
    process.exit(0);
  });
}
