/** Makes the 404 answers. The message for a value is `missing` of its route, from `builder/api/error_messages.py`. */

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
 * Answer 404 for the value of a route's parameter, with the advice of the route's kind. If the address is that of
 * another route without its value, the message has the path of that route instead.
 * @param {Call} call
 * @param {string} value
 * @returns {Result}
 */
export function valueNotFound(call, value) {
  const { missing = '', kind } = call.route;
  if (routeWithoutValue(call.site.manifest, call.request.path)) {
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
  const message = `There is nothing at ${quote(request.path)}; ${adviceOn(manifest, request.path)}.`;
  return answer404(manifest, request, message);
}

/**
 * Name an address that may help a caller who asked for a path without a route.
 * @param {Manifest} manifest
 * @param {string} path
 * @returns {string}
 */
function adviceOn(manifest, path) {
  const { routes, addresses } = manifest;
  const route = routeWithoutValue(manifest, path);
  if (route) {
    return `a value is missing: ${route.path}`;
  }
  // Other services have the address /v1/all.
  if (/^\/v1\/all\/?$/.test(path)) {
    return `/v1/list has all countries page by page${manifest.advice.all ?? ''}`;
  }
  return addresses.includes('/llms.txt')
    ? '/llms.txt lists every route'
    : `the routes are ${routes.map((other) => other.path).join(', ')}`;
}

/**
 * Find the route that a path would have with a value at its end.
 * @param {Manifest} manifest
 * @param {string} path
 * @returns {RouteEntry | undefined}
 */
function routeWithoutValue({ routes }, path) {
  return routes.find((route) => route.path.startsWith(`${path.replace(/\/$/, '')}/{`));
}

/**
 * Answer 404 as JSON or, at an address of the documents, as a page if the caller prefers HTML.
 * @param {Manifest} manifest
 * @param {Request} request
 * @param {string} message
 * @param {CacheName} [cache]
 * @returns {Result}
 */
function answer404(manifest, request, message, cache) {
  const { missingPage } = manifest;
  if (missingPage === null || !request.path.startsWith(missingPage.folder)) {
    return errorAnswer(manifest, 404, message, cache);
  }
  const result = errorAnswer(manifest, 404, message, cache, VARY);
  return prefersHtml(request.accept) ? { ...result, page: pageOf(manifest, missingPage, result) } : result;
}

/**
 * Advise to ask for the present countries of a reserved or former code or name.
 * @param {Site} site
 * @param {string} value
 * @returns {string} a sentence after a space; empty if the value is neither reserved nor former
 */
export function adviseOnFormer({ manifest, record }, value) {
  const numbers = getOwn(manifest.former, keyOf(value));
  if (numbers === undefined) {
    return '';
  }
  const countries = numbers.map((number) => JSON.parse(record(number)));
  const named = countries.map(({ name, cca2 }) => `${name.common} (${cca2})`);
  return ` Ask for ${named.join(', ')} instead${manifest.advice.former ?? ''}.`;
}
