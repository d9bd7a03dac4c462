import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sipHash, wordsOf } from '../../templates/edge/core/siphash.js';
import { readJson } from './fixture.js';

/** @type {{key: string, hashes: [short: string, long: string][]}} */
const { key, hashes } = readJson('../requests/siphash.json');

/** @param {string} text */
const keyOf = (text) => new Int32Array(Uint8Array.from(Buffer.from(text, 'hex')).buffer);

/** @param {Int32Array} words */
const bytesOf = (words) => Buffer.from(words.buffer).toString('hex');

test('the published vectors hold, with 64 and with 128 bits', () => {
  hashes.forEach(([short, long], length) => {
    const message = wordsOf(String.fromCharCode(...Array.from({ length }, (_, byte) => byte)));
    for (const expected of [short, long]) {
      const out = new Int32Array(expected.length / 8);
      sipHash(keyOf(key), message, 0, length, out);
      assert.equal(bytesOf(out), expected, `a message of ${length} bytes`);
    }
  });
});

test('a message may stand anywhere in the words', () => {
  const words = new Int32Array(8);
  words.set(wordsOf('DE'), 4);
  const [alone, among] = [new Int32Array(2), new Int32Array(2)];
  sipHash(keyOf(key), wordsOf('DE'), 0, 2, alone);
  sipHash(keyOf(key), words, 4, 2, among);
  assert.deepEqual(among, alone);
});
