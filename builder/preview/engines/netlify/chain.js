/**
 * Serves a laid-out Netlify deployment by Netlify's own chain: `node netlify.js FOLDER PORT`.
 * Two of it: the outer one runs the edge function in Deno, the inner one is the origin that the function asks on.
 */

import { createServer } from 'node:http';
import { NetlifyDev } from '@netlify/dev';

const [folder, port] = process.argv.slice(2);
const inner = Number(port) + 1;
// What the runtime tells the platform about an answer; the platform keeps it to itself.
const INTERNAL = /^x-nf-/;
const HOP = ['connection', 'content-length', 'transfer-encoding', 'expect'];
// Deno keeps the worker that an answer was made in, 27 MB each, so it is started anew before it fills the machine.
const ANSWERS = 100;

// The chain reports one made-up place for every caller. A request tells by this header what the platform would report.
const TOLD = 'x-told-geo';
const REPORTED = 'x-nf-geo';
const NOWHERE = Buffer.from('{}').toString('base64');

// The chain's own fetch would follow a redirect that the function answers; production does not.
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

const server = `http://127.0.0.1:${inner}`;
const origin = await started({ edgeFunctions: off, serverAddress: null });
let taken = 0;
let edge = launched();

/** @param {ConstructorParameters<typeof NetlifyDev>[0]} options */
async function started(options) {
  const dev = new NetlifyDev({ ...common, ...options });
  await dev.start();
  return dev;
}

/** A chain with Deno in it, which is stopped when the last of its answers is made. */
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
      laid[name] = value;
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
 * @param {number} listen
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
  listening.listen(listen, '127.0.0.1');
}

serve((request) => answered(origin, request), inner);
await edge.dev;
serve(answeredByEdge, Number(port));
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, async () => {
    await (await edge.dev).stop();
    await origin.stop();
    process.exit(0);
  });
}
