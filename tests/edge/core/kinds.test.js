import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSite } from '../../../edge/core/answer.js';
import { KINDS } from '../../../edge/core/kinds.js';
import { compileRoutes, findRoute } from '../../../edge/core/router.js';
import { ask, codesOf, countries, header, jsonOf, makeManifest, statusOf } from './fixture.js';
import { records, site } from './fixture.js';

/** @import { RouteEntry } from '../../../edge/core/types.js' */

test('/v1/current without a known country is a 404, or answers the fallback', () => {
  const fallback = createSite(makeManifest({ fallback: 'US' }), records);
  for (const country of ['', 'XX', '\u212aX', 'constructor']) {
    assert.equal(ask('/v1/current', { country }).status, 404);
    assert.equal(jsonOf(ask('/v1/current', { country }, fallback), fallback).cca2, 'US');
  }
});

test('cca2, cca3 and ccn3 codes in any case return records in the order of the codes', () => {
  for (const path of ['/v1/alpha', '/v1/countries/alpha']) {
    assert.deepEqual(codesOf(`${path}/us,DEU,010,In`), ['US', 'DE', 'AQ', 'IN']);
    assert.deepEqual(codesOf(`${path}/10,86`), ['AQ', 'IO'], 'numbers are padded');
    assert.deepEqual(codesOf(`${path}/xk,xkx,unk,UNK`), ['XK']);
    assert.deepEqual(codesOf(`${path}/de,zz,us,276,DE,`), ['DE', 'US'], 'repeats and unknown ones are dropped');
    assert.deepEqual(codesOf(`${path}/de,%20us%20`), ['DE', 'US']);
    assert.deepEqual(codesOf(`${path}/%20%20de`), ['DE']);
    for (const none of ['zz', ',', '0', '0010', 'GER', 'constructor', '__proto__', 'x%E2%84%AA', 'X%E2%84%AA']) {
      assert.equal(statusOf(`${path}/${none}`), 404, none);
    }
  }
});

test('more than 25 codes are rejected; duplicates count, and empty codes do not', () => {
  for (const path of ['/v1/alpha', '/v1/countries/alpha']) {
    assert.equal(statusOf(`${path}/${'de,'.repeat(25)}`), 200);
    assert.equal(statusOf(`${path}/${',de'.repeat(25)},,%20,%09`), 200);
    const result = ask(`${path}/${'de,'.repeat(26)}`);
    assert.deepEqual(jsonOf(result), { message: 'The path has 26 codes; at most 25 are allowed.', status: 400 });
  }
});

test('a listing of all records is answered in windows', () => {
  const { indexes } = site.manifest;
  const lang = { ...indexes.lang, latin: indexes.all[''] };
  const withLanguage = createSite(makeManifest({ indexes: { ...indexes, lang } }), records);
  for (const query of ['limit=25', 'limit=25&offset=4', 'offset=3&limit=2']) {
    const expected = codesOf(`/v1/alpha/${countries.map(({ cca2 }) => cca2).join()}?${query}`);
    assert.deepEqual(codesOf(`/v1/lang/latin?${query}`, {}, withLanguage), expected, query);
  }
});

test('the tag of a window of a catalog depends on limit, offset, total and digest', () => {
  const { catalogs } = site.manifest;
  const tags = [
    ask('/v1/meta/tlds?limit=1'),
    ask('/v1/meta/tlds?limit=2'),
    ask('/v1/meta/tlds?limit=1&offset=1'),
    ...[{ total: 12 }, { digest: '00000000000000cb' }].map((change) => {
      const changed = makeManifest({ catalogs: { ...catalogs, tlds: { ...catalogs.tlds, ...change } } });
      return ask('/v1/meta/tlds?limit=1', {}, createSite(changed, records));
    }),
  ].map((result) => header(result, 'ETag'));
  assert.equal(new Set(tags).size, 5);
});

test('a flag redirects to the address in the record', () => {
  const { png, svg } = jsonOf(ask('/v1/alpha/xk'))[0].flags;
  const redirects = ['/flags/get/UNK', '/flags/get/png/xk', '/flags/get/svg/XKX'].map((target) => ask(target));
  assert.deepEqual(redirects.map((result) => header(result, 'Location')), [png, png, svg]);
  assert.equal(statusOf('/flags/get/gif/de'), 404);
});

test('an address that ends in .json/ is answered as the route without this ending, if it has no file', () => {
  assert.deepEqual(ask('/v1/name/united.json/'), ask('/v1/name/united'));
});

test('the address of a window without its ending .json is a 404', () => {
  assert.equal(statusOf('/v1/region/africa/5-0'), 404);
});

test('of several matching routes, the one with the longest literal beginning answers', () => {
  /** @param {string[]} paths */
  const finder = (paths) => {
    /** @type {RouteEntry[]} */
    const routes = paths.map((path) => ({ path, kind: 'file', params: [] }));
    const patterns = compileRoutes(routes, KINDS);
    return (/** @type {string[]} */ ...segments) => findRoute(patterns, segments)?.path;
  };
  const paths = ['/{x}/b/c', '/a/{x}/c', '/a/b/{x}', '/a/b/c', '/d/e/{x}.txt'];
  for (const order of [paths, [...paths].reverse()]) {
    const find = finder(order);
    assert.equal(find('a', 'b', 'c'), '/a/b/c');
    assert.equal(find('a', 'b', 'd'), '/a/b/{x}');
    assert.equal(find('a', 'd', 'c'), '/a/{x}/c');
    assert.equal(find('d', 'b', 'c'), '/{x}/b/c');
    assert.equal(find('d', 'e', 'f.txt'), '/d/e/{x}.txt');
    assert.equal(find('d', 'e', 'f'), undefined);
    assert.equal(find('a', 'b'), undefined);
  }
});

test('on a site without documents, the 404 of an unknown path lists the routes', () => {
  const manifest = makeManifest();
  const routes = manifest.routes.filter(({ kind }) => kind === 'flag');
  const flags = createSite({ ...manifest, routes, addresses: [] }, records);
  /** @type {(target: string) => string} */
  const message = (target) => jsonOf(ask(target, {}, flags)).message;
  assert.equal(
    message('/v1'),
    `There is nothing at "/v1"; the routes are ${routes.map(({ path }) => path).join(', ')}.`,
  );
});

test('a code matches in any case, and st is not folded to saint as in a name', () => {
  const manifest = makeManifest();
  manifest.indexes.lang.st = manifest.indexes.lang.deu;
  const withLanguage = createSite(manifest, records);
  /** @type {(target: string) => number} */
  const statusOn = (target) => ask(target, {}, withLanguage).status;
  assert.equal(statusOn('/v1/lang/ST'), 200);
  assert.equal(statusOn('/v1/lang/%20st%20'), 200);
  assert.equal(statusOn('/v1/lang/saint'), 404);
  assert.equal(statusOn('/v1/countries/cioc/GER'), 200);
  assert.equal(statusOn('/v1/countries/cioc/g.e.r'), 404);
});
