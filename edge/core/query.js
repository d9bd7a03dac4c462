/** Decodes the query and the path of a request. */

import { HttpError } from './http_error.js';
import { percentDecode, quote } from './request_text.js';

/**
 * Decode a query. A plus is a space. Of a repeated name, the first value counts, but all values of `fields` are joined.
 * @param {string} query without its question mark
 * @returns {Map<string, string>} the values by name
 */
export function parseQuery(query) {
  /** @type {Map<string, string>} */
  const values = new Map();
  for (const piece of query.split('&')) {
    const equals = piece.indexOf('=');
    const text = piece.includes('+') ? piece.replaceAll('+', ' ') : piece;
    const name = percentDecode(equals < 0 ? text : text.slice(0, equals));
    const value = equals < 0 ? '' : percentDecode(text.slice(equals + 1));
    if (name === null || value === null) {
      throw new HttpError(400, `The query has ${quote(piece)}, which is not percent-encoded UTF-8; a percent is %25.`);
    }
    const first = values.get(name);
    if (first === undefined || name === 'fields') {
      values.set(name, first === undefined ? value : `${first},${value}`);
    }
  }
  return values;
}

/**
 * Split a path, then decode its segments, so that an encoded slash does not separate segments.
 * @param {string} path raw, with its leading slash
 * @returns {string[]}
 */
export function parsePath(path) {
  const segments = path.split('/').slice(1).map(percentDecode);
  if (segments.includes(null)) {
    throw new HttpError(400, `The path ${quote(path)} is not percent-encoded UTF-8; a percent is %25.`);
  }
  return /** @type {string[]} */ (segments);
}
