/** The countries that boxes of pages find. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CountrySearch } from '../../../../builder/extensions/pages/assets/country-search.js';

const file = 'tests/extensions/pages/scripts/country-search.json';
const { countries, names, found } = JSON.parse(readFileSync(file, 'utf8'));
const search = new CountrySearch(countries, names);

/**
 * @param {{ code: string }[]} listed
 * @returns {string}
 */
function codesOf(listed) {
  return listed.map(({ code }) => code).join(' ');
}

for (const [typed, codes] of found) {
  test(`“${typed}” finds ${codes || 'nothing'}`, () => assert.equal(codesOf(search.find(typed)), codes));
}

test('a name with a letter wrong has the nearest, one that is like none has none', () => {
  assert.equal(codesOf(search.near('germny')), 'de');
  assert.equal(codesOf(search.near('xyzzy')), '');
});

test('a whole name and a code are rated higher than the beginning of a name', () => {
  const rate = (/** @type {string} */ text) => [...search.rate(text)];
  assert.deepEqual([rate('niger')[3], rate('ne')[3]], [8, 8]);
  assert.ok(rate('niger')[4] > 0 && rate('niger')[4] < 8);
});
