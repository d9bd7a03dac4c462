import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, codesOf, header, jsonOf, readJson } from './fixture.js';

/**
 * @param {string} target
 * @returns {number}
 */
const status = (target) => ask(target).status;

const NUMBERS = ['0', '1', '5', '25', '007', '999999999'];
const SIGNED = ['-0', '-1', '+1'];
const NO_NUMBERS = [...SIGNED, '', ' ', '1.0', '1e1', '0x1', '1 ', '%201', 'x', '1000000000', '0000000001', '%D9%A1'];

test('limit is 1 to 25, on catalogs 1 to 100, in ASCII digits', () => {
  for (const path of ['/v1', '/v1/list', '/v1/random', '/v1/region/europe', '/v1/name/a', '/v1/rank/area']) {
    for (const value of ['1', '25', '007']) {
      assert.equal(status(`${path}?limit=${value}`), 200, `${path} ${value}`);
    }
    for (const value of ['0', '26', '100', ...NO_NUMBERS]) {
      assert.equal(status(`${path}?limit=${value}`), 400, `${path} ${value}`);
    }
  }
  assert.equal(status('/v1/meta/tlds?limit=100'), 200);
  assert.equal(status('/v1/meta/tlds?limit=101'), 400);
  assert.equal(status('/v1/meta/tlds?limit=0'), 400);
});

test('offset, index and page are integers of at most nine digits', () => {
  for (const name of ['offset', 'index', 'page']) {
    for (const value of NUMBERS) {
      assert.equal(status(`/v1?${name}=${value}`), 200, `${name}=${value}`);
    }
    for (const value of NO_NUMBERS) {
      assert.equal(status(`/v1?${name}=${value}`), 400, `${name}=${value}`);
    }
  }
});

test('limit, offset and index do not accept random', () => {
  for (const name of ['limit', 'offset', 'index']) {
    assert.equal(status(`/v1?${name}=random`), 400, name);
  }
});

test('page is a number, random or randomized, in this spelling', () => {
  for (const value of ['random', 'randomized']) {
    assert.equal(status(`/v1?page=${value}`), 200);
  }
  for (const value of ['Random', 'RANDOMIZED', 'randomised', 'rand', 'first']) {
    assert.equal(status(`/v1?page=${value}`), 400);
  }
});

test('a seed is a text of 1 to 64 characters, of whatever length in bytes', () => {
  for (const value of ['a', 'A-Z.a_z~9', 'x'.repeat(64), 'a%20b', 'a+b', 'a%0D%0Ab', 'a%00', '🌍'.repeat(64), '%22']) {
    assert.equal(status(`/v1?page=random&seed=${value}`), 200, value);
  }
  for (const value of ['', 'x'.repeat(65), '🌍'.repeat(65), '%ff', '%ed%a0%80']) {
    assert.equal(status(`/v1?page=random&seed=${value}`), 400, value);
  }
});

test('fullText and status are true or false in any case; the Kelvin sign is not a k, nor the long s an s', () => {
  for (const value of ['true', 'false', 'TRUE', 'False']) {
    assert.equal(status(`/v1/name/germany?fullText=${value}`), 200, value);
    assert.equal(status(`/v1/independent?status=${value}`), 200, value);
  }
  for (const value of ['', '1', '0', 'yes', 'true%20', 'fal%C5%BFe', 'constructor', '__proto__']) {
    assert.equal(status(`/v1/name/germany?fullText=${value}`), 400, value);
    assert.equal(status(`/v1/independent?status=${value}`), 400, value);
  }
});

test('order is asc or desc, in any case', () => {
  for (const value of ['asc', 'ASC', 'Asc', 'desc', 'DESC']) {
    assert.equal(header(ask(`/v1/rank/area?order=${value}`), 'X-Rank-Order'), value.toLowerCase(), value);
  }
  for (const value of ['', 'up', 'constructor', 'de\u017fc']) {
    assert.equal(status(`/v1/rank/area?order=${value}`), 400, value);
  }
});

test('every declared parameter is validated, used or not, before the look-up', () => {
  assert.equal(status('/v1?index=x'), 400);
  assert.equal(status('/v1?seed='), 400);
  assert.equal(status('/v1?page=2&offset=x'), 400);
  assert.equal(status('/v1/random?offset=x'), 400);
  assert.equal(status('/v1/region/atlantis?limit=0'), 400);
  assert.equal(status('/v1/region/atlantis'), 404);
  assert.equal(status('/v1/rank/nothing?order=up'), 400);
});

test('undeclared parameters are named in a header, declared ones are not', () => {
  const named = ask('/v1?limt=25&limit=5&x=1&').headers.find(([name]) => name === 'X-Ignored-Parameters');
  assert.equal(named?.[1], 'limt,x');
});

test('undeclared parameters are ignored', () => {
  assert.equal(status('/v1/current?limit=x&fields=cca2'), 404);
  assert.equal(status('/v1/region/europe?page=x&index=x&seed=%20'), 200);
  assert.equal(status('/v1/meta/tlds?fields=a.b.c.d.e.f.g.h.i'), 200);
  assert.equal(status('/health?limit=x'), 200);
  assert.equal(status('/v1?unknown=1&=2&&a'), 200);
});

test('parameter names are case-sensitive, the first of repeated ones counts, and lists of fields are joined', () => {
  const joined = ask('/v1/alpha/de?fields=ccn3&fields=&fields=cca2,ccn3');
  assert.deepEqual(jsonOf(joined), [{ cca2: 'DE', ccn3: '276' }]);
  assert.match(header(joined, 'Link') ?? '', /fields=cca2,ccn3&/);
  assert.equal(status('/v1?Limit=x&LIMIT=0'), 200);
  assert.equal(codesOf('/v1?limit=2&limit=x').length, 2);
  assert.equal(status('/v1?limit=x&limit=2'), 400);
  assert.equal(status('/v1?limitx'), 200);
  assert.equal(codesOf('/v1?l%69mit=3').length, 3);
});

test('a plus sign is a space, and invalid percent-encoding is rejected on every route', () => {
  assert.deepEqual(Object.keys(jsonOf(ask('/v1?fields=+cca2+,+cca3'))[0]), ['cca2', 'cca3']);
  const paths = ['/v1', '/v1/current', '/v1/name/india', '/v1/meta/tlds', '/v1/notice', '/health', '/flags/get/de'];
  for (const path of paths) {
    for (const query of ['a=%', 'a=%2', '%zz=1', 'a=%ff', 'a=%C3%28', 'a=%ED%A0%80', '=%', 'limit=5&b=%E0%80%80']) {
      assert.equal(status(`${path}?${query}`), 400, `${path}?${query}`);
    }
  }
  assert.equal(status('/flags/svg/de.svg?a=%'), 200, 'an image has no parameters');
});

test('lone surrogates are rejected without an exception', () => {
  assert.equal(status('/v1?fields=\ud800'), 400);
  assert.equal(status('/v1/name/\udc00'), 400);
  assert.equal(status('/v1/name/\ud83d\ude00'), 404);
});

test('a message names the parameter, its value and the allowed values', () => {
  for (const [target, message] of readJson('params.json').messages) {
    const result = ask(target);
    assert.deepEqual(jsonOf(result), { message, status: 400 });
    assert.equal(header(result, 'Cache-Control'), 'public, max-age=60');
  }
});
