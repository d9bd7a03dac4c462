import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findByReadings } from '../../../edge/core/readings.js';
import { makeHaystack } from '../../../edge/core/search.js';
import { readJson } from './fixture.js';

/** @import { Names } from '../../../edge/core/types.js' */

/** @type {{names: string[], read: [query: string, name: string][], unread: [why: string, query: string][]}} */
const { names, read: readable, unread } = readJson('readings.json');
const own = names.map((name) => /** @type {Names} */ ([[name], [], name === 'united states' ? ['usa'] : []]));
const haystack = makeHaystack({ own, otherLanguages: { b: 'burma,7' } });

/** @param {string} query */
const read = (query) => findByReadings(haystack, query).map((number) => names[number]);

for (const [query, name] of readable) {
  test(`${query} is read as ${name}`, () => assert.deepEqual(read(query), [name]));
}

for (const [why, query] of unread) {
  test(`no reading: ${why}`, () => assert.deepEqual(read(query), []));
}

test('an abbreviation of two names finds both, in dataset order', () => {
  const both = makeHaystack({ own: ['north isle', 'new isle'].map((name) => [[name], [], []]), otherLanguages: {} });
  assert.deepEqual(findByReadings(both, 'N. Isle'), [0, 1]);
});
