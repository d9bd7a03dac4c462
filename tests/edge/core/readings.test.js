import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findByReadings } from '../../../edge/core/readings.js';
import { makeHaystack } from '../../../edge/core/search.js';

/** @import { Names } from '../../../edge/core/types.js' */

const NAMES = [
  'south korea',
  'republic of korea',
  'congo',
  'democratic republic of congo',
  'hong kong',
  'federated states of micronesia',
  'bosnia and herzegovina',
  'myanmar',
  'united states',
  'united states virgin islands',
];
const own = NAMES.map((name) => /** @type {Names} */ ([[name], [], name === 'united states' ? ['usa'] : []]));
const haystack = makeHaystack({ own, elsewhere: { b: 'burma,7' } });

/** @param {string} query */
const read = (query) => findByReadings(haystack, query).map((number) => NAMES[number]);

for (const [query, name] of [
  ['Korea, South', 'south korea'],
  ['Korea South', 'south korea'],
  ['Korea, Rep. of', 'republic of korea'],
  ['S. Korea', 'south korea'],
  ['Congo (Democratic Republic of the)', 'democratic republic of congo'],
  ['Congo, Dem. Rep.', 'democratic republic of congo'],
  ['D.R. Congo', 'democratic republic of congo'],
  ['Hong Kong SAR, China', 'hong kong'],
  ['China: Hong Kong Special Administrative Region', 'hong kong'],
  ['Micronesia, Fed. Sts.', 'federated states of micronesia'],
  ['Bosnia & Herz.', 'bosnia and herzegovina'],
  ['Myanmar [Birma]', 'myanmar'],
  ['Nowhere (formerly Burma)', 'myanmar'],
  ['Congo (the) [Brazzaville]', 'congo'],
  ['Congo*', 'congo'],
  ['Kingdom of Myanmar', 'myanmar'],
]) {
  test(`${query} is read as ${name}`, () => assert.deepEqual(read(query), [name]));
}

for (const [why, query] of [
  ['a code in brackets is that of an owner', 'Nowhere (USA)'],
  ['what stands in brackets may not contradict the rest', 'Virgin (Myanmar)'],
  ['a part of a name is none', 'Micronesia, Fed.'],
  ['an abbreviation is the start of a word', 'xorea, S.'],
  ['one word has no other reading', 'S.'],
  ['nothing is read in nothing', '()'],
  ['names are not that long', `Korea, South${' '.repeat(100)}(${'x'.repeat(20)})`],
]) {
  test(`no reading: ${why}`, () => assert.deepEqual(read(query), []));
}

test('an abbreviation that two names have finds both, in dataset order', () => {
  const both = makeHaystack({ own: ['north isle', 'new isle'].map((name) => [[name], [], []]), elsewhere: {} });
  assert.deepEqual(findByReadings(both, 'N. Isle'), [0, 1]);
});
