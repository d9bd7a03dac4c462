/** Makes the headers of all answers, and the whole answer for fixed values, redirects, OPTIONS and errors. */

import { matchesTag } from './etag.js';
import { quote } from './request_text.js';

/**
 * @import { BodyResult, CacheName, FixedValue, Header, Manifest, MissingPage, Page, Payload, Result } from './types.js'
 */

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
 * Answer with a value that does not depend on the request.
 * @param {Manifest} manifest
 * @param {string} ifNoneMatch
 * @param {FixedValue} value
 * @param {string} file
 * @returns {Result}
 */
export function fixedAnswer(manifest, ifNoneMatch, { body, digest }, file) {
  return succeed(manifest, ifNoneMatch, { body, file }, { type: 'json', cache: 'ok', tag: `"${digest}"` });
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
 * @param {string} message the invalid value, and what is allowed
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
 * Make the page for missing addresses, which replaces the body of an error.
 * @param {Manifest} manifest
 * @param {MissingPage} missing
 * @param {BodyResult} error
 * @returns {Page}
 */
export function pageOf(manifest, missing, error) {
  const headers = error.headers.filter(([name]) => name !== 'Content-Type');
  headers.push(...missing.headers, ['Content-Type', manifest.headers.types.html]);
  return { file: missing.file, headers };
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
 * Answer OPTIONS.
 * @param {Manifest} manifest
 * @returns {BodyResult}
 */
export function optionsAnswer(manifest) {
  return { status: 204, headers: [...manifest.headers.common, ...manifest.headers.options], body: '' };
}

/**
 * Answer 500 after a defect of the core or a failure of the adapter.
 * @param {Manifest} manifest
 * @returns {BodyResult}
 */
export function failure(manifest) {
  return errorAnswer(manifest, 500, manifest.failure, 'none');
}

/** @type {(manifest: Manifest, cache: CacheName) => Header} */
const cacheControl = (manifest, cache) => ['Cache-Control', manifest.headers.cache[cache]];
