import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSite } from '../../../edge/core/answer.js';
import { joinRecords } from '../../../edge/core/body_bytes.js';
import { failure } from '../../../edge/core/responses.js';
import { ask, header, jsonOf, makeManifest, records, site, textOfAnswer } from './fixture.js';

const TARGETS = [
  ...['/v1', '/v1?offset=3', '/v1?fields=cca2', '/v1?page=random', '/v1/random', '/v1/name/india', '/v1/current'],
  ...['/v1/meta/tlds', '/health', '/flags/get/de', '/flags/svg/de.svg', '/nothing', '/v1?limit=x', '/v1/%ff', '/'],
];

test('GET and HEAD have the same answer, OPTIONS is 204 on every path, and other methods are rejected', () => {
  for (const target of TARGETS) {
    assert.deepEqual(ask(target, { method: 'HEAD' }), ask(target));
    const options = ask(target, { method: 'OPTIONS' });
    assert.equal(options.status, 204);
    assert.equal(textOfAnswer(options), '');
    assert.equal(header(options, 'Content-Type'), undefined);
    assert.equal(header(options, 'Access-Control-Allow-Methods'), 'GET, HEAD, OPTIONS');
    assert.equal(header(options, 'Access-Control-Allow-Headers'), '*, Authorization');
    assert.equal(header(options, 'Access-Control-Max-Age'), '86400');
    for (const method of ['POST', 'PUT', 'DELETE', 'get', 'TRACE', '']) {
      const refused = ask(target, { method });
      assert.equal(refused.status, 405);
      assert.equal(header(refused, 'Allow'), 'GET, HEAD, OPTIONS');
      const allowed = 'GET, HEAD and OPTIONS are allowed.';
      assert.deepEqual(jsonOf(refused), { message: `The method is "${method}"; ${allowed}`, status: 405 });
    }
  }
});

test('every answer has the common headers once, in printable ASCII', () => {
  const tag = header(ask('/v1'), 'ETag') ?? '';
  const results = [
    ...TARGETS.map((target) => ask(target)),
    ask('/v1', { method: 'OPTIONS' }),
    ask('/v1', { method: 'POST' }),
    ask('/v1', { ifNoneMatch: tag }),
    ask(`/v1?a=${'a'.repeat(8000)}`),
    failure(site.manifest),
  ];
  const statuses = new Set(results.map(({ status }) => status));
  assert.deepEqual([...statuses].sort(), [200, 204, 301, 304, 400, 404, 405, 414, 500]);
  for (const result of results) {
    const names = result.headers.map(([name]) => name.toLowerCase());
    assert.equal(new Set(names).size, names.length);
    for (const [name, value] of site.manifest.headers.common) {
      assert.equal(header(result, name), value);
    }
    for (const [, value] of result.headers) {
      assert.match(value, /^[\x20-\x7e]+$/);
    }
  }
});

test('an answer has these headers and no others', () => {
  const common = site.manifest.headers.common.map(([name]) => name);
  /** @type {[target: string, method: string, names: string[]][]} */
  const expected = [
    ['/v1', 'GET', ['Cache-Control', 'X-Total-Count', 'Link', 'ETag', 'Content-Type']],
    ['/v1?page=randomized', 'GET', ['Cache-Control', 'Content-Type']],
    ['/v1/current', 'GET', ['Cache-Control', 'ETag', 'Content-Type']],
    ['/health', 'GET', ['Cache-Control', 'ETag', 'Content-Type']],
    ['/flags/get/de', 'GET', ['Cache-Control', 'Location']],
    ['/nothing', 'GET', ['Cache-Control', 'Content-Type']],
    ['/v1', 'POST', ['Cache-Control', 'Allow', 'Content-Type']],
  ];
  for (const [target, method, names] of expected) {
    const { headers } = ask(target, { method, country: 'DE' });
    assert.deepEqual(headers.map(([name]) => name), [...common, ...names], `${method} ${target}`);
  }
  assert.equal(header(ask('/v1/current', { country: 'DE' }), 'Content-Type'), 'application/json; charset=utf-8');
});

test('an answer with a body has a content type, and an error has the declared body', () => {
  for (const target of TARGETS) {
    const result = ask(target);
    const hasBody = ![204, 301, 304].includes(result.status);
    assert.equal(header(result, 'Content-Type') !== undefined, hasBody, target);
    if (result.status >= 400) {
      assert.match(textOfAnswer(result), new RegExp(`^\\{"message":".+","status":${result.status}\\}$`));
      assert.equal(header(result, 'Content-Type'), 'application/json; charset=utf-8');
    }
  }
});

test('validation checks method, length, path, route, parameters and look-up in this order', () => {
  const long = 'a'.repeat(8000);
  assert.equal(ask(`/v1/%ff?${long}`, { method: 'POST' }).status, 405);
  assert.equal(ask(`/v1/%ff?${long}`).status, 414);
  assert.equal(ask('/v1/nothing/%ff?limit=x').status, 400);
  assert.match(jsonOf(ask('/v1/region/%ff?limit=x')).message, /^The path /);
  assert.equal(ask('/v1/nothing/x?limit=x').status, 404);
  assert.equal(ask('/v1/region/nothing?limit=x').status, 400);
  assert.equal(ask('/v1/region/nothing').status, 404);
});

test('a path is split before its segments are decoded as UTF-8', () => {
  assert.equal(jsonOf(ask('/v1/capital/S%C3%A3o%20Tom%c3%a9'))[0].cca2, 'ST');
  assert.equal(ask('/v1%2Flist').status, 404);
  assert.equal(ask('/v1/name/in%2Fdia').status, 200, 'a slash in a name folds to a space');
  assert.equal(ask('/v1/%6Cist').status, 200);
  const names = ['%', '%4', '%zz', '%ff', '%C3', '%ED%A0%80', '%E0%80%80'].map((name) => `/v1/name/${name}`);
  for (const path of [...names, '/%ff', '/v1/%ff', '/flags/svg/%ff.svg']) {
    assert.equal(ask(path).status, 400, path);
  }
});

const TAGGED = [
  ...['/v1', '/v1?offset=3', '/v1?offset=50', '/v1?fields=cca2', '/v1?page=random&seed=a', '/v1/current'],
  ...['/v1/rank/gdp', '/v1/alpha/de,us', '/v1/name/zaf', '/v1/meta/tlds', '/v1/meta/tlds?offset=3'],
  '/health',
];

test('an answer that is not random has a strong tag and revalidates', () => {
  for (const target of TAGGED) {
    const first = ask(target, { country: 'DE' });
    const tag = header(first, 'ETag') ?? '';
    assert.match(tag, /^"[0-9a-f]{16}"$/, target);
    const lists = [`"a", W/"b",${tag}`, `W/"a,b", W/${tag} ,"c"`, '"a", *'];
    for (const ifNoneMatch of [tag, `W/${tag}`, '*', ' * ', ...lists]) {
      const again = ask(target, { country: 'DE', ifNoneMatch });
      assert.equal(again.status, 304, `${target} ${ifNoneMatch}`);
      assert.equal(textOfAnswer(again), '');
      assert.deepEqual(again.headers, first.headers.filter(([name]) => name !== 'Content-Type'));
    }
    const others = [tag.slice(1, -1), `"x${tag.slice(1)}`, `${tag.slice(0, -1)}-gzip"`, '",*,"'];
    for (const ifNoneMatch of ['', '"a"', ...others]) {
      assert.equal(ask(target, { country: 'DE', ifNoneMatch }).status, 200, `${target} ${ifNoneMatch}`);
    }
  }
});

test('random answers have no tag, and errors and redirects ignore If-None-Match', () => {
  for (const target of ['/v1/random', '/v1?page=randomized', '/v1?page=random']) {
    const result = ask(target, { ifNoneMatch: '*' });
    assert.deepEqual([result.status, header(result, 'ETag')], [200, undefined], target);
  }
  assert.equal(ask('/nothing', { ifNoneMatch: '*' }).status, 404);
  assert.equal(ask('/flags/get/de', { ifNoneMatch: '*' }).status, 301);
});

test('tags differ between answers and change with their content', () => {
  const targets = [
    ...['/v1', '/v1?limit=4', '/v1?offset=5', '/v1?offset=20', '/v1?page=random&seed=a', '/v1?page=random&seed=b'],
    ...['/v1?fields=cca2', '/v1?fields=cca3', '/v1?fields=name', '/v1?fields=name.common', '/v1/alpha/de'],
    ...['/v1/alpha/de,us', '/v1/alpha/us,de', '/v1/current', '/v1/meta/tlds', '/v1/meta/tlds?limit=4'],
  ];
  const tags = targets.map((target) => header(ask(target, { country: 'DE' }), 'ETag'));
  assert.equal(new Set(tags).size, targets.length);
  const tag = (/** @type {string} */ fields) => header(ask(`/v1?fields=${fields}`), 'ETag');
  assert.notEqual(tag('name.common'), tag('name.official'));
  assert.notEqual(tag('ab,c'), tag('a,bc'));
  const reports = [['DE', ''], ['US', ''], ['DE', 'cca2'], ['DE', 'cca3']];
  const current = reports.map(([country, fields]) => header(ask(`/v1/current?fields=${fields}`, { country }), 'ETag'));
  assert.equal(new Set(current).size, reports.length);
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

test('a record is complete, whatever marks stand for its parts', () => {
  /** @type {[string, string][]} */
  const parts = [['~', '"cca2":'], ['^', '"}']];
  const pack = (/** @type {string} */ text) => parts.reduce((rest, [mark, part]) => rest.replaceAll(part, mark), text);
  const packed = createSite(site.manifest, { parts, packed: records.packed.map(pack) });
  for (const target of ['/v1', '/v1?fields=cca2', '/v1/name/de', '/v1/current']) {
    const answers = [site, packed].map((of) => textOfAnswer(ask(target, { country: 'DE' }, of), of));
    assert.equal(answers[1], answers[0], target);
  }
});

test('a change of code changes the tags, even if no record changes', () => {
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

test('the answer to an internal error is a declared one', () => {
  assert.deepEqual(jsonOf(failure(site.manifest)), {
    message: site.manifest.failure,
    status: 500,
  });
});

test('joined bytes are equal to the joined texts', () => {
  const decoder = new TextDecoder();
  const targets = ['/v1?offset=3', '/v1/alpha/de,st', '/v1/rank/gdp?limit=9&offset=1', '/v1?page=randomized'];
  for (const target of targets) {
    const result = ask(target);
    assert.ok('members' in result, target);
    assert.equal(decoder.decode(joinRecords(site, result.members)), textOfAnswer(result));
  }
  assert.equal(decoder.decode(joinRecords(site, [])), '[]');
});
