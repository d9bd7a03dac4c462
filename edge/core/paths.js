/** Paths of files below `public/`: the twin of `builder/paths.py`, bound to it by
 * `tests/contract/core_vectors/paths.json`. */

/**
 * File of a window of a listing of `length` records. A size above the length is the length, so that it has one file.
 * @param {string} listing
 * @param {number} limit
 * @param {number} offset
 * @param {number} length
 * @returns {string}
 */
export function pagePath(listing, limit, offset, length) {
  return `_pages/${listing}/${limit < length ? limit : length}-${offset}.json`;
}

/**
 * File of an array that holds one record.
 * @param {string} cca2
 * @returns {string}
 */
export function recordPath(cca2) {
  return `_records/${cca2.toLowerCase()}.json`;
}

/**
 * File of a bare record.
 * @param {string} cca2
 * @returns {string}
 */
export function objectPath(cca2) {
  return `_objects/${cca2.toLowerCase()}.json`;
}

/**
 * File of a window of a catalog. Its size is not capped, because the body states it.
 * @param {string} kind
 * @param {number} limit
 * @param {number} offset
 * @returns {string}
 */
export function catalogPath(kind, limit, offset) {
  return `_pages/meta/${kind}/${limit}-${offset}.json`;
}
