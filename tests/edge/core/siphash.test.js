import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sipHash, wordsOf } from '../../../edge/core/siphash.js';
import { readJson } from './fixture.js';

/** @type {{key: string, hashes: [short: string, long: string][], keys: [key: string, hashes: string[]][]}} */
const { key, hashes, keys } = readJson('../../contract/core_vectors/siphash.json');

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

test('hashes of messages of each length are those of the vectors, also with keys whose halves are zero', () => {
  for (const [secret, expected] of keys) {
    const found = Array.from(expected, (_, length) => {
      const message = Array.from({ length }, (__, at) => (97 * at) & 0x7f);
      const out = new Int32Array(2);
      sipHash(keyOf(secret), wordsOf(String.fromCharCode(...message)), length, out);
      return byteString(out);
    });
    assert.deepEqual(found, expected, secret);
  }
});
