/** Makes answers: the headers of every answer, and the errors. */

import { isNamed } from './etag.js';

/** @import { CacheName, Header, Manifest, MissingPage, Payload, Request, Result } from './types.js' */

/**
 * Answer 200, or 304 if If-None-Match contains the tag.
 * @param {Manifest} manifest
 * @param {Request} request
 * @param {Payload} payload
 * @param {{type: string, cache: CacheName, tag?: string, headers?: Header[]}} about random answers have no `tag`
 * @returns {Result}
 */
export function succeed(manifest, request, payload, { type, cache, tag, headers = [] }) {
  const sent = [...manifest.headers.common, cacheControl(manifest, cache), ...headers];
  if (tag !== undefined) {
    sent.push(['ETag', tag]);
    if (isNamed(request.ifNoneMatch, tag)) {
      return { status: 304, headers: sent, body: '' };
    }
  }
  sent.push(['Content-Type', manifest.headers.types[type]]);
  return { ...payload, status: 200, headers: sent };
}

/**
 * Answer 301.
 * @param {Manifest} manifest
 * @param {string} location
 * @returns {Result}
 */
export function redirect(manifest, location) {
  const headers = [...manifest.headers.common, cacheControl(manifest, 'ok')];
  headers.push(['Location', location]);
  return { status: 301, headers, body: '' };
}

/**
 * Answer an error.
 * @param {number} status
 * @param {string} message the given value and the allowed ones
 * @param {Manifest} manifest
 * @param {CacheName} [cache]
 * @param {Header[]} [further]
 * @returns {Result}
 */
export function errorAnswer(status, message, manifest, cache = 'error', further = []) {
  const headers = [...manifest.headers.common, cacheControl(manifest, cache), ...further];
  if (status === 405) {
    headers.push(...manifest.headers.options.filter(([name]) => name === 'Allow'));
  }
  headers.push(['Content-Type', manifest.headers.types.json]);
  return { status, headers, body: JSON.stringify({ message, status }) };
}

/**
 * Answer 404 as a page.
 * @param {Manifest} manifest
 * @param {MissingPage} page
 * @param {Header[]} further
 * @returns {Result}
 */
export function pageNotFound(manifest, { body, headers: set }, further) {
  const { common, sets, types } = manifest.headers;
  const headers = [...common, cacheControl(manifest, 'error'), ...further, ...sets[set]];
  return { status: 404, headers: [...headers, ['Content-Type', types.html]], body };
}

/**
 * Answer OPTIONS.
 * @param {Manifest} manifest
 * @returns {Result}
 */
export function optionsAnswer(manifest) {
  return { status: 204, headers: [...manifest.headers.common, ...manifest.headers.options], body: '' };
}

/**
 * Answer 500 for an adapter whose core or file failed.
 * @param {Manifest} manifest
 * @returns {Result}
 */
export function failure(manifest) {
  return errorAnswer(500, 'The service failed to answer; the fault is ours.', manifest, 'none');
}

/**
 * @param {Manifest} manifest
 * @param {CacheName} cache
 * @returns {Header}
 */
function cacheControl(manifest, cache) {
  return ['Cache-Control', manifest.headers.cache[cache]];
}
