/**
 * Paths of files below `public/`. `builder/api/output_paths.py` spells them alike;
 * `tests/contract/core_vectors/paths.json` tests both.
 */

/** @import { Span } from './types.js' */

/**
 * Folder of the windows of a route, for a value of its parameter.
 * @param {string} template path of the route
 * @param {string} [key]
 * @returns {string}
 */
export function folderOf(template, key = '') {
  const prefix = template.split('/{')[0].slice(1);
  return key === '' ? prefix : `${prefix}/${keySegment(key)}`;
}

/**
 * File of the answer of a route without a query, for a value of its parameter.
 * @param {string} template
 * @param {string} [key]
 * @returns {string}
 */
export function answerPath(template, key) {
  return `${folderOf(template, key)}.json`;
}

/**
 * Encode a key with unreserved ASCII characters. Some hosts redirect a path that contains any other.
 * @param {string} key
 * @returns {string}
 */
export function keySegment(key) {
  return key.replace(/[^A-Za-z0-9._-]/gu, (char) => `~${/** @type {number} */ (char.codePointAt(0)).toString(16)}`);
}

/**
 * Find the key that a segment encodes. Two keys can have one segment, so it is not decoded.
 * @param {string} segment
 * @param {() => Iterable<string>} listKeys
 * @returns {string | undefined} undefined if it is that of no key
 */
export function findKey(segment, listKeys) {
  return segment.includes('~') ? [...listKeys()].find((key) => keySegment(key) === segment) : segment;
}

/**
 * File of a window of a list. A limit above the length counts as the length, so both have the same file. A window of
 * one record has none of its own, because it equals that record's file.
 * @param {string} folder of the windows of the list; empty if there are none
 * @param {number} total
 * @param {Span} window
 * @param {number[]} sizes the page sizes that have files
 * @returns {string | undefined}
 */
export function windowFile(folder, total, { limit, offset }, sizes) {
  const count = Math.min(limit, total);
  const isWritten = offset % limit === 0 && sizes.some((size) => Math.min(size, total) === count);
  return folder !== '' && isWritten && Math.min(count, total - offset) > 1
    ? `${folder}/${count}-${offset}.json`
    : undefined;
}

/**
 * File of a window of a catalog. The limit is not reduced to the length, because the body contains it.
 * @param {string} kind
 * @param {number} total
 * @param {Span} window
 * @param {number[]} sizes
 * @returns {string | undefined}
 */
export function catalogFile(kind, total, { limit, offset }, sizes) {
  const isWritten = offset < total && offset % limit === 0 && sizes.includes(limit);
  return isWritten ? `v1/meta/${kind}/${limit}-${offset}.json` : undefined;
}
