import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from '../../../edge/core/fold.js';
import { makeHaystack, search } from '../../../edge/core/search.js';
import { ask, codesOf, readJson } from './fixture.js';

const CASES = readJson('search.json');

/** @param {import('../../../edge/core/types.js').Names[]} own */
const among = (own, otherLanguages = {}) => makeHaystack({ own, otherLanguages });

/**
 * @param {string} target
 * @returns {string[]} the codes that the search finds
 */
const found = (target) => (ask(target).status === 404 ? [] : codesOf(target));

for (const { why, target, finds } of CASES.searches) {
  test(why, () => {
    for (const [query, codes] of finds) {
      assert.deepEqual(found(target.replace('{}', encodeURIComponent(query))), codes, query);
    }
  });
}

test('matches are ordered by kind of match, then by kind of name, then in dataset order', () => {
  const haystack = among([...CASES.names, ...CASES.names], { a: 'abel,0,10 abelc,3', o: 'other,0' });
  const expected = [7, 8, 9, 17, 18, 19, 0, 10, 6, 16, 5, 15, 4, 14, 3, 13, 2, 12, 1, 11];
  assert.deepEqual(search(haystack, 'abel', false), expected);
  assert.deepEqual(search(haystack, 'abel', true), [7, 8, 9, 17, 18, 19, 0, 10]);
  assert.deepEqual(search(haystack, 'xabel', true), [1, 2, 11, 12]);
  const nameless = among([[[], [], []], [['a bcdef'], [], []], [[], [], []], [['abcdef'], ['d'], []]]);
  assert.deepEqual(search(nameless, 'bcdef', false), [1, 3]);
  assert.deepEqual(search(nameless, 'cdef', false), [1, 3]);
});

test('a match across a space must begin where a word begins', () => {
  /** @type {import('../../../edge/core/types.js').Names[]} */
  const spaced = [[['eustatius and'], [], []], [['usa and'], [], []]];
  const haystack = among(spaced);
  assert.deepEqual(search(haystack, 'usa', false), [1]);
  assert.deepEqual(search(haystack, 'saand', false), []);
  assert.deepEqual(search(haystack, 'us and', false), []);
  assert.deepEqual(search(haystack, 'us', false), [1]);
});

test('three letters, or one ideograph or syllable sign, only match at the starts of words', () => {
  /** @type {import('../../../edge/core/types.js').Names[]} */
  const only = [[['maroc'], ['roc x'], []], [['x maroc'], [], []], [['中國'], ['대한민국'], []]];
  const haystack = among(only.map(([common, others, wholes]) => [common.map(fold), others.map(fold), wholes]));
  for (const [query, expected] of CASES.starts) {
    assert.deepEqual(search(haystack, query, false), expected, query);
  }
});

test('a match that lacks a space of the name must end where a word ends', () => {
  /** @type {import('../../../edge/core/types.js').Names[]} */
  const only = [[['republique du congo'], [], []]];
  const haystack = among(only);
  for (const [query, count] of CASES.spaces) {
    assert.equal(search(haystack, query, false).length, count, query);
  }
});
