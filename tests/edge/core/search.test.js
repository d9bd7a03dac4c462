import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from '../../../edge/core/fold.js';
import { makeHaystack, search } from '../../../edge/core/search.js';
import { ask, codesOf, readJson } from './fixture.js';

const CASES = readJson('search.json');

/** @param {import('../../../edge/core/types.js').Names[]} own */
const haystackOfNames = (own, otherLanguages = {}) => makeHaystack({ own, otherLanguages });

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

test('whole names come first, then beginnings, then other parts; of each kind, common names come first', () => {
  const haystack = haystackOfNames([...CASES.names, ...CASES.names], { a: 'abel,0,10 abelc,3', o: 'other,0' });
  const expected = [7, 8, 9, 17, 18, 19, 0, 10, 6, 16, 5, 15, 4, 14, 3, 13, 2, 12, 1, 11];
  assert.deepEqual(search(haystack, 'abel', false), expected);
  assert.deepEqual(search(haystack, 'abel', true), [7, 8, 9, 17, 18, 19, 0, 10]);
  assert.deepEqual(search(haystack, 'xabel', true), [1, 2, 11, 12]);
  const withGaps = haystackOfNames([[[], [], []], [['a bcdef'], [], []], [[], [], []], [['abcdef'], ['d'], []]]);
  assert.deepEqual(search(withGaps, 'bcdef', false), [1, 3]);
  assert.deepEqual(search(withGaps, 'cdef', false), [1, 3]);
});

test('a match across a space must begin where a word begins', () => {
  /** @type {import('../../../edge/core/types.js').Names[]} */
  const names = [[['eustatius and'], [], []], [['usa and'], [], []]];
  const haystack = haystackOfNames(names);
  assert.deepEqual(search(haystack, 'usa', false), [1]);
  assert.deepEqual(search(haystack, 'saand', false), []);
  assert.deepEqual(search(haystack, 'us and', false), []);
});

test('up to three letters, or one ideograph or syllable sign, match only at the start of a word', () => {
  /** @type {import('../../../edge/core/types.js').Names[]} */
  const names = [[['maroc'], ['roc x'], []], [['x maroc'], [], []], [['中國'], ['대한민국'], []]];
  const folded = names.map(([common, others, exact]) => [common.map(fold), others.map(fold), exact]);
  const haystack = haystackOfNames(/** @type {import('../../../edge/core/types.js').Names[]} */ (folded));
  for (const [query, expected] of CASES.starts) {
    assert.deepEqual(search(haystack, query, false), expected, query);
  }
});

test('a query that omits a space of a name must end where a word of the name ends', () => {
  /** @type {import('../../../edge/core/types.js').Names[]} */
  const names = [[['republique du congo'], [], []]];
  const haystack = haystackOfNames(names);
  for (const [query, count] of CASES.spaces) {
    assert.equal(search(haystack, query, false).length, count, query);
  }
});
