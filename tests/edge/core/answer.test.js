import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSite } from '../../../edge/core/answer.js';
import { joinRecords } from '../../../edge/core/body_bytes.js';
import { ask, header, makeManifest, records, site, textOfAnswer } from './fixture.js';

test('the tag depends on what the fields select, not on their order, repetition, or paths below another path', () => {
  const tag = (/** @type {string} */ fields) => header(ask(`/v1?fields=${fields}`), 'ETag');
  assert.notEqual(tag('ab,c'), tag('a,bc'));
  assert.equal(tag('name.common,cca2'), tag('cca2,cca2,,name.common'));
  assert.equal(tag('name,name.common'), tag('name'));
});

test('a changed record changes the tags of exactly the answers that contain it', () => {
  const digests = [...site.manifest.digests];
  digests[3] = 'feedfacf00000003';
  const changed = createSite(makeManifest({ digests }), records);
  const tag = (/** @type {string} */ target, of = site) => header(ask(target, {}, of), 'ETag');
  for (const target of ['/v1', '/v1?fields=cca2', '/v1/alpha/de', '/v1?limit=1&offset=3']) {
    assert.notEqual(tag(target, changed), tag(target), target);
  }
  for (const target of ['/v1?offset=5', '/v1/alpha/us', '/health']) {
    assert.equal(tag(target, changed), tag(target), target);
  }
});

test('records with characters for repeated parts give the same answers as records without them', () => {
  /** @type {[string, string][]} */
  const parts = [['~', '"cca2":'], ['^', '"}']];
  const pack = (/** @type {string} */ text) => parts.reduce((rest, [mark, part]) => rest.replaceAll(part, mark), text);
  const packed = createSite(site.manifest, { parts, packed: records.packed.map(pack) });
  for (const target of ['/v1', '/v1?fields=cca2', '/v1/name/de', '/v1/current']) {
    const answers = [site, packed].map((one) => textOfAnswer(ask(target, { country: 'DE' }, one), one));
    assert.equal(answers[1], answers[0], target);
  }
});

test('a change of the program changes the tags, even if no record changes', () => {
  const released = createSite(makeManifest({ code: 'fedcba9876543210'.repeat(2) }), records);
  for (const target of ['/v1', '/v1?fields=cca2', '/v1/alpha/de', '/v1/current', '/v1/meta/tlds']) {
    const ifNoneMatch = header(ask(target, { country: 'DE' }), 'ETag') ?? '';
    assert.equal(ask(target, { country: 'DE', ifNoneMatch }, released).status, 200, target);
  }
});

test('an internal error is thrown to the adapter', () => {
  const broken = { ...site, manifest: { ...site.manifest, digests: [], listings: [], indexes: {} } };
  assert.throws(() => ask('/v1', {}, broken), TypeError);
});

test('joined bytes of records are the same array as joined texts', () => {
  const decoder = new TextDecoder();
  const targets = ['/v1?offset=3', '/v1/alpha/de,st', '/v1/rank/gdp?limit=9&offset=1', '/v1?page=randomized'];
  for (const target of targets) {
    const result = ask(target);
    assert.ok('members' in result, target);
    assert.equal(decoder.decode(joinRecords(site, result.members)), textOfAnswer(result));
  }
  assert.equal(decoder.decode(joinRecords(site, [])), '[]');
});
