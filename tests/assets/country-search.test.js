/** The countries that boxes of pages find. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CountrySearch } from '../../templates/assets/country-search.js';

const search = new CountrySearch(
  [
    ['Germany', 'DE'],
    ['Japan', 'JP'],
    ['South Korea', 'KR'],
    ['Niger', 'NE'],
    ['Nigeria', 'NG'],
  ],
  {
    own: [
      [['germany'], ['deutschland'], ['de', 'deu']],
      [['japan'], ['nippon'], ['jp', 'jpn']],
      [['south korea'], [], ['kr', 'kor']],
      [['niger'], [], ['ne', 'ner']],
      [['nigeria'], [], ['ng', 'nga']],
    ],
    elsewhere: { 日: '日本,1' },
  },
);

/**
 * @param {{ code: string }[]} countries
 * @returns {string}
 */
function codesOf(countries) {
  return countries.map(({ code }) => code).join(' ');
}

for (const [typed, found] of [
  ['germ', 'de'],
  ['Deutschland', 'de'],
  ['JPN', 'jp'],
  ['日本', 'jp'],
  ['Korea, South', 'kr'],
  ['niger', 'ne ng'],
  ['ng', 'ng'],
  ['germny', ''],
  ['', ''],
]) {
  test(`“${typed}” finds ${found || 'nothing'}`, () => assert.equal(codesOf(search.find(typed)), found));
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
