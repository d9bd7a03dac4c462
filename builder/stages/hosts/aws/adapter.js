/** The adapter of AWS Lambda@Edge, for the two events between CloudFront and its bucket. */

import { textOf } from '../../../../edge/core/body_bytes.js';
import { recordPath } from '../../../../edge/core/paths.js';
import { ask, bodyOf, countryHeader, failed, refused, site } from '../../../../edge/adapters/site.js';

/**
 * @import { Header, Payload, Result } from '../../../../edge/core/types.js'
 * @typedef {Record<string, {key?: string, value: string}[]>} Headers
 * @typedef {{method: string, uri: string, querystring: string, headers: Headers}} Request
 * @typedef {{status: string, headers: Headers, body?: string}} Response
 */

// Carries the answer's headers past the bucket to the second event, which knows only the request that was sent there.
// S3 takes 8 KB of headers in all; the core's bound on Link keeps those of an answer well below.
const CARRIER = 'x-answer-headers';
// A bucket reads these by its own version of the file and its own clock. The others like them are read-only here.
const OF_THE_BUCKET = ['if-match', 'range'];
// What an origin-response trigger may read and has to hand back as it was.
const READ_ONLY = ['transfer-encoding', 'via'];
// A single record is here already: joined, it costs neither the bucket nor a second trigger. And an answer by chance is
// one, without a tag, so that a bucket would answer 304 to conditions that do not apply.
const { cca2 } = site.manifest;
/** @type {Map<string, Payload>} */
const SINGLE = new Map([
  ...cca2.map((code, number) => pair(recordPath(code), { records: [number], form: 'array' })),
]);

/**
 * @param {string} file
 * @param {Payload} payload
 * @returns {[string, Payload]}
 */
function pair(file, payload) {
  return [file, payload];
}

/**
 * Before the bucket is asked: answer, or name the file to take there.
 * @param {{Records: [{cf: {request: Request}}]}} event
 * @returns {Promise<Request | Response>}
 */
export async function originRequest({ Records: [{ cf }] }) {
  const { request } = cf;
  const { method, uri, querystring, headers } = request;
  const result = ask({
    method,
    target: querystring === '' ? uri : `${uri}?${querystring}`,
    ifNoneMatch: valueOf(headers, 'if-none-match'),
    country: () => valueOf(headers, 'cloudfront-viewer-country') || valueOf(headers, countryHeader.toLowerCase()),
  });
  if (!('file' in result)) {
    return made(result);
  }
  const single = SINGLE.get(result.file);
  if (single !== undefined) {
    return made({ status: result.status, headers: result.headers, ...single });
  }
  request.uri = `/${result.file}`;
  request.querystring = '';
  for (const name of OF_THE_BUCKET) {
    delete headers[name];
  }
  headers[CARRIER] = [{ key: CARRIER, value: JSON.stringify(result.headers) }];
  return request;
}

/**
 * After the bucket has answered: lay the answer's own headers over the file's.
 * @param {{Records: [{cf: {request: Request, response: Response}}]}} event
 * @returns {Promise<Response>}
 */
export async function originResponse({ Records: [{ cf }] }) {
  const { request, response } = cf;
  const carried = valueOf(request.headers, CARRIER);
  if (carried === '') {
    return response;
  }
  const own = headersOf(JSON.parse(carried));
  if (response.status === '200' || response.status === '206') {
    // Of the file, where the answer has none: an answer by chance would be taken for the next one.
    delete response.headers.etag;
    delete response.headers['last-modified'];
    Object.assign(response.headers, own);
    return response;
  }
  const kept = READ_ONLY.flatMap((name) => (name in response.headers ? [[name, response.headers[name]]] : []));
  const replaced = response.status === '304' ? unchanged(own) : made(instead(response.status, request.uri));
  return { ...replaced, headers: { ...replaced.headers, ...Object.fromEntries(kept) } };
}

/**
 * A 304 of the bucket's, which compared the caller's date with that of the file.
 * @param {Headers} headers of the whole answer
 * @returns {Response}
 */
function unchanged(headers) {
  const kept = Object.entries(headers).filter(([name]) => name !== 'content-type');
  return { status: '304', headers: Object.fromEntries(kept) };
}

/**
 * Word what the bucket answers instead of the file.
 * @param {string} status of the bucket
 * @param {string} uri
 * @returns {Result}
 */
function instead(status, uri) {
  if (status !== '412') {
    return failed(new Error(`the bucket answers ${status} for ${uri}`));
  }
  const { headers, ...refusal } = refused(412, 'The file is newer than If-Unmodified-Since allows.');
  // Kept, it would be the answer to those who send no such header.
  const kept = headers.filter(([name]) => name !== 'Cache-Control');
  return { ...refusal, headers: [...kept, ['Cache-Control', site.manifest.headers.cache.none]] };
}

/**
 * @param {Result} result
 * @returns {Response}
 */
function made(result) {
  const response = { status: String(result.status), headers: headersOf(result.headers) };
  if ('records' in result) {
    return { ...response, body: textOf(result, site) };
  }
  const body = 'file' in result ? null : bodyOf(result);
  return body === null ? response : { ...response, body: String(body) };
}

/**
 * @param {Header[]} headers
 * @returns {Headers}
 */
function headersOf(headers) {
  return Object.fromEntries(headers.map(([key, value]) => [key.toLowerCase(), [{ key, value }]]));
}

/**
 * @param {Headers} headers
 * @param {string} name
 * @returns {string}
 */
function valueOf(headers, name) {
  return headers[name]?.map(({ value }) => value).join(', ') ?? '';
}
