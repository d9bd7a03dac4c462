import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSite } from '../../../edge/core/answer.js';
import { makeHaystack } from '../../../edge/core/search.js';
import { namesAndRecords, suggest } from '../../../edge/core/suggest.js';
import { ask, jsonOf, makeManifest, records } from './fixture.js';

/** @import { Names } from '../../../edge/core/types.js' */

/**
 * @param {string[]} common
 * @param {string} query
 */
const among = (common, query) => {
  const own = common.map((name) => /** @type {Names} */ ([[name], [], []]));
  return suggest(namesAndRecords(makeHaystack({ own, otherLanguages: {} })), query).map((number) => common[number]);
};

test('names that differ by one or two letters are suggested, the most similar first', () => {
  for (const query of ['germny', 'Germani', 'xermany', 'germanyyy', 'GÈRMANNY']) {
    assert.deepEqual(among(['germany', 'guernsey'], query), ['germany'], query);
  }
  assert.deepEqual(among(['aastralia', 'australia'], 'australi'), ['australia', 'aastralia']);
  assert.deepEqual(among(['south sudan'], 'southsudn'), ['south sudan']);
});

test('two exchanged neighbouring letters count as one difference', () => {
  for (const query of ['gemrany', 'egrmany', 'germayn', 'gemranyy']) {
    assert.deepEqual(among(['germany'], query), ['germany'], query);
  }
  assert.deepEqual(among(['italy'], 'itlya'), []);
});

test('no name is suggested for three letters, or if it differs by three letters, or by two from a short query', () => {
  for (const query of ['grmn', 'grmny', 'germanyxyz', 'xxxmany', 'x', '', '.']) {
    assert.deepEqual(among(['germany'], query), [], query);
  }
  assert.deepEqual(among(['mali', 'oman'], 'mily'), []);
  assert.deepEqual(among(['mali', 'oman'], 'mal'), []);
  assert.deepEqual(among(['cuba'], 'dubai'), []);
  assert.deepEqual(among(['mali', 'oman'], 'malo'), ['mali']);
});

test('at most three names are suggested, in dataset order if they are equally similar', () => {
  assert.deepEqual(among(['aland1', 'aland2', 'aland3', 'aland4'], 'aland'), ['aland1', 'aland2', 'aland3']);
});

test('the 404 of a language or a currency suggests names with a similar spelling, each once', () => {
  const manifest = makeManifest();
  manifest.indexes.lang.germans = manifest.indexes.lang.german;
  const site = createSite(manifest, records);
  assert.match(jsonOf(ask('/v1/lang/germn', {}, site)).message, / Did you mean German\?$/);
  assert.match(jsonOf(ask('/v1/currency/doller', {}, site)).message, / Did you mean dollar\?$/);
  assert.match(jsonOf(ask('/v1/currency/dolalrs', {}, site)).message, / Did you mean dollar\?$/);
  assert.doesNotMatch(jsonOf(ask('/v1/region/europa', {}, site)).message, /Did you mean/);
});
