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

test('a name that is one or two letters away is suggested, the nearest first', () => {
  for (const query of ['germny', 'Germani', 'xermany', 'germanyyy', 'GÈRMANNY']) {
    assert.deepEqual(among(['germany', 'guernsey'], query), ['germany'], query);
  }
  assert.deepEqual(among(['aastralia', 'australia'], 'australi'), ['australia', 'aastralia']);
  assert.deepEqual(among(['south sudan'], 'southsudn'), ['south sudan']);
});

test('two exchanged letters count as one', () => {
  for (const query of ['gemrany', 'egrmany', 'germayn', 'gemranyy']) {
    assert.deepEqual(among(['germany'], query), ['germany'], query);
  }
  assert.deepEqual(among(['italy'], 'itlya'), []);
});

test('a name that differs by three letters is not suggested, nor by two if it is short, nor for three letters', () => {
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

test('the 404 of a language or a currency suggests names that are spelled alike, each once', () => {
  const manifest = makeManifest();
  manifest.indexes.lang.germans = manifest.indexes.lang.german;
  const site = createSite(manifest, records);
  assert.match(jsonOf(ask('/v1/lang/germn', {}, site)).message, / Did you mean German\?$/);
  assert.match(jsonOf(ask('/v1/currency/doller', {}, site)).message, / Did you mean dollar\?$/);
  assert.match(jsonOf(ask('/v1/currency/dolalrs', {}, site)).message, / Did you mean dollar\?$/);
  assert.doesNotMatch(jsonOf(ask('/v1/region/europa', {}, site)).message, /Did you mean/);
});
