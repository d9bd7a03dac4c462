/**
 * Emulates Vercel: `node vercel.js FOLDER PORT` serves a staged deployment.
 * The middleware runs in Vercel's own edge runtime; Vercel's own module converts the rules to routes.
 */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { getTransformedRoutes } from '@vercel/routing-utils';
import { EdgeRuntime } from 'edge-runtime';
import { build } from 'esbuild';
import { readRoutes, runRoutes } from './vercel_routes.js';

/** @import { IncomingMessage, ServerResponse } from 'node:http' */

const [folder, port] = process.argv.slice(2);
const entry = `
  import middleware from './middleware.js';
  addEventListener('fetch', (event) => event.respondWith(middleware(event.request)));
`;
const own = { bundle: true, write: false };
// The host reads the matcher of the middleware without running the middleware.
const settings = await build({ ...own, entryPoints: [join(folder, 'middleware.js')], format: 'esm' });
const code = Buffer.from(settings.outputFiles[0].contents).toString('base64');
const { config } = await import(`data:text/javascript;base64,${code}`);
const matched = getTransformedRoutes({ rewrites: [{ source: config.matcher, destination: '/' }] });
const matcher = matched.routes.find((/** @type {any} */ route) => 'src' in route).src;
const bundle = await build({
  ...own,
  stdin: { contents: entry, resolveDir: folder },
  format: 'iife',
  // The platform has neither eval nor Function; a bundle that uses them must fail here.
  define: { eval: 'undefined', Function: 'undefined' },
});
const runtime = new EdgeRuntime({ initialCode: bundle.outputFiles[0].text });
const phases = readRoutes(JSON.parse(await readFile(join(folder, 'vercel.json'), 'utf8')), matcher);
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
 * Answer without the middleware: with the status of a route, with a file, or with the page for a missing file.
 * @param {import('./vercel_routes.js').Routed} routed
 * @param {import('./vercel_routes.js').Asked} asked
 */
async function byFiles({ dest, status, headers }, asked) {
  if (status !== undefined) {
    const page = dest === undefined ? { headers: {}, body: Buffer.alloc(0) } : await fromFile(dest);
    return { status, headers: { ...page.headers, ...headers }, body: page.body };
  }
  const file = await fromFile(decodeURI(dest ?? asked.path));
  const missing = file.status === 404 ? runRoutes(phases.get('filesystem') ?? [], asked) : undefined;
  if (missing?.dest === undefined) {
    return { ...file, headers: { ...file.headers, ...headers } };
  }
  const page = await fromFile(missing.dest);
  return { ...page, status: missing.status ?? 200, headers: { ...page.headers, ...headers, ...missing.headers } };
}

/**
 * @param {import('./vercel_routes.js').Routed} routed
 * @param {import('./vercel_routes.js').Asked} asked
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
async function respondByFiles(routed, asked, request, response) {
  const { status, headers, body } = await byFiles(routed, asked);
  const tag = `"${createHash('md5').update(body).digest('hex')}"`;
  const isKnown = status === 200 && request.headers['if-none-match'] === tag;
  response.writeHead(isKnown ? 304 : status, status === 200 ? { ...headers, etag: tag } : headers);
  response.end(asked.method === 'HEAD' || isKnown ? null : body);
}

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
async function respond(request, response) {
  const { method = '', url = '', headers } = request;
  const [path, query = ''] = url.split(/\?(.*)/s);
  const asked = { method, path, query: new URLSearchParams(query), headers };
  const first = phases.get(null) ?? [];
  const routed = runRoutes(first, asked);
  if (!routed.isMiddleware) {
    await respondByFiles(routed, asked, request, response);
    return;
  }
  const init = { method, headers: /** @type {Record<string, string>} */ (headers) };
  const answered = await runtime.dispatchFetch(`http://127.0.0.1:${port}${url}`, init);
  const { 'x-middleware-rewrite': rewrite, ...ownHeaders } = Object.fromEntries(answered.headers);
  if (!rewrite) {
    response.writeHead(answered.status, ownHeaders);
    response.end(Buffer.from(await answered.arrayBuffer()));
    return;
  }
  const target = { method: 'GET', path: new URL(rewrite).pathname, query: new URLSearchParams() };
  // The documentation does not say which headers take precedence, so they must not contradict each other.
  const file = await byFiles(runRoutes(first, target), target);
  const both = Object.keys(file.headers).filter((name) => name in ownHeaders);
  const contradictory = both.filter((name) => file.headers[name] !== ownHeaders[name]);
  if (file.status !== 200 || contradictory.some((name) => name !== 'content-type')) {
    const otherwise = contradictory.join(', ');
    throw new Error(`a rule of the host answers ${target.path} with ${file.status}, and otherwise in ${otherwise}`);
  }
  response.writeHead(file.status, { ...file.headers, ...ownHeaders });
  response.end(method === 'HEAD' ? null : file.body);
}

const server = createServer((request, response) => {
  // The runtime supports neither TRACE nor a target that is not a path.
  respond(request, response).catch((fault) => response.writeHead(400).end(String(fault)));
});
server.listen(Number(port), '127.0.0.1');
