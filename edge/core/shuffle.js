/** Random order: the seeded shuffle, and samples without a seed. */

import { sipHash, wordsOf } from './siphash.js';

/** @import { Site } from './types.js' */

const NO_KEY = new Int32Array(4);
// A high word times 2^20 plus an index stays below 2^53.
const PLACES = 0x100000;
const TWO_32 = 0x100000000;

/**
 * Sort the indexes 0..n-1 by unsigned 64-bit hashes. The sort is stable.
 * @param {Int32Array} hashes a low and a high word for each index
 * @returns {number[]}
 */
export function ascending(hashes) {
  const count = hashes.length / 2;
  // A native sort of numbers costs a fifth of one with a comparing function.
  const keys = new Float64Array(count);
  for (let place = 0; place < count; place++) {
    keys[place] = (hashes[2 * place + 1] >>> 0) * PLACES + place;
  }
  keys.sort();
  /** @type {number[]} */
  const order = [];
  let run = 0;
  for (let at = 0; at < count; at++) {
    order.push(keys[at] % PLACES);
    const next = at + 1;
    if (next === count || Math.floor(keys[next] / PLACES) !== Math.floor(keys[run] / PLACES)) {
      if (at > run) {
        sortRun(order, run, hashes);
      }
      run = next;
    }
  }
  return order;
}

/**
 * Sort the end of an order by the low words. The sort is stable.
 * @param {number[]} order
 * @param {number} from
 * @param {Int32Array} hashes
 */
function sortRun(order, from, hashes) {
  const run = order.splice(from);
  run.sort((one, other) => (hashes[2 * one] >>> 0) - (hashes[2 * other] >>> 0));
  order.push(...run);
}

/**
 * Shuffle all records by a seed: sort by the SipHash-2-4 of the uppercase code, with the 128-bit SipHash-2-4 of the
 * seed as key. The order depends only on the seed and the codes, so other records keep their order when one is added or
 * removed.
 * @param {Site} site
 * @param {string} seed ASCII
 * @returns {number[]} record numbers
 */
export function shuffle(site, seed) {
  const key = new Int32Array(4);
  sipHash(NO_KEY, wordsOf(seed), 0, seed.length, key);
  const count = site.byCode.length;
  const hashes = new Int32Array(2 * count);
  const out = new Int32Array(2);
  for (let place = 0; place < count; place++) {
    sipHash(key, site.codeWords, 2 * place, 2, out);
    hashes[2 * place] = out[0];
    hashes[2 * place + 1] = out[1];
  }
  return ascending(hashes).map((place) => site.byCode[place]);
}

/**
 * Draw distinct numbers below `total`; a bias is below total / 2^53.
 * @param {string} entropy 32 hexadecimal digits
 * @param {number} total
 * @param {number} wanted
 * @returns {number[]} as many as wanted, or all there are
 */
export function sample(entropy, total, wanted) {
  const key = new Int32Array(4);
  for (let word = 0; word < 4; word++) {
    key[word] = parseInt(entropy.slice(8 * word, 8 * word + 8), 16) | 0;
  }
  const counter = new Int32Array(4);
  const out = new Int32Array(2);
  /** @type {number[]} */
  const drawn = [];
  while (drawn.length < wanted && drawn.length < total) {
    sipHash(key, counter, 0, 8, out);
    counter[0]++;
    const fraction = ((out[1] >>> 0) * 0x200000 + (out[0] >>> 11)) / (TWO_32 * 0x200000);
    const number = Math.floor(fraction * total);
    if (!drawn.includes(number)) {
      drawn.push(number);
    }
  }
  return drawn;
}
