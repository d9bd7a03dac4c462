import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from '../../../edge/core/fold.js';
import { makeHaystack, search } from '../../../edge/core/search.js';
import { ask, codesOf, jsonOf, readJson } from './fixture.js';

const CASES = readJson('search.json');

/** @param {import('../../../edge/core/types.js').Names[]} own */
const among = (own, elsewhere = {}) => makeHaystack({ own, elsewhere });

/**
 * @param {string} target
 * @returns {string[]} none where nothing is found
 */
const found = (target) => (ask(target).status === 404 ? [] : codesOf(target));

/** @param {string} query */
const byName = (query) => found(`/v1/name/${encodeURIComponent(query)}?limit=25`);

/** @param {string} query */
const byCapital = (query) => found(`/v1/capital/${encodeURIComponent(query)}?limit=25`);

test('any part of a common, official, native or alternative name matches', () => {
  for (const query of ['Germany', 'federal republic of g', 'Bundesrepublik', 'deutsch', 'ERMAN']) {
    assert.deepEqual(byName(query), ['DE'], query);
  }
  assert.deepEqual(byName('भारत'), ['IN']);
  assert.deepEqual(byName('Suid-Afrika'), ['ZA']);
});

test('codes and alternative names of three letters or fewer match only as a whole', () => {
  for (const query of ['de', 'DEU', 'brd']) {
    assert.deepEqual(byName(query)[0], 'DE', query);
  }
  assert.deepEqual(byName('rsa'), ['ZA']);
  assert.equal(ask('/v1/name/zaf').status, 200);
  assert.equal(ask('/v1/name/za').status, 200);
  assert.equal(ask('/v1/name/brd1').status, 404);
  assert.equal(ask('/v1/name/dtv').status, 404);
  assert.deepEqual(byName('rs'), [], 'a part of RSA is no name');
});

test('ST matches as a code, although the word st folds to saint', () => {
  assert.deepEqual(byName('st'), ['ST', 'LC']);
  assert.deepEqual(byName('ＳＴ'), ['ST', 'LC'], 'in full width');
  assert.deepEqual(byName(' st '), ['ST', 'LC']);
  assert.deepEqual(byName('St. Lucia'), ['LC']);
  assert.deepEqual(byName('saint'), ['LC']);
});

test('matches are ordered by kind of match, then by kind of name, then in dataset order', () => {
  assert.deepEqual(byName('india'), ['IN', 'IO']);
  assert.deepEqual(byName('south'), ['ZA']);
  assert.deepEqual(byName('republic'), ['TD', 'IN', 'CI', 'XK', 'ST', 'ZA', 'DE', 'TL']);
  const haystack = among([...CASES.names, ...CASES.names], { a: 'abel,0,10 abelc,3', o: 'other,0' });
  const expected = [7, 8, 9, 17, 18, 19, 0, 10, 6, 16, 5, 15, 4, 14, 3, 13, 2, 12, 1, 11];
  assert.deepEqual(search(haystack, 'abel', false), expected);
  assert.deepEqual(search(haystack, 'abel', true), [7, 8, 9, 17, 18, 19, 0, 10]);
  assert.deepEqual(search(haystack, 'xabel', true), [1, 2, 11, 12]);
  const nameless = among([[[], [], []], [['a bcdef'], [], []], [[], [], []], [['abcdef'], ['d'], []]]);
  assert.deepEqual(search(nameless, 'bcdef', false), [1, 3]);
  assert.deepEqual(search(nameless, 'cdef', false), [1, 3]);
});

test('a match that runs across a space starts at the beginning of a word', () => {
  assert.deepEqual(byName('th africa'), []);
  assert.deepEqual(byName('thafrica'), []);
  assert.deepEqual(byName('indian ocean'), ['IO']);
  assert.deepEqual(byName('indianocean'), ['IO']);
  assert.deepEqual(byName('indian oc'), ['IO']);
  assert.deepEqual(byName('dian'), ['IO']);
  /** @type {import('../../../edge/core/types.js').Names[]} */
  const spaced = [[['eustatius and'], [], []], [['usa and'], [], []]];
  const haystack = among(spaced);
  assert.deepEqual(search(haystack, 'usa', false), [1]);
  assert.deepEqual(search(haystack, 'saand', false), []);
  assert.deepEqual(search(haystack, 'us and', false), []);
  assert.deepEqual(search(haystack, 'us', false), [1]);
});

test('three letters, or one ideograph or syllable sign, match at the starts of words', () => {
  /** @type {import('../../../edge/core/types.js').Names[]} */
  const only = [[['maroc'], ['roc x'], []], [['x maroc'], [], []], [['中國'], ['대한민국'], []]];
  const haystack = among(only.map(([common, others, wholes]) => [common.map(fold), others.map(fold), wholes]));
  for (const [query, expected] of CASES.starts) {
    assert.deepEqual(search(haystack, query, false), expected, query);
  }
});

test('a match that lacks a space of the name ends where a word ends', () => {
  /** @type {import('../../../edge/core/types.js').Names[]} */
  const only = [[['republique du congo'], [], []]];
  const haystack = among(only);
  for (const [query, count] of CASES.spaces) {
    assert.equal(search(haystack, query, false).length, count, query);
  }
});

test('a name in another language matches as a whole, after the own names that are whole', () => {
  for (const query of ['Allemagne', 'alemania', 'République fédérale d’Allemagne']) {
    assert.deepEqual(byName(query), ['DE'], query);
    assert.equal(ask(`/v1/name/${query}?fullText=true`).status, 200, query);
  }
  assert.deepEqual(byName('Allemagn'), []);
  assert.deepEqual(byName('inde'), ['IN']);
});

test('an ampersand is equal to the word and', () => {
  for (const query of ['sao tome & principe', 'sao tome&principe', 'São Tomé ＆ Príncipe']) {
    assert.deepEqual(byName(query), ['ST'], query);
  }
});

test('removed spaces match in both directions', () => {
  for (const query of ['washington dc', 'washingtondc', 'Washington, D.C.', 'WASHINGTON D C']) {
    assert.deepEqual(byCapital(query), ['US'], query);
  }
  for (const query of ['ndjamena', "N'Djamena", 'n djamena', 'N’Djamena']) {
    assert.deepEqual(byCapital(query), ['TD'], query);
  }
  for (const query of ['timor leste', 'timorleste', 'Timor-Leste', 'timor_leste']) {
    assert.deepEqual(byName(query), ['TL'], query);
  }
});

test('the 404 of fullText says so where a search without it finds', () => {
  const message = 'No country has the whole name "germ"; a search without fullText=true finds it in names.';
  assert.deepEqual(jsonOf(ask('/v1/name/germ?fullText=true')), { message, status: 404 });
  for (const target of ['/v1/name/nowhere?fullText=true', '/v1/name/nowhere']) {
    assert.match(jsonOf(ask(target)).message, /^.v1.name.{name} has no "nowhere"/);
  }
});

test('fullText matches whole names only', () => {
  /** @param {string} query */
  const whole = (query) => ask(`/v1/name/${encodeURIComponent(query)}?fullText=true`).status;
  for (const query of ['India', 'republic of india', 'Côte d’Ivoire', 'cote d ivoire', 'DE', 'unitedstates']) {
    assert.equal(whole(query), 200, query);
  }
  for (const query of ['indi', 'republic', 'united', 'german']) {
    assert.equal(whole(query), 404, query);
  }
  assert.deepEqual(codesOf('/v1/name/saint%20lucia?fullText=True'), ['LC']);
});

test('each of several capitals matches', () => {
  for (const query of ['pretoria', 'Bloemfontein', 'cape']) {
    assert.deepEqual(byCapital(query), ['ZA'], query);
  }
});

test('a text that folds to nothing, and an unknown name, match nothing', () => {
  for (const query of ['.', '’', '-', '%20', '%2F', 'atlantis', 'constructor', '__proto__', '%0A', '%00']) {
    assert.equal(ask(`/v1/name/${query}`).status, 404, query);
    assert.equal(ask(`/v1/capital/${query}`).status, 404, query);
  }
});
