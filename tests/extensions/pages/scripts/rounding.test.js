/** Numbers as people read them, which the build writes alike. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { rounded, written } from '../../../../builder/extensions/pages/assets/rounding.js';

for (const [value, digits, text] of JSON.parse(readFileSync('tests/fixtures/rounding.json', 'utf8'))) {
  test(`${value} with ${digits} decimals is ${text}`, () => {
    assert.equal(rounded(value, digits), text);
  });
}

test('a value of a metric has its sign and its unit', () => {
  assert.equal(written({ before: '$', after: '', digits: 0 }, 4_436e9), '$4.44 trillion');
});
