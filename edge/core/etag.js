/** Entity tags that follow from what an answer is made of, so that no body is hashed. */

import { sipHash } from './siphash.js';

const NO_KEY = new Int32Array(4);

/**
 * Tag an answer of records.
 * @param {Int32Array} digests two words by record number
 * @param {number[]} numbers records of the answer, in order
 * @param {number} total all matches, since the links change with it
 * @param {string} shape canonical projection and form
 * @returns {string} a strong entity tag
 */
export function recordsTag(digests, numbers, total, shape) {
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
  sipHash(NO_KEY, words, 0, 4 * count, out);
  return `"${hexadecimal(out[1])}${hexadecimal(out[0])}"`;
}

/**
 * Whether If-None-Match names a tag, by weak comparison. A quoted tag holds no quotation mark, so it stands in a
 * well-formed list where its text does.
 * @param {string} header
 * @param {string} tag
 * @returns {boolean}
 */
export function isNamed(header, tag) {
  return header.includes(tag) || header.trim() === '*';
}

/**
 * @param {number} word
 * @returns {string} eight digits
 */
function hexadecimal(word) {
  return (word >>> 0).toString(16).padStart(8, '0');
}
