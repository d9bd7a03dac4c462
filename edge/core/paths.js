/**
 * Paths of files below `public/`: the twin of `builder/paths.py`, bound to it by
 * `tests/contract/core_vectors/paths.json`.
 */

/**
 * File of the answer without a query of a route, for a value of its parameter.
 * @param {string} template path of the route
 * @param {string} [key]
 * @returns {string}
 */
export function answerPath(template, key = '') {
  const prefix = template.split('/{')[0].slice(1);
  return key === '' ? `${prefix}.json` : `${prefix}/${keySegment(key)}.json`;
}

/**
 * Spell a key with unreserved ASCII: some hosts redirect a path that holds anything else.
 * @param {string} key
 * @returns {string}
 */
function keySegment(key) {
  return key.replace(/[^A-Za-z0-9._-]/gu, (char) => `~${/** @type {number} */ (char.codePointAt(0)).toString(16)}`);
}

/**
 * File of a window of a listing of `length` records. A size above the length is the length, so that it has one file.
 * @param {string} folder
 * @param {number} limit
 * @param {number} offset
 * @param {number} length
 * @returns {string}
 */
export function pagePath(folder, limit, offset, length) {
  return `${folder}/${limit < length ? limit : length}-${offset}.json`;
}

/**
 * File of an array that holds one record.
 * @param {string} cca2
 * @returns {string}
 */
export function recordPath(cca2) {
  return `v1/alpha/${cca2.toLowerCase()}.json`;
}

/**
 * File of a window of a catalog. Its size is not capped, because the body states it.
 * @param {string} kind
 * @param {number} limit
 * @param {number} offset
 * @returns {string}
 */
export function catalogPath(kind, limit, offset) {
  return `v1/meta/${kind}/${limit}-${offset}.json`;
}
