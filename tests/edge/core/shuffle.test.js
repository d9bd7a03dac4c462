import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSite } from '../../../edge/core/answer.js';
import { ascending, sample, shuffle } from '../../../edge/core/shuffle.js';
import { makeManifest, readJson } from './fixture.js';

/** @type {{seed: string, order: string[]}[]} */
const orders = readJson('orders.json').orders;

/**
 * Make a site of codes with empty records.
 * @param {string[]} cca2
 */
function siteOf(cca2) {
  const names = { own: [], otherLanguages: {} };
  const digests = cca2.map(() => '0'.repeat(16));
  const manifest = makeManifest({ cca2, digests, names, capitals: names });
  return createSite(manifest, { parts: [], packed: cca2.map((code) => `{"cca2":"${code}"}`) });
}

/**
 * @param {string[]} codes in dataset order
 * @param {string} seed
 */
const shuffled = (codes, seed) => shuffle(siteOf(codes), seed).map((number) => codes[number]);

test('orders are those of the vectors, whatever the order of the dataset', () => {
  for (const { seed, order } of orders) {
    assert.deepEqual(shuffled([...order].sort(), seed), order, seed);
    assert.deepEqual(shuffled([...order].sort().reverse(), seed), order, seed);
  }
});

test('a removed code does not change the order of the others', () => {
  const { seed, order } = orders[orders.length - 1];
  for (const gone of order) {
    const rest = order.filter((code) => code !== gone);
    assert.deepEqual(shuffled([...rest].sort(), seed), rest);
  }
});

test('hashes are sorted as unsigned 64-bit numbers, and equal hashes by position', () => {
  const hashes = [
    [0xffffffff, 0],
    [0, 0xffffffff],
    [5, 7],
    [0x80000000, 7],
    [5, 7],
    [4, 7],
    [0, 0],
  ];
  assert.deepEqual(ascending(Uint32Array.from(hashes.flat())), [6, 0, 5, 2, 4, 3, 1]);
});

test('a sample has the requested count of distinct numbers, or all numbers if there are fewer', () => {
  for (let draw = 0; draw < 500; draw++) {
    const entropy = draw.toString(16).padStart(32, '0');
    for (const expected of [1, 5, 7, 20]) {
      const numbers = sample(entropy, 7, expected);
      assert.equal(numbers.length, Math.min(expected, 7));
      assert.equal(new Set(numbers).size, numbers.length);
      assert.ok(numbers.every((number) => Number.isInteger(number) && number >= 0 && number < 7));
    }
  }
});

test('every number is drawn about equally often at every position', () => {
  const counts = Array.from({ length: 3 }, () => new Array(10).fill(0));
  for (let draw = 0; draw < 10000; draw++) {
    sample(draw.toString(16).padStart(32, 'b'), 10, 3).forEach((number, place) => counts[place][number]++);
  }
  // Six standard deviations of a binomial count of 10000 draws at one in ten.
  assert.ok(counts.flat().every((count) => Math.abs(count - 1000) < 180), JSON.stringify(counts));
});
