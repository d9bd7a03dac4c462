/** Makes entity tags from the parts of an answer, so that no body is hashed. */

import { sipHash } from './siphash.js';

/** @import { Site } from './types.js' */

const QUOTED = /"[^"]*"/g;
const ASTERISK = /(?:^|,)[ \t]*\*[ \t]*(?:,|$)/;

/**
 * Make the entity tag of an answer of records or, with the hash of a catalog in `shape`, of the catalog. The key is the
 * hash of the program that makes the answers, so a release with another program has other tags.
 * @param {Pick<Site, 'digests' | 'tagKey'>} site
 * @param {number[]} numbers numbers of the records in the answer, in order
 * @param {number} total the length of the whole list, on which the Link header depends
 * @param {string} shape what else the body depends on, such as the canonical fields
 * @returns {string} a strong entity tag
 */
export function entityTag({ digests, tagKey }, numbers, total, shape) {
  const start = 2 + 2 * numbers.length;
  const count = start + shape.length;
  // The last block of two words must have room for one more byte.
  const words = new Int32Array(count + 2);
  words[0] = numbers.length;
  words[1] = total;
  let at = 2;
  for (const number of numbers) {
    words[at++] = digests[2 * number];
    words[at++] = digests[2 * number + 1];
  }
  for (let index = 0; index < shape.length; index++) {
    words[start + index] = shape.charCodeAt(index);
  }
  const out = new Int32Array(2);
  sipHash(tagKey, words, 4 * count, out);
  return `"${hexadecimal(out[1])}${hexadecimal(out[0])}"`;
}

/**
 * Whether If-None-Match contains a tag (weak comparison) or an asterisk. A tag has no quotation mark inside its quotes,
 * so a well-formed list contains a tag if it contains the tag's text. Several header lines are joined to one list.
 * @param {string} header
 * @param {string} tag
 * @returns {boolean}
 */
export function matchesTag(header, tag) {
  return header.includes(tag) || (header.includes('*') && ASTERISK.test(header.replace(QUOTED, '')));
}

/** @type {(word: number) => string} */
const hexadecimal = (word) => (word >>> 0).toString(16).padStart(8, '0');
