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
const isForMiddleware = new RegExp(matched.routes.find((/** @type {any} */ route) => 'src' in route).src);
const bundle = await build({
  ...own,
  stdin: { contents: entry, resolveDir: folder },
  format: 'iife',
  // The platform has neither of them; a bundle that uses them must fail here.
  define: { eval: 'undefined', Function: 'undefined' },
});
const runtime = new EdgeRuntime({ initialCode: bundle.outputFiles[0].text });
const { routes: rules, error } = getTransformedRoutes(JSON.parse(await readFile(join(folder, 'vercel.json'), 'utf8')));
if (error) {
  throw new Error(error.message);
}
const routes = rules ?? [];
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
 * Answer by the rules: a rule of the first phase that does not continue ends it, the others add their headers; then the
 * file, then the rules for missing files.
 * @param {string} pathname
 * @param {string} method
 */
async function byRules(pathname, method = 'GET') {
  const filesystem = routes.findIndex((route) => 'handle' in route && route.handle === 'filesystem');
  const matches = (/** @type {any} */ route) =>
    'src' in route && new RegExp(route.src).test(pathname) && (route.methods?.includes(method) ?? true);
  const first = routes.slice(0, filesystem).filter(matches);
  const last = first.find((/** @type {any} */ route) => !route.continue);
  if (last) {
    const page = last.dest ? await fromFile(last.dest) : { headers: {}, body: Buffer.alloc(0) };
    return { status: last.status, headers: { ...page.headers, ...lowered(last.headers) }, body: page.body };
  }
  const laid = Object.assign({}, ...first.map((/** @type {any} */ route) => lowered(route.headers)));
  const file = await fromFile(decodeURI(pathname));
  /** @type {any} */
  const missing = file.status === 404 ? routes.slice(filesystem).find(matches) : undefined;
  if (missing === undefined) {
    return { ...file, headers: { ...file.headers, ...laid } };
  }
  const page = await fromFile(missing.dest);
  return { ...page, status: missing.status, headers: { ...page.headers, ...laid, ...lowered(missing.headers) } };
}

/** @param {Record<string, string>} headers */
function lowered(headers) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/**
 * Answer a request that the middleware does not handle.
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {string} pathname
 */
async function respondByRules({ method, headers: asked }, response, pathname) {
  const { status, headers, body } = await byRules(pathname, method);
  const tag = `"${createHash('md5').update(body).digest('hex')}"`;
  const isKnown = status === 200 && asked['if-none-match'] === tag;
  response.writeHead(isKnown ? 304 : status, status === 200 ? { ...headers, etag: tag } : headers);
  response.end(method === 'HEAD' || isKnown ? null : body);
}

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
async function respond(request, response) {
  const { method = '', url = '', headers } = request;
  const [path] = url.split('?');
  if (!isForMiddleware.test(path)) {
    await respondByRules(request, response, path);
    return;
  }
  const init = { method, headers: /** @type {Record<string, string>} */ (headers) };
  const made = await runtime.dispatchFetch(`http://127.0.0.1:${port}${url}`, init);
  const { 'x-middleware-rewrite': rewrite, ...laid } = Object.fromEntries(made.headers);
  if (!rewrite) {
    response.writeHead(made.status, laid);
    response.end(Buffer.from(await made.arrayBuffer()));
    return;
  }
  const { pathname } = new URL(rewrite);
  // The documentation does not say which of the two sets of headers has precedence, so they must not contradict.
  const file = await byRules(pathname);
  const twice = Object.keys(file.headers).filter((name) => name in laid && file.headers[name] !== laid[name]);
  if (file.status !== 200 || twice.some((name) => name !== 'content-type')) {
    throw new Error(`a rule of the host answers ${pathname} with ${file.status}, and otherwise in ${twice.join(', ')}`);
  }
  response.writeHead(file.status, { ...file.headers, ...laid });
  response.end(method === 'HEAD' ? null : file.body);
}

const server = createServer((request, response) => {
  // The runtime supports neither TRACE nor a target that is not a path.
  respond(request, response).catch((fault) => response.writeHead(400).end(String(fault)));
});
server.listen(Number(port), '127.0.0.1');
