/** Makes answers: the headers of every answer, and the errors. */

import { matchesTag } from './etag.js';
import { quote } from './request_text.js';

/** @import { Asset, BodyResult, CacheName, Header, Manifest, MissingPage, Payload, Result } from './types.js' */

/**
 * Answer 200, or 304 if If-None-Match contains the tag.
 * @param {Manifest} manifest
 * @param {string} ifNoneMatch
 * @param {Payload} payload
 * @param {{type: string, cache: CacheName, tag?: string, headers?: Header[]}} about random answers have no `tag`
 * @returns {Result}
 */
export function succeed(manifest, ifNoneMatch, payload, { type, cache, tag, headers = [] }) {
  const sent = [...manifest.headers.common, cacheControl(manifest, cache), ...headers];
  if (tag !== undefined) {
    sent.push(['ETag', tag]);
    if (matchesTag(ifNoneMatch, tag)) {
      return { status: 304, headers: sent, body: '' };
    }
  }
  sent.push(['Content-Type', manifest.headers.types[type]]);
  return { ...payload, status: 200, headers: sent };
}

/**
 * Answer a file with an address of its own.
 * @param {Manifest} manifest
 * @param {string} ifNoneMatch
 * @param {Asset} asset
 * @returns {Result}
 */
export function answerAsset(manifest, ifNoneMatch, asset) {
  const { type, cache, digest, headerSet } = asset;
  const headers = headerSet === undefined ? [] : manifest.headers.sets[headerSet];
  return succeed(manifest, ifNoneMatch, { asset }, { type, cache, tag: `"${digest}"`, headers });
}

/**
 * Answer 301.
 * @param {Manifest} manifest
 * @param {string} location
 * @returns {BodyResult}
 */
export function redirect(manifest, location) {
  const headers = [...manifest.headers.common, cacheControl(manifest, 'ok')];
  headers.push(['Location', location]);
  return { status: 301, headers, body: '' };
}

/**
 * Answer an error.
 * @param {Manifest} manifest
 * @param {number} status
 * @param {string} message the given value and the allowed ones
 * @param {CacheName} [cache]
 * @param {Header[]} [further]
 * @returns {BodyResult}
 */
export function errorAnswer(manifest, status, message, cache = 'error', further = []) {
  const headers = [...manifest.headers.common, cacheControl(manifest, cache), ...further];
  headers.push(['Content-Type', manifest.headers.types.json]);
  return { status, headers, body: JSON.stringify({ message, status }) };
}

/**
 * Answer 405.
 * @param {Manifest} manifest
 * @param {string} method
 * @returns {BodyResult}
 */
export function methodNotAllowed(manifest, method) {
  const allow = manifest.headers.options.filter(([name]) => name === 'Allow');
  const message = `The method is ${quote(method)}; GET, HEAD and OPTIONS are allowed.`;
  return errorAnswer(manifest, 405, message, 'error', allow);
}

/**
 * Answer 404 as a page.
 * @param {Manifest} manifest
 * @param {MissingPage} page
 * @param {Header[]} further
 * @returns {BodyResult}
 */
export function pageNotFound(manifest, { body, headerSet }, further) {
  const { common, sets, types } = manifest.headers;
  const headers = [...common, cacheControl(manifest, 'error'), ...further, ...sets[headerSet]];
  return { status: 404, headers: [...headers, ['Content-Type', types.html]], body };
}

/**
 * Answer OPTIONS.
 * @param {Manifest} manifest
 * @returns {BodyResult}
 */
export function optionsAnswer(manifest) {
  return { status: 204, headers: [...manifest.headers.common, ...manifest.headers.options], body: '' };
}

/**
 * Answer 500 for an adapter whose core or file failed.
 * @param {Manifest} manifest
 * @returns {BodyResult}
 */
export function failure(manifest) {
  return errorAnswer(manifest, 500, 'The service failed to answer; the fault is ours.', 'none');
}

/**
 * @param {Manifest} manifest
 * @param {CacheName} cache
 * @returns {Header}
 */
function cacheControl(manifest, cache) {
  return ['Cache-Control', manifest.headers.cache[cache]];
}
