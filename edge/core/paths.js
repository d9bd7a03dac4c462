/**
 * Paths of files below `public/`. `builder/output_paths.py` has the same functions;
 * `tests/contract/core_vectors/paths.json` tests both.
 */

/**
 * File of the answer of a route without a query, for a value of its parameter.
 * @param {string} template path of the route
 * @param {string} [key]
 * @returns {string}
 */
export function answerPath(template, key = '') {
  const prefix = template.split('/{')[0].slice(1);
  return key === '' ? `${prefix}.json` : `${prefix}/${keySegment(key)}.json`;
}

/**
 * Encode a key with unreserved ASCII characters. Some hosts redirect a path that contains any other.
 * @param {string} key
 * @returns {string}
 */
function keySegment(key) {
  return key.replace(/[^A-Za-z0-9._-]/gu, (char) => `~${/** @type {number} */ (char.codePointAt(0)).toString(16)}~`);
}

/**
 * Decode a segment that `keySegment` made.
 * @param {string} segment
 * @returns {string}
 */
export function segmentKey(segment) {
  return segment.replace(/~(10[0-9a-f]{4}|[0-9a-f]{1,5})~/g, (_, digits) => String.fromCodePoint(parseInt(digits, 16)));
}

/**
 * File of a window of a listing of `length` records. A limit above the length counts as the length.
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
 * File of the array of one record.
 * @param {string} cca2
 * @returns {string}
 */
export function recordPath(cca2) {
  return `v1/alpha/${cca2.toLowerCase()}.json`;
}

/**
 * File of a window of a catalog. The limit is not reduced to the length, because the body contains it.
 * @param {string} kind
 * @param {number} limit
 * @param {number} offset
 * @returns {string}
 */
export function catalogPath(kind, limit, offset) {
  return `v1/meta/${kind}/${limit}-${offset}.json`;
}
