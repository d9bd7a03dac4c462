/** The 404 answers. What one says of a value is `missing` of its route, in `builder/api/routes.py`. */

import { prefersHtml } from './accept.js';
import { keyOf } from './fold.js';
import { errorAnswer, pageOf } from './responses.js';
import { getOwn, quote } from './request_text.js';

/** @import { CacheName, Call, Header, Manifest, Request, Result, RouteEntry, Site } from './types.js' */

/** @type {Header[]} */
const VARY = [['Vary', 'Accept']];

/**
 * Answer 404 with a message.
 * @param {Call} call
 * @param {string} message
 * @param {CacheName} [cache]
 * @returns {Result}
 */
export function notFound(call, message, cache) {
  return answer404(call.site.manifest, call.request, message, cache);
}

/**
 * Answer 404 for the value of a route's parameter, with what the kind of the route advises.
 * @param {Call} call
 * @param {string} value
 * @returns {Result}
 */
export function valueNotFound(call, value) {
  const { missing = '', kind } = call.route;
  if (awaitsValue(call.site.manifest, call.request.path)) {
    return noRoute(call.site.manifest, call.request);
  }
  const message = missing.replace('{}', () => quote(value));
  return notFound(call, message + (kind.advise?.(call, value) ?? ''));
}

/**
 * Answer 404 for a path without a route.
 * @param {Manifest} manifest
 * @param {Request} request
 * @returns {Result}
 */
export function noRoute(manifest, request) {
  return answer404(manifest, request, `There is nothing at ${quote(request.path)}; ${ways(manifest, request.path)}.`);
}

/**
 * Say where to go from a path without a route.
 * @param {Manifest} manifest
 * @param {string} path
 * @returns {string}
 */
function ways(manifest, path) {
  const { routes, addresses, advice } = manifest;
  const route = awaitsValue(manifest, path);
  if (route) {
    return `a value is missing: ${route.path}`;
  }
  // What people ask for who come from other services.
  if (/^\/v1\/all\/?$/.test(path)) {
    return `/v1/list has all countries page by page${advice.all ?? ''}`;
  }
  return addresses.includes('/llms.txt')
    ? '/llms.txt lists every route'
    : `the routes are ${routes.map((one) => one.path).join(', ')}`;
}

/**
 * Find the route of which a path lacks the value at its end.
 * @param {Manifest} manifest
 * @param {string} path
 * @returns {RouteEntry | undefined}
 */
function awaitsValue({ routes }, path) {
  return routes.find((route) => route.path.startsWith(`${path.replace(/\/$/, '')}/{`));
}

/**
 * Answer 404: below the documents as a page if the caller prefers HTML, otherwise as JSON.
 * @param {Manifest} manifest
 * @param {Request} request
 * @param {string} message
 * @param {CacheName} [cache]
 * @returns {Result}
 */
function answer404(manifest, request, message, cache) {
  const { missing } = manifest;
  if (missing === null || !request.path.startsWith(missing.folder)) {
    return errorAnswer(manifest, 404, message, cache);
  }
  const result = errorAnswer(manifest, 404, message, cache, VARY);
  return prefersHtml(request.accept) ? { ...result, page: pageOf(manifest, missing, result) } : result;
}

/**
 * Name the countries of a code or name that is reserved or no longer in use.
 * @param {Site} site
 * @param {string} value
 * @returns {string}
 */
export function formerly({ manifest, records }, value) {
  const numbers = getOwn(manifest.former, keyOf(value));
  if (numbers === undefined) {
    return '';
  }
  const countries = numbers.map((number) => JSON.parse(records[number]));
  const named = countries.map(({ name, cca2 }) => `${name.common} (${cca2})`);
  return ` Ask for ${named.join(', ')} instead${manifest.advice.former ?? ''}.`;
}
