/**
 * Evaluates Vercel's routes as the vendor documents them and as its own development server does.
 *
 * Sources, as read on 2026-11-22:
 * - https://vercel.com/docs/build-output-api/configuration: `src` is a pattern of the path, matched without case unless
 *   `caseSensitive` says otherwise; `has` and `missing` compare the query, or a header with a pattern of
 *   its whole value; `continue` goes on with the next route;
 *   `dest` and `headers` may use captures; `status` with Location is a redirect
 * - mergeRoutes of @vercel/routing-utils: the routes of a project before the first `handle` come before the middleware
 * - https://vercel.com/docs/limits: 2,048 routes; the schema of @vercel/routing-utils: 4,096 characters for a pattern
 */

import { getTransformedRoutes, mergeRoutes } from '@vercel/routing-utils';

/**
 * @typedef {{method: string, path: string, query: URLSearchParams, headers?: Record<string, unknown>}} Asked
 * @typedef {{dest?: string, status?: number, headers: Record<string, string>, isMiddleware: boolean}} Routed
 */

const MAX_ROUTES = 2048;
const MAX_PATTERN = 4096;

/**
 * Read the routes of vercel.json, in the order in which they are tried, with the middleware among them.
 * @param {unknown} configuration
 * @param {string} matcher of the middleware
 * @returns {Map<string | null, any[]>} by phase
 */
export function readRoutes(configuration, matcher) {
  const { routes, error } = getTransformedRoutes(/** @type {any} */ (configuration));
  if (error) {
    throw new Error(error.message);
  }
  const own = routes ?? [];
  if (own.length > MAX_ROUTES) {
    throw new Error(`${own.length} routes; at most ${MAX_ROUTES} are taken`);
  }
  for (const { src = '' } of /** @type {any[]} */ (own)) {
    if (src.length > MAX_PATTERN) {
      throw new Error(`a pattern of ${src.length} characters; at most ${MAX_PATTERN} are taken`);
    }
  }
  const middleware = { src: matcher, middlewarePath: 'middleware', continue: true, override: true };
  const builds = [{ use: '@vercel/node', entrypoint: 'middleware.js', routes: [middleware] }];
  /** @type {Map<string | null, any[]>} */
  const phases = new Map([[null, []]]);
  let phase = null;
  for (const route of /** @type {any[]} */ (mergeRoutes({ userRoutes: own, builds: /** @type {any} */ (builds) }))) {
    if ('handle' in route) {
      phase = route.handle;
      phases.set(phase, []);
    } else {
      phases.get(phase)?.push(route);
    }
  }
  return phases;
}

/**
 * Try the routes of a phase until one ends it.
 * @param {any[]} routes
 * @param {Asked} asked
 * @returns {Routed}
 */
export function runRoutes(routes, asked) {
  const { path } = asked;
  /** @type {Record<string, string>} */
  const headers = {};
  for (const route of routes) {
    const found = new RegExp(route.src, route.caseSensitive ? '' : 'i').exec(path);
    if (found === null || !fits(route, asked)) {
      continue;
    }
    const filled = (/** @type {string} */ text) => text.replace(/\$([1-9])/g, (_, at) => found[Number(at)] ?? '');
    for (const [name, value] of Object.entries(route.headers ?? {})) {
      headers[name.toLowerCase()] = filled(String(value));
    }
    if (route.middlewarePath !== undefined) {
      return { headers, isMiddleware: true };
    }
    if (!route.continue) {
      if (route.dest === undefined && route.status === undefined) {
        throw new Error(`it is not documented what a route without a destination ends with: ${route.src}`);
      }
      const dest = route.dest === undefined ? undefined : filled(route.dest);
      return { dest, status: route.status, headers, isMiddleware: false };
    }
  }
  return { headers, isMiddleware: false };
}

/**
 * @param {any} route
 * @param {Asked} asked
 */
function fits({ methods, has = [], missing = [] }, { method, query, headers = {} }) {
  const holds = (/** @type {any} */ { type, key, value }) => {
    if (type === 'header' && value !== undefined) {
      return new RegExp(`^(?:${value})$`).test(String(headers[key] ?? ''));
    }
    if (type !== 'query' || value !== undefined) {
      throw new Error(`the harness does not know a condition on ${type} with the value ${value}`);
    }
    return query.has(key);
  };
  return (methods?.includes(method) ?? true) && has.every(holds) && !missing.some(holds);
}
