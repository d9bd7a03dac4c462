import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, codesOf, header, jsonOf, readJson, statusOf } from './fixture.js';

const CASES = readJson('params.json');

for (const { why, targets, accepted, refused } of CASES.values) {
  test(why, () => {
    for (const target of targets) {
      for (const value of accepted) {
        assert.equal(statusOf(`${target}${value}`), 200, `${target}${value}`);
      }
      for (const value of refused) {
        assert.equal(statusOf(`${target}${value}`), 400, `${target}${value}`);
      }
    }
  });
}

test('X-Ignored-Parameters names the parameters that are not declared', () => {
  const ignored = ask('/v1?limt=25&limit=5&x=1&').headers.find(([name]) => name === 'X-Ignored-Parameters');
  assert.equal(ignored?.[1], 'limt,x');
});

test('the first value of a repeated parameter counts, but all values of fields are joined', () => {
  const joined = ask('/v1/alpha/de?fields=ccn3&fields=&fields=cca2,ccn3');
  assert.deepEqual(jsonOf(joined), [{ cca2: 'DE', ccn3: '276' }]);
  assert.match(header(joined, 'Link') ?? '', /fields=cca2,ccn3&/);
  assert.equal(codesOf('/v1?limit=2&limit=x').length, 2);
  assert.equal(statusOf('/v1?limit=x&limit=2'), 400);
});

test('parameter names are decoded and case-sensitive', () => {
  assert.equal(statusOf('/v1?Limit=x&LIMIT=0'), 200);
  assert.equal(statusOf('/v1?limitx'), 200);
  assert.equal(codesOf('/v1?l%69mit=3').length, 3);
});

test('a plus sign is a space', () => {
  assert.deepEqual(Object.keys(jsonOf(ask('/v1?fields=+cca2+,+cca3'))[0]), ['cca2', 'cca3']);
});

test('a query that is not percent-encoded UTF-8 is rejected on routes of several kinds', () => {
  const paths = ['/v1', '/v1/current', '/v1/name/india', '/v1/meta/tlds', '/v1/notice', '/health', '/flags/get/de'];
  for (const path of paths) {
    for (const query of ['a=%', 'a=%2', '%zz=1', 'a=%ff', 'a=%C3%28', 'a=%ED%A0%80', '=%', 'limit=5&b=%E0%80%80']) {
      assert.equal(statusOf(`${path}?${query}`), 400, `${path}?${query}`);
    }
  }
});

test('lone surrogates are rejected without an exception', () => {
  assert.equal(statusOf('/v1?fields=\ud800'), 400);
  assert.equal(statusOf('/v1/name/\udc00'), 400);
  assert.equal(statusOf('/v1/name/\ud83d\ude00'), 404);
});

test('a message names the parameter, its value and the allowed values', () => {
  for (const [target, message] of CASES.messages) {
    const result = ask(target);
    assert.deepEqual(jsonOf(result), { message, status: 400 });
    assert.equal(header(result, 'Cache-Control'), 'public, max-age=60');
  }
});
