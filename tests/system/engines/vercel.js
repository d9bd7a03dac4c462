/**
 * Does with a request what Vercel does: `node vercel.js FOLDER PORT` serves a laid-out deployment.
 * The middleware runs in Vercel's own edge runtime, the rules are turned into routes by Vercel's own module.
 */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { getTransformedRoutes } from '@vercel/routing-utils';
import { EdgeRuntime } from 'edge-runtime';
import { build } from 'esbuild';

/** @import { IncomingMessage, ServerResponse } from 'node:http' */

const [folder, port] = process.argv.slice(2);
const entry = `
  import middleware from './middleware.js';
  addEventListener('fetch', (event) => event.respondWith(middleware(event.request)));
`;
const bundle = await build({
  stdin: { contents: entry, resolveDir: folder },
  bundle: true,
  write: false,
  format: 'iife',
  // The platform refuses both; a bundle that asks for them must not pass here.
  define: { eval: 'undefined', Function: 'undefined' },
});
const runtime = new EdgeRuntime({ initialCode: bundle.outputFiles[0].text });
const { routes, error } = getTransformedRoutes(JSON.parse(await readFile(join(folder, 'vercel.json'), 'utf8')));
if (error) {
  throw new Error(error.message);
}
const TYPES = { json: 'application/json; charset=utf-8', svg: 'image/svg+xml', png: 'image/png' };

/**
 * @param {string} path
 * @returns {Promise<{status: number, headers: Record<string, string>, body: Buffer}>}
 */
async function fromFile(path) {
  const type = /** @type {Record<string, string>} */ (TYPES)[path.slice(path.lastIndexOf('.') + 1)] ?? 'text/plain';
  try {
    return { status: 200, headers: { 'content-type': type }, body: await readFile(join(folder, 'public', path)) };
  } catch {
    return { status: 404, headers: { 'content-type': 'text/plain' }, body: Buffer.from('NOT_FOUND') };
  }
}

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
async function respond(request, response) {
  const { method = '', url = '', headers } = request;
  const init = { method, headers: /** @type {Record<string, string>} */ (headers) };
  const made = await runtime.dispatchFetch(`http://127.0.0.1:${port}${url}`, init);
  const { 'x-middleware-rewrite': rewrite, ...laid } = Object.fromEntries(made.headers);
  if (!rewrite) {
    response.writeHead(made.status, laid);
    response.end(Buffer.from(await made.arrayBuffer()));
    return;
  }
  const { pathname } = new URL(rewrite);
  const file = await fromFile(decodeURI(pathname));
  for (const route of routes ?? []) {
    if ('src' in route && new RegExp(route.src ?? '').test(pathname)) {
      throw new Error(`a rule of the host catches ${pathname}`);
    }
  }
  response.writeHead(file.status, { ...file.headers, ...laid });
  response.end(method === 'HEAD' ? null : file.body);
}

const server = createServer((request, response) => {
  // The runtime knows neither TRACE nor a target that is no path.
  respond(request, response).catch((fault) => response.writeHead(400).end(String(fault)));
});
server.listen(Number(port), '127.0.0.1');
