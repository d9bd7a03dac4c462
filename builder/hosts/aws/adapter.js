/** The adapter of AWS Lambda@Edge, for the origin-request and origin-response events. */

import { ask, bodyOf, countryHeader, failed, refused, site } from '../../../edge/adapters/site.js';

/**
 * @import { Header, Result } from '../../../edge/core/types.js'
 * @typedef {Record<string, {key?: string, value: string}[]>} Headers
 * @typedef {{method: string, uri: string, querystring: string, headers: Headers}} Request
 * @typedef {{status: string, headers: Headers, body?: string}} Response
 */

// A request header that passes the answer's headers to the second event, which only sees the request to the bucket.
// S3 accepts 8 KB of headers in total; because the core limits Link, the headers of an answer are far smaller.
const CARRIER = 'x-answer-headers';
// The bucket would apply these headers to its file. The other conditions are passed on: they are read-only here.
const CONDITIONS = ['if-match', 'range'];
// Headers that an origin-response trigger can read, and must return unchanged.
const READ_ONLY = ['transfer-encoding', 'via'];

/**
 * Handle a request before it reaches the bucket: answer it, or set the path of its file.
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
    accept: valueOf(headers, 'accept'),
    country: valueOf(headers, 'cloudfront-viewer-country') || valueOf(headers, countryHeader.toLowerCase()),
  });
  const fromFile = fileOf(result);
  if (fromFile === undefined) {
    return toResponse(result);
  }
  request.uri = `/${fromFile.file}`;
  request.querystring = '';
  for (const name of CONDITIONS) {
    delete headers[name];
  }
  headers[CARRIER] = [{ key: CARRIER, value: JSON.stringify([result.status, fromFile.headers]) }];
  return request;
}

/**
 * Choose the file that the bucket sends, with the headers of the answer. A single record and a text of the core are
 * sent without the bucket, which saves a request to it and the second trigger.
 * @param {Result} result
 * @returns {{file: string, headers: Header[]} | undefined}
 */
function fileOf(result) {
  if ('page' in result && result.page !== undefined) {
    return result.page;
  }
  const isRead = 'members' in result && result.members.length > 1 && result.file !== undefined;
  return isRead ? { file: result.file ?? '', headers: result.headers } : undefined;
}

/**
 * Handle the response of the bucket: set the headers of the answer.
 * @param {{Records: [{cf: {request: Request, response: Response}}]}} event
 * @returns {Promise<Response>}
 */
export async function originResponse({ Records: [{ cf }] }) {
  const { request, response } = cf;
  const carried = valueOf(request.headers, CARRIER);
  if (carried === '') {
    return response;
  }
  const [status, headers] = JSON.parse(carried);
  const answerHeaders = headersOf(headers);
  if (response.status === '200' || response.status === '206') {
    // The validators of the file are removed, also if the answer has none, such as the page for a missing address.
    delete response.headers.etag;
    delete response.headers['last-modified'];
    Object.assign(response.headers, answerHeaders);
    return status === 200 ? response : { ...response, status: String(status) };
  }
  const readOnly = READ_ONLY.flatMap((name) => (name in response.headers ? [[name, response.headers[name]]] : []));
  const isUnchanged = response.status === '304';
  const replaced = isUnchanged ? unchanged(answerHeaders) : toResponse(replacement(response.status, request.uri));
  return { ...replaced, headers: { ...replaced.headers, ...Object.fromEntries(readOnly) } };
}

/**
 * Make the 304 that replaces a 304 of the bucket, which compares the date in the request with the date of the file.
 * @param {Headers} headers of the whole answer
 * @returns {Response}
 */
function unchanged(headers) {
  const remaining = Object.entries(headers).filter(([name]) => name !== 'content-type');
  return { status: '304', headers: Object.fromEntries(remaining) };
}

/**
 * Make the answer that replaces an error of the bucket.
 * @param {string} status of the bucket
 * @param {string} uri
 * @returns {Result}
 */
function replacement(status, uri) {
  if (status !== '412') {
    return failed(new Error(`the bucket answers ${status} for ${uri}`));
  }
  const { headers, ...refusal } = refused(412, 'The file is newer than If-Unmodified-Since allows.');
  // Without no-store, CloudFront would also send this error to requests without the header.
  const remaining = headers.filter(([name]) => name !== 'Cache-Control');
  return { ...refusal, headers: [...remaining, ['Cache-Control', site.manifest.headers.cache.none]] };
}

/**
 * @param {Result} result
 * @returns {Response}
 */
function toResponse(result) {
  const response = { status: String(result.status), headers: headersOf(result.headers) };
  const body = bodyOf(result);
  // The event is JSON, which cannot contain bytes.
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
  return text === null ? response : { ...response, body: text };
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
