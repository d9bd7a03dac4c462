/** Entity tags that follow from what an answer is made of, so that no body is hashed. */

import { sipHash } from './siphash.js';

/** @typedef {import('./types.js').Site} Site */

const QUOTED = /"[^"]*"/g;
const ASTERISK = /(?:^|,)[ \t]*\*[ \t]*(?:,|$)/;

/**
 * Tag an answer of records. The code that makes it is the key: after a release no tag of the one before is met.
 * @param {Pick<Site, 'digests' | 'tagKey'>} site
 * @param {number[]} numbers records of the answer, in order
 * @param {number} total all matches, since the links change with it
 * @param {string} shape canonical projection and form
 * @returns {string} a strong entity tag
 */
export function recordsTag({ digests, tagKey }, numbers, total, shape) {
  const start = 2 + 2 * numbers.length;
  const count = start + shape.length;
  const words = new Int32Array((count | 1) + 3);
  words[0] = numbers.length;
  words[1] = total;
  let at = 2;
  for (const number of numbers) {
    words[at++] = digests[2 * number];
    words[at++] = digests[2 * number + 1];
  }
  for (let place = 0; place < shape.length; place++) {
    words[start + place] = shape.charCodeAt(place);
  }
  const out = new Int32Array(2);
  sipHash(tagKey, words, 0, 4 * count, out);
  return `"${hexadecimal(out[1])}${hexadecimal(out[0])}"`;
}

/**
 * Whether If-None-Match names a tag, by weak comparison. A quoted tag holds no quotation mark, so it stands in a
 * well-formed list where its text does. Several lines of the header are one list, in which an asterisk may stand too.
 * @param {string} header
 * @param {string} tag
 * @returns {boolean}
 */
export function isNamed(header, tag) {
  return header.includes(tag) || (header.includes('*') && ASTERISK.test(header.replace(QUOTED, '')));
}

/**
 * @param {number} word
 * @returns {string} eight digits
 */
function hexadecimal(word) {
  return (word >>> 0).toString(16).padStart(8, '0');
}
