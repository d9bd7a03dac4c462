import assert from 'node:assert/strict';
import { test } from 'node:test';

import { header } from '../core/fixture.js';
import { adapter } from './adapters.js';

const { ask, bodyOf, refused, site } = await adapter('edge/adapters/site.js');

/** @param {string} target */
function get(target) {
  return ask({ method: 'GET', target });
}

test('characters that a target cannot contain are read as if they were percent-encoded', () => {
  assert.deepEqual(get('/v1/name/Åland?fields=name'), get('/v1/name/%C3%85land?fields=name'));
  assert.deepEqual(get('/v1/name/ \u0007'), get('/v1/name/%20%07'));
  assert.deepEqual(get('/v1/name/\ud83d'), get('/v1/name/%EF%BF%BD'));
});

test('a target is split at its first question mark', () => {
  assert.deepEqual(get('/v1?seed=?&limit=1'), get('/v1?limit=1&seed=%3F'));
  assert.deepEqual(get('/v1?'), get('/v1'));
});

test('entropy is generated for each request that needs it', () => {
  const seeds = Array.from({ length: 20 }, () => header(get('/v1?page=random'), 'X-List-Seed') ?? '');
  assert.equal(new Set(seeds).size, 20);
  for (const seed of seeds) {
    assert.match(seed, /^[0-9a-f]{32}$/);
  }
});

test('any exception is answered with the declared 500 and reported', (context) => {
  const log = context.mock.method(console, 'error', () => {});
  const fault = new Error('the core');
  const { patterns } = site;
  site.patterns = {
    find() {
      throw fault;
    },
  };
  const result = get('/v1');
  site.patterns = patterns;
  assert.equal(result.status, 500);
  assert.equal(JSON.parse(result.body).status, 500);
  assert.deepEqual(log.mock.calls[0].arguments, [fault]);
});

test('the error for a request that the host rejects has the body and the headers of every error', () => {
  const result = refused(431, 'Too large.');
  assert.deepEqual(JSON.parse(result.body), { message: 'Too large.', status: 431 });
  for (const [name, value] of site.manifest.headers.common) {
    assert.equal(header(result, name), value);
  }
});

test('a response has a body only if its status allows one', () => {
  const tag = header(get('/v1?fields=cca2'), 'ETag');
  const unchanged = ask({ method: 'GET', target: '/v1?fields=cca2', ifNoneMatch: tag });
  assert.equal(unchanged.status, 304);
  assert.equal(bodyOf(unchanged), null);
  assert.equal(bodyOf(get('/flags/get/de')), null);
  assert.equal(bodyOf(ask({ method: 'OPTIONS', target: '/v1' })), null);
  assert.match(String(bodyOf(get('/nothing'))), /"status":404}$/);
  const joined = new TextDecoder().decode(bodyOf(get('/v1/alpha/de,in')));
  assert.deepEqual(
    JSON.parse(joined).map((/** @type {{cca2: string}} */ record) => record.cca2),
    ['DE', 'IN'],
  );
});
