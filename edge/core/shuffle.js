/** Makes random orders: the seeded shuffle, and samples without a seed. */

import { byteString, sipHash, wordsOf } from './siphash.js';

/** @import { Site } from './types.js' */

const NO_KEY = new Int32Array(4);
const TWO_32 = 0x100000000;

/**
 * Sort the indexes 0..n-1 by unsigned 64-bit hashes. The sort is stable.
 * @param {Uint32Array} hashes a low and a high word for each index
 * @returns {number[]}
 */
export function ascending(hashes) {
  const order = new Uint16Array(hashes.length / 2).map((_, place) => place);
  order.sort((one, other) => hashes[2 * one + 1] - hashes[2 * other + 1] || hashes[2 * one] - hashes[2 * other]);
  return [...order];
}

/**
 * Shuffle all records by a seed: sort by the SipHash-2-4 of the uppercase code, with the 128-bit SipHash-2-4 of the
 * seed in UTF-8 as key. The order depends only on the seed and the codes, so when a record is added or removed, all
 * others keep their order.
 * @param {Site} site
 * @param {string} seed
 * @returns {number[]} record numbers
 */
export function shuffle(site, seed) {
  const key = new Int32Array(4);
  const bytes = byteString(seed);
  sipHash(NO_KEY, wordsOf(bytes), bytes.length, key);
  const hashes = new Uint32Array(2 * site.everyone.length);
  const out = new Int32Array(2);
  for (const number of site.everyone) {
    sipHash(key, site.codeWords[number], 2, out);
    hashes.set(out, 2 * number);
  }
  return ascending(hashes);
}

/**
 * Draw distinct numbers below `total`. The bias is below total / 2^53.
 * @param {string} entropy 32 hexadecimal digits
 * @param {number} total
 * @param {number} count
 * @returns {number[]} `count` numbers, or all numbers if there are fewer
 */
export function sample(entropy, total, count) {
  const key = new Int32Array(4);
  for (let word = 0; word < 4; word++) {
    key[word] = parseInt(entropy.slice(8 * word, 8 * word + 8), 16) | 0;
  }
  const counter = new Int32Array(4);
  const out = new Int32Array(2);
  /** @type {number[]} */
  const numbers = [];
  while (numbers.length < count && numbers.length < total) {
    sipHash(key, counter, 8, out);
    counter[0]++;
    const fraction = ((out[1] >>> 0) * 0x200000 + (out[0] >>> 11)) / (TWO_32 * 0x200000);
    const number = Math.floor(fraction * total);
    if (!numbers.includes(number)) {
      numbers.push(number);
    }
  }
  return numbers;
}
