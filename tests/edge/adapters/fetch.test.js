import assert from 'node:assert/strict';
import { test } from 'node:test';

import { adapter } from './adapters.js';

/** @import { Result } from '../../../edge/core/types.js' */

const { askFor, toResponse, respond } = await adapter('edge/adapters/fetch.js', { countryHeader: 'X-Caller' });
const noCountry = null;
const readNothing = () => assert.fail('no file is needed');

/**
 * @param {string} target
 * @param {RequestInit} [more]
 */
function request(target, more) {
  return new Request(`https://example.org${target}`, more);
}

/** @param {{headers: [string, string][]}} result */
function sorted({ headers }) {
  return headers.map(([name, value]) => [name.toLowerCase(), value]).sort();
}

const TARGETS = ['/v1?offset=1', '/v1/random?fields=cca2', '/v1/current?fields=cca2', '/nothing', '/flags/get/de'];

for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
  test(`a response to ${method} has exactly the headers that the core returns`, () => {
    for (const target of [...TARGETS, ...TARGETS]) {
      const asked = request(target, { method, headers: { 'X-Caller': 'DE' } });
      const result = askFor(asked, noCountry);
      const response = toResponse(asked, result);
      assert.equal(response.status, result.status);
      assert.deepEqual([...response.headers].sort(), sorted(result), target);
    }
  });
}

test('a file is passed on with the headers of the answer and no others', async () => {
  const asked = request('/v1/region/europe');
  const stored = new Response('{}', { headers: { 'Content-Type': 'text/html', ETag: '"of the host"' } });
  const response = await respond(asked, noCountry, (/** @type {string} */ file) => {
    assert.equal(file, 'v1/region/europe/2-0.json');
    return stored;
  });
  assert.equal(await response.text(), '{}');
  assert.deepEqual([...response.headers].sort(), sorted(askFor(asked, noCountry)));
});

test('no file is read for a HEAD request', () => {
  const response = respond(request('/v1/notice', { method: 'HEAD' }), noCountry, readNothing);
  assert.equal(response.status, 200);
  assert.equal(response.body, null);
});

const FAULTS = [
  () => new Response('gone', { status: 404 }),
  () => Promise.reject(new Error('the disk')),
  () => {
    throw new Error('the binding');
  },
];

test('an answer whose file cannot be read is made from the records, and the fault is reported', async (context) => {
  const log = context.mock.method(console, 'error', () => {});
  for (const read of FAULTS) {
    const asked = request('/v1/region/europe');
    const response = await respond(asked, noCountry, read);
    assert.equal(response.status, 200);
    assert.equal(await response.text(), await toResponse(asked, askFor(asked, noCountry)).text());
    assert.deepEqual([...response.headers].sort(), sorted(askFor(asked, noCountry)));
  }
  assert.equal(log.mock.callCount(), FAULTS.length);
});

test('a missing document is answered with a page, or with JSON if the page cannot be read', async (context) => {
  context.mock.method(console, 'error', () => {});
  const asked = request('/docs/nothing', { headers: { Accept: 'text/html' } });
  const page = await respond(asked, noCountry, () => new Response('<!DOCTYPE html>'));
  assert.deepEqual([page.status, page.headers.get('Content-Type')], [404, 'text/html; charset=utf-8']);
  assert.equal(await page.text(), '<!DOCTYPE html>');
  for (const read of FAULTS) {
    const response = await respond(asked, noCountry, read);
    assert.deepEqual([response.status, (await response.json()).status], [404, 404]);
  }
});

test('the country is read from the host, or else from the configured header', async () => {
  const asked = request('/v1/current?fields=cca2', { headers: { 'X-Caller': 'IN' } });
  const codes = ['DE', '', null, undefined].map(async (country) => {
    const response = respond(asked, country, readNothing);
    return (await response.json()).cca2;
  });
  assert.deepEqual(await Promise.all(codes), ['DE', 'IN', 'IN', 'IN']);
});

test('a target is passed to the core without decoding', async () => {
  for (const [target, name] of [['/v1/name/%41:%2F%2F', '"A://"'], ['//v1', '"//v1"'], ['/a%62?x', '"/a%62"']]) {
    const { message } = await respond(request(target), noCountry, readNothing).json();
    assert.ok(message.includes(name), message);
  }
});
