import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSite } from '../../../edge/core/answer.js';
import { ask, codesOf, makeManifest, records, textOfAnswer } from './fixture.js';

test('a default limit above the largest limit of a route is reduced for the files of the route, too', () => {
  const { params, routes } = makeManifest();
  const limited = createSite(
    makeManifest({
      params: { ...params, limit: { ...params.limit, default: 3 } },
      routes: routes.map((route) => (route.path === '/v1/region/{region}' ? { ...route, maxLimit: 2 } : route)),
    }),
    records,
  );
  for (const path of ['/v1/region/africa', '/v1/region/europe']) {
    assert.deepEqual(codesOf(`${path}.json`, {}, limited), codesOf(path, {}, limited), path);
  }
  assert.equal(codesOf('/v1/region/africa.json', {}, limited).length, 2);
});

test('a fixed value is answered alike at the address of its file', () => {
  assert.deepEqual(ask('/health.json'), ask('/health'));
});

test('a key that is not ASCII has a file at an encoded address', () => {
  const { indexes } = makeManifest();
  const lang = { ...indexes.lang, 'ا日a': indexes.lang.eng };
  const site = createSite(makeManifest({ indexes: { ...indexes, lang } }), records);
  const answer = ask(`/v1/lang/${encodeURIComponent('ا日a')}`, {}, site);
  const stored = ask('/v1/lang/~627~65e5a.json', {}, site);
  assert.equal(textOfAnswer(stored, site), textOfAnswer(answer, site));
  assert.equal(stored.file, 'v1/lang/~627~65e5a.json');
  for (const other of ['~65ng', '~', '~627']) {
    assert.equal(ask(`/v1/lang/${other}.json`, {}, site).status, 404, 'no other spelling is an address');
  }
});
