import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sipHash, wordsOf } from '../../../edge/core/siphash.js';
import { readJson } from './fixture.js';

/** @type {{key: string, hashes: [short: string, long: string][]}} */
const { key, hashes } = readJson('../../contract/core_vectors/siphash.json');

/** @param {string} text */
const keyOf = (text) => new Int32Array(Uint8Array.from(Buffer.from(text, 'hex')).buffer);

/** @param {Int32Array} words */
const byteString = (words) => Buffer.from(words.buffer).toString('hex');

test('hashes of 64 and 128 bits are those of the published vectors', () => {
  hashes.forEach(([short, long], length) => {
    const message = wordsOf(String.fromCharCode(...Array.from({ length }, (_, byte) => byte)));
    for (const expected of [short, long]) {
      const out = new Int32Array(expected.length / 8);
      sipHash(keyOf(key), message, length, out);
      assert.equal(byteString(out), expected, `a message of ${length} bytes`);
    }
  });
});

/**
 * SipHash-2-4 in 64-bit arithmetic, as in its paper.
 * @param {Int32Array} secret
 * @param {number[]} message bytes
 * @returns {bigint}
 */
function byBigInt(secret, message) {
  const half = (/** @type {number} */ at) => BigInt(secret[at] >>> 0);
  const [low, high] = [half(0) | (half(1) << 32n), half(2) | (half(3) << 32n)];
  const word = (/** @type {bigint} */ value) => BigInt.asUintN(64, value);
  const turn = (/** @type {bigint} */ value, /** @type {bigint} */ by) => word(value << by) | (value >> (64n - by));
  let a = low ^ 0x736f6d6570736575n;
  let b = high ^ 0x646f72616e646f6dn;
  let c = low ^ 0x6c7967656e657261n;
  let d = high ^ 0x7465646279746573n;
  const round = () => {
    a = word(a + b);
    b = turn(b, 13n) ^ a;
    a = turn(a, 32n);
    c = word(c + d);
    d = turn(d, 16n) ^ c;
    a = word(a + d);
    d = turn(d, 21n) ^ a;
    c = word(c + b);
    b = turn(b, 17n) ^ c;
    c = turn(c, 32n);
  };
  const blocks = new Uint8Array(8 * (message.length >>> 3) + 8);
  blocks.set(message);
  blocks[blocks.length - 1] = message.length;
  for (const block of new BigUint64Array(blocks.buffer)) {
    d ^= block;
    round();
    round();
    a ^= block;
  }
  c ^= 0xffn;
  for (let last = 0; last < 4; last++) {
    round();
  }
  return a ^ b ^ c ^ d;
}

test('words in halves have the same results as whole words, also when a half is zero', () => {
  const ZERO_A = 0x70736575;
  const ZERO_C = 0x6e657261;
  for (const first of [0, 1, -1, ZERO_A, ZERO_C]) {
    for (const second of [0, -1, ZERO_A, 0x12345678]) {
      for (let length = 0; length < 20; length++) {
        const secret = Int32Array.from([first, second, second, first]);
        const message = Array.from({ length }, (_, at) => (97 * at + first) & 0x7f);
        const out = new Int32Array(2);
        sipHash(secret, wordsOf(String.fromCharCode(...message)), length, out);
        const expected = byBigInt(secret, message);
        assert.equal(new BigUint64Array(out.buffer)[0], expected, `${first} ${second} ${length}`);
      }
    }
  }
});
