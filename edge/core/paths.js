/**
 * Makes the paths of files below `public/`, as `builder/api/output_paths.py` does;
 * `tests/contract/core_vectors/paths.json` tests both.
 */

/** @import { Span } from './types.js' */

/**
 * Return the folder of the windows of a route, for a value of its parameter.
 * @param {string} template path of the route
 * @param {string} [key]
 * @returns {string}
 */
export function folderOf(template, key = '') {
  const prefix = template.split('/{')[0].slice(1);
  return key === '' ? prefix : `${prefix}/${keySegment(key)}`;
}

/**
 * Return the file of a route's answer without a query, for a value of its parameter.
 * @param {string} template
 * @param {string} [key]
 * @returns {string}
 */
export function answerPath(template, key) {
  return `${folderOf(template, key)}.json`;
}

/**
 * Encode a key with unreserved ASCII characters. Some hosts redirect a path with other characters.
 * @param {string} key
 * @returns {string}
 */
export function keySegment(key) {
  return key.replace(/[^A-Za-z0-9._-]/gu, (char) => `~${/** @type {number} */ (char.codePointAt(0)).toString(16)}`);
}

/**
 * Find the key that a segment encodes. Two keys can have the same segment, so no segment is decoded. A segment without
 * a tilde is returned as it is, also if there is no such key.
 * @param {string} segment
 * @param {() => Iterable<string>} listKeys
 * @returns {string | undefined} undefined if the segment has a tilde and no key has this segment
 */
export function findKey(segment, listKeys) {
  return segment.includes('~') ? [...listKeys()].find((key) => keySegment(key) === segment) : segment;
}

/**
 * Return the file of a window of a list. A limit above the length counts as the length. For a window of one record,
 * which has the file of that record, undefined is returned.
 * @param {string} folder of the windows of the list; empty if no window has a file
 * @param {number} total
 * @param {Span} window
 * @param {number[]} limits the limits whose windows have files
 * @returns {string | undefined}
 */
export function windowFile(folder, total, { limit, offset }, limits) {
  const count = Math.min(limit, total);
  const isWritten = offset % limit === 0 && limits.some((written) => Math.min(written, total) === count);
  return folder !== '' && isWritten && Math.min(count, total - offset) > 1
    ? `${folder}/${count}-${offset}.json`
    : undefined;
}

/**
 * Return the file of a window of a catalog. The limit is not reduced to the length, because the body contains it.
 * @param {string} name of the catalog
 * @param {number} total
 * @param {Span} window
 * @param {number[]} limits the limits whose windows have files
 * @returns {string | undefined}
 */
export function catalogFile(name, total, { limit, offset }, limits) {
  const isWritten = offset < total && offset % limit === 0 && limits.includes(limit);
  return isWritten ? `v1/meta/${name}/${limit}-${offset}.json` : undefined;
}
