import assert from 'node:assert/strict';
import { test } from 'node:test';

import { adapter } from './adapters.js';

const { default: handle } = await adapter('builder/hosts/netlify/adapter.js');
const context = { geo: { country: { code: 'DE' } }, next: () => Promise.resolve(new Response('[]')) };

/**
 * @param {string} target
 * @param {string} [method]
 * @returns {Promise<Response>}
 */
function ask(target, method = 'GET') {
  return handle(new Request(`https://example.org${target}`, { method }), context);
}

/** @param {Response} response */
function isCached({ headers }) {
  return headers.get('Netlify-CDN-Cache-Control') === null && /^public/.test(headers.get('Cache-Control') ?? '');
}

const CACHED = ['/v1?offset=1', '/v1?limit=2&offset=3', '/v1/region/europe?fields=cca2,name.common', '/flags/get/de'];
const UNUSUAL = ['/v1?limit=2&limit=3', '/v1?limit=0', '/v1?%6cimit=2', '/v1?a=%zz', '/v1?&limit=2', '/v1?limit'];
const VARYING = ['/v1?seed=a+b&page=random', '/v1/current', '/v1/random', '/v1?page=random', '/nowhere'];

for (const target of [...CACHED, ...UNUSUAL, ...VARYING]) {
  test(`the CDN ${CACHED.includes(target) ? 'may' : 'may not'} cache ${target} by its query`, async () => {
    const response = await ask(target);
    assert.equal(response.headers.get('Netlify-Vary'), 'query');
    assert.equal(isCached(response), CACHED.includes(target), String(response.status));
  });
}

test('only GET responses are cached', async () => {
  for (const method of ['HEAD', 'OPTIONS', 'POST']) {
    assert.equal((await ask('/v1?offset=1', method)).headers.get('Netlify-CDN-Cache-Control'), 'no-store');
  }
});
