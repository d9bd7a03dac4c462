import assert from 'node:assert/strict';
import { test } from 'node:test';

import { AnswerCache, isForAll } from '../../../edge/adapters/answer_cache.js';
import { adapter } from './adapters.js';

const { ask } = await adapter('edge/adapters/site.js');

const HEADERS = ['Content-Type', 'application/json'];
const MEBIBYTE = 2 ** 20;

/**
 * Offer an answer twice, because the cache stores it the second time.
 * @param {AnswerCache} cache
 * @param {string} target
 * @param {string[]} headers
 * @param {Uint8Array | string} body
 */
function storeTwice(cache, target, headers, body) {
  cache.store(target, headers, body);
  cache.store(target, headers, body);
}

test('an answer is cached the second time', () => {
  const cache = new AnswerCache(MEBIBYTE);
  const body = '[{"name":"Österreich"}]';
  assert.equal(cache.find('/v1/alpha/de'), undefined);
  cache.store('/v1/alpha/de', HEADERS, body);
  assert.equal(cache.find('/v1/alpha/de'), undefined);
  cache.store('/v1/alpha/de', HEADERS, body);
  const cached = cache.find('/v1/alpha/de');
  assert.deepEqual(cached?.headers, HEADERS);
  assert.equal(String(cached?.body), '[{"name":"Österreich"}]');
  assert.equal(cache.find('/v1/alpha/fr'), undefined);
});

test('a body that is part of a buffer is cached from its first to its last byte', () => {
  const cache = new AnswerCache(MEBIBYTE);
  storeTwice(cache, '/v1', HEADERS, new TextEncoder().encode('..[1]...').subarray(2, 5));
  assert.equal(String(cache.find('/v1')?.body), '[1]');
});

test('a full cache starts over', () => {
  const cache = new AnswerCache(MEBIBYTE);
  const body = new Uint8Array(50_000);
  const targets = Array.from({ length: 30 }, (_, count) => `/${count}`);
  targets.forEach((target) => storeTwice(cache, target, HEADERS, body));
  assert.equal(cache.find(targets[0]), undefined);
  assert.ok(cache.find(targets[29]));
  storeTwice(cache, targets[0], HEADERS, body);
  assert.ok(cache.find(targets[0]));
});

test('targets whose answers were offered only once also fill the cache', () => {
  const cache = new AnswerCache(MEBIBYTE);
  cache.store('/first', HEADERS, '[]');
  for (let count = 0; count < 3_000; count++) {
    cache.store(`/${count}`, HEADERS, '[]');
  }
  // The cache was emptied, so this counts as the first time.
  cache.store('/first', HEADERS, '[]');
  assert.equal(cache.find('/first'), undefined);
});

test('a Buffer is cached without a copy', () => {
  const cache = new AnswerCache(MEBIBYTE);
  const file = Buffer.from('[]');
  storeTwice(cache, '/file', HEADERS, file);
  assert.equal(cache.find('/file')?.body, file);
});

test('an answer larger than the cache is not cached and drops nothing', () => {
  const cache = new AnswerCache(MEBIBYTE);
  storeTwice(cache, '/small', HEADERS, '[]');
  storeTwice(cache, '/large', HEADERS, new Uint8Array(MEBIBYTE));
  assert.ok(!cache.find('/large'));
  assert.ok(cache.find('/small'));
});

test('long headers count towards the size of the cache', () => {
  const cache = new AnswerCache(MEBIBYTE);
  const headers = ['Link', 'x'.repeat(100_000)];
  const targets = Array.from({ length: 20 }, (_, count) => `/${count}`);
  targets.forEach((target) => storeTwice(cache, target, headers, '[]'));
  assert.ok(targets.filter((target) => cache.find(target)).length <= 10);
});

test('only a 200 that is the same for every caller may be cached', () => {
  const request = { method: 'GET', country: 'DE' };
  for (const [target, expected] of [
    ['/v1/alpha/de?fields=cca2', true],
    ['/v1/current?fields=cca2', false],
    ['/v1/random?fields=cca2', false],
    ['/v1/alpha/zzzz', false],
  ]) {
    assert.equal(isForAll(ask({ ...request, target })), expected, String(target));
  }
});
