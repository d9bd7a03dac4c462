import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSite } from '../../../edge/core/answer.js';
import { ask, codesOf, header, makeManifest } from './fixture.js';
import { readJson, records, site, textOfAnswer } from './fixture.js';

const CASES = readJson('paging.json');

/**
 * @param {string} target
 * @returns {Record<string, string>} link targets by relation
 */
function linksOf(target) {
  const links = header(ask(target), 'Link') ?? '';
  return Object.fromEntries(
    links.split(', ').map((link) => {
      const [, address, rel] = /^<(.+)>; rel="(\w+)"$/.exec(link) ?? [];
      return [rel, address];
    }),
  );
}

test('a window past the end is an empty array with a link to the last window', () => {
  for (const query of ['offset=12', 'offset=999999999', 'page=3', 'page=999999999', 'page=random&seed=a&index=3']) {
    const result = ask(`/v1?${query}`);
    assert.equal(result.status, 200);
    assert.equal(textOfAnswer(result), '[]', query);
    assert.equal(header(result, 'X-Total-Count'), '12');
    const { first, prev, next, last } = linksOf(`/v1?${query}`);
    assert.equal(next, undefined);
    assert.equal(prev, last);
    assert.deepEqual(codesOf(first), codesOf(query.includes('random') ? '/v1?page=random&seed=a' : '/v1'));
    assert.equal(codesOf(last).length, 2);
  }
  assert.equal(textOfAnswer(ask('/v1/alpha/de?offset=1')), '[]');
  assert.equal(textOfAnswer(ask('/v1/name/germany?offset=9&fields=cca2')), '[]');
});

test('links that are too long together are reduced to next and prev, or to none', () => {
  const fields = (/** @type {number} */ length) => `cca2,${'x'.repeat(length)}`;
  const relations = (/** @type {string} */ target) => {
    const link = header(ask(target), 'Link');
    assert.ok((link ?? '').length <= 4096, target);
    return link === undefined ? [] : [...link.matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel);
  };
  assert.deepEqual(relations(`/v1?offset=5&fields=${fields(900)}`), ['first', 'prev', 'next', 'last']);
  assert.deepEqual(relations(`/v1?offset=5&fields=${fields(1100)}`), ['prev', 'next']);
  assert.deepEqual(relations(`/v1?fields=${fields(1900)}`), ['next']);
  assert.deepEqual(relations(`/v1?offset=5&fields=${fields(2100)}`), []);
  assert.equal(header(ask(`/v1?offset=5&fields=${fields(2100)}`), 'X-Total-Count'), '12');
  assert.deepEqual(relations(`/v1/alpha/de?fields=${fields(3000)}`), []);
});

test('links are absolute paths in the paging mode of the request, with its parameters in their declared order', () => {
  for (const [target, links] of CASES.links) {
    assert.deepEqual(linksOf(target), links, target);
  }
});

test('an empty list has a count and no links', () => {
  const { indexes, listings } = site.manifest;
  const nobody = { folder: 'rank/area/asc', members: [] };
  const rank = { ...indexes.rank, 'area/asc': listings.length };
  const changes = { indexes: { ...indexes, rank }, listings: [...listings, nobody] };
  const result = ask('/v1/rank/area?order=asc', {}, createSite(makeManifest(changes), records));
  assert.deepEqual([result.status, header(result, 'X-Total-Count'), header(result, 'Link')], [200, '0', undefined]);
  assert.equal(textOfAnswer(result), '[]');
});

// Limits of windows with files, instead of those of the fixture.
const POLICIES = [
  { limits: [1, 5, 10], catalogLimits: [1, 5, 10] },
  { limits: [2, 3, 4, 25], catalogLimits: [25] },
  { limits: [], catalogLimits: [] },
];

/**
 * Compare an answer with that of the fixture's policy, and with the answer at the address of its file.
 * @param {string} target
 * @param {import('../../../edge/core/types.js').Site} of
 * @returns {number} 1 if the answer has a file, else 0
 */
function compareFile(target, of) {
  const [result, expected] = [ask(target, {}, of), ask(target)];
  const text = textOfAnswer(result, of);
  assert.deepEqual(result.headers, expected.headers, target);
  assert.equal(text, textOfAnswer(expected), target);
  const file = result.file;
  if (file === undefined) {
    return 0;
  }
  const stored = ask(`/${file}`, {}, of);
  assert.deepEqual([stored.file, textOfAnswer(stored, of)], [file, text], target);
  return 1;
}

test('the address of the file of an answer has the same body under every policy', () => {
  const sites = POLICIES.map((policy) => createSite(makeManifest({ policy }), records));
  let files = 0;
  const filters = ['/v1/region/africa', '/v1/rank/gdp', '/v1/independent', '/v1/lang/english'];
  for (const path of ['/v1', '/v1/meta/tlds', ...filters]) {
    for (let limit = 1; limit <= 25; limit++) {
      for (let offset = 0; offset < 13; offset++) {
        const target = `${path}?limit=${limit}&offset=${offset}`;
        files += sites.map((of) => compareFile(target, of)).reduce((one, other) => one + other);
      }
    }
  }
  assert.ok(files > 500, `${files} answers have files`);
});

test('a window has a file exactly if its limit is written and its offset is a multiple of the limit', () => {
  for (const [target, file] of CASES.windows) {
    assert.equal(ask(target).file ?? null, file, target);
  }
});
