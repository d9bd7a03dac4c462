import assert from 'node:assert/strict';
import { test } from 'node:test';

import { adapter } from './adapters.js';

const { originRequest, originResponse } = await adapter('builder/hosts/aws/adapter.js');

/**
 * @param {string} uri
 * @param {object} [more]
 */
function event(uri, more) {
  const request = { method: 'GET', uri, querystring: '', headers: {}, ...more };
  return { Records: [{ cf: { request } }] };
}

/**
 * @param {string} name
 * @param {string} value
 */
function header(name, value) {
  return { [name]: [{ key: name, value }] };
}

/**
 * Send a request whose answer has a file through both events, with a bucket that answers `response`.
 * @param {object} response
 */
async function throughBucket(response) {
  const request = await originRequest(event('/v1/region/europe'));
  return originResponse({ Records: [{ cf: { request, response } }] });
}

test('an answer without a body has no body field', async () => {
  const [redirect, options] = await Promise.all([
    originRequest(event('/flags/get/de')),
    originRequest(event('/v1', { method: 'OPTIONS' })),
  ]);
  assert.deepEqual([redirect.status, 'body' in redirect], ['301', false]);
  assert.deepEqual([options.status, 'body' in options], ['204', false]);
});

test('a request to the bucket has all headers of the caller except Range and If-Match, and no query', async () => {
  const passed = { ...header('if-none-match', '"x"'), ...header('if-modified-since', 'x'), ...header('host', 'b') };
  const headers = { ...passed, ...header('if-match', '"x"'), ...header('range', 'bytes=0-9') };
  const request = await originRequest(event('/v1/region/europe', { querystring: 'limit=5', headers }));
  assert.equal(request.uri, '/v1/region/europe/2-0.json');
  assert.equal(request.querystring, '');
  const names = ['host', 'if-modified-since', 'if-none-match', 'x-answer-headers'];
  assert.deepEqual(Object.keys(request.headers).sort(), names);
});

test('the headers of the answer replace the validators of the file', async () => {
  const stored = { ...header('last-modified', 'x'), ...header('etag', '"of the bucket"'), ...header('server', 's') };
  const answer = await throughBucket({ status: '200', headers: stored });
  assert.equal(answer.status, '200');
  assert.match(answer.headers.etag[0].value, /^"[0-9a-f]{16}"$/);
  assert.equal(answer.headers['cache-control'][0].value, 'public, max-age=3600, stale-while-revalidate=86400');
  assert.deepEqual(answer.headers.server, [{ key: 'server', value: 's' }]);
  assert.ok(!('last-modified' in answer.headers));
});

test('a file that the bucket lacks is answered with the declared 500 and reported', async (context) => {
  const log = context.mock.method(console, 'error', () => {});
  const answer = await throughBucket({ status: '403', headers: header('x-amz-error', 'x') });
  assert.equal(answer.status, '500');
  assert.equal(JSON.parse(answer.body).status, 500);
  assert.equal(log.mock.callCount(), 1);
});

test('a 412 has no-store, because a cache would send it to callers without the condition', async () => {
  const answer = await throughBucket({ status: '412', headers: {} });
  assert.equal(answer.status, '412');
  assert.deepEqual(answer.headers['cache-control'], [{ key: 'Cache-Control', value: 'no-store' }]);
});

test('a response that is not for a file is not changed', async () => {
  const response = { status: '404', headers: {} };
  assert.equal(await originResponse({ Records: [{ cf: { ...event('/x').Records[0].cf, response } }] }), response);
});

test('the caller\'s country is read from the header of CloudFront', async () => {
  const headers = header('cloudfront-viewer-country', 'IN');
  const answer = await originRequest(event('/v1/current', { querystring: 'fields=cca2', headers }));
  assert.equal(answer.body, '{"cca2":"IN"}');
});

test('a single record, also a random one, is sent without a request to the bucket', async () => {
  const [one, random] = await Promise.all([
    originRequest(event('/v1/alpha/de')),
    originRequest(event('/v1/random', { headers: header('if-none-match', '*') })),
  ]);
  assert.equal(JSON.parse(one.body)[0].cca2, 'DE');
  assert.equal(random.status, '200');
});
