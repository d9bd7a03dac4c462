import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold, squash } from '../../../edge/core/fold.js';
import { makeHaystack, search } from '../../../edge/core/search.js';
import { ask, codesOf, countries, makeManifest } from './fixture.js';

const { names } = makeManifest();

/**
 * @param {string} target
 * @returns {string[]} none where nothing is found
 */
const found = (target) => (ask(target).status === 404 ? [] : codesOf(target));

/** @param {string} query */
const byName = (query) => found(`/v1/name/${encodeURIComponent(query)}?limit=25`);

/** @param {string} query */
const byCapital = (query) => found(`/v1/capital/${encodeURIComponent(query)}?limit=25`);

test('common, official, native and alternative names are found, in part', () => {
  for (const query of ['Germany', 'federal republic of g', 'Bundesrepublik', 'deutsch', 'ERMAN']) {
    assert.deepEqual(byName(query), ['DE'], query);
  }
  assert.deepEqual(byName('भारत'), ['IN']);
  assert.deepEqual(byName('Suid-Afrika'), ['ZA']);
});

test('codes and alternatives of three letters or fewer are found only as a whole', () => {
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

test('ST is a code, though as a word it is saint', () => {
  assert.deepEqual(byName('st'), ['ST', 'LC']);
  assert.deepEqual(byName(' st '), ['ST', 'LC']);
  assert.deepEqual(byName('St. Lucia'), ['LC']);
  assert.deepEqual(byName('saint'), ['LC']);
});

test('whole names come first, then beginnings, beginnings of a word, and anywhere; ties in dataset order', () => {
  assert.deepEqual(byName('india'), ['IN', 'IO']);
  assert.deepEqual(byName('south'), ['ZA']);
  assert.deepEqual(byName('in'), ['IN', 'IO', 'LC', 'ST']);
  const haystack = makeHaystack(
    [['xab'], ['a ab'], ['abc', 'x'], ['zz', 'ab'], ['x', 'y abz'], ['abd'], ['xxab']].map((parts) => [parts, []]),
  );
  assert.deepEqual(search(haystack, 'ab', false), [3, 2, 5, 1, 4, 0, 6]);
  assert.deepEqual(search(haystack, 'ab', true), [3]);
  assert.deepEqual(search(haystack, 'xab', true), [0]);
  const alike = makeHaystack([['ab'], ['ab', 'abc'], ['ab']].map((parts) => [parts, []]));
  assert.deepEqual(search(alike, 'ab', true), [0, 1, 2]);
  assert.deepEqual(search(alike, 'ab', false), [0, 1, 2]);
});

test('spaces taken out match both ways', () => {
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

test('fullText asks for whole names', () => {
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

test('any of several capitals is found', () => {
  for (const query of ['pretoria', 'Bloemfontein', 'cape']) {
    assert.deepEqual(byCapital(query), ['ZA'], query);
  }
});

test('what folds to nothing or names nothing is not found', () => {
  for (const query of ['.', '’', '-', '%20', '%2F', 'atlantis', 'constructor', '__proto__', '%0A', '%00']) {
    assert.equal(ask(`/v1/name/${query}`).status, 404, query);
    assert.equal(ask(`/v1/capital/${query}`).status, 404, query);
  }
});

/**
 * The same by looking at every name of every record.
 * @param {string} query
 */
function slowly(query) {
  const wanted = squash(fold(query));
  const tiers = names.map(([parts, wholes]) => {
    const whole = wholes.some((text) => squash(text) === wanted || text === query);
    const tier = parts.map((part) => {
      const words = part.split(' ').map((_, at, all) => all.slice(at).join(''));
      return [words[0] === wanted, words[0].startsWith(wanted), words.some((text) => text.startsWith(wanted)),
        words[0].includes(wanted)].indexOf(true);
    });
    return Math.min(whole ? 0 : 9, ...tier.map((at) => (at < 0 ? 9 : at)));
  });
  return [0, 1, 2, 3].flatMap((tier) => tiers.flatMap((at, number) => (at === tier ? [countries[number].cca2] : [])));
}

test('every piece of every name finds what looking at every name finds', () => {
  const queries = new Set(
    names.flatMap(([parts]) => parts).flatMap((part) =>
      [1, 2, 3, 5, 9].flatMap((length) =>
        [...part].map((_, at) => [...part].slice(at, at + length).join('').trim()).filter((piece) => piece !== ''),
      ),
    ),
  );
  for (const query of queries) {
    assert.deepEqual(byName(query), slowly(query), query);
  }
  assert.ok(queries.size > 500);
});
