/** The adapter of AWS Lambda@Edge, for the two events between CloudFront and its bucket. */

import { textOf } from '../../../../edge/core/bytes.js';
import { ask, bodyOf, countryHeader, failed, site } from '../../../../edge/adapters/site.js';

/**
 * @import { Header, Result } from '../../../../edge/core/types.js'
 * @typedef {Record<string, {key?: string, value: string}[]>} Headers
 * @typedef {{method: string, uri: string, querystring: string, headers: Headers}} Request
 * @typedef {{status: string, headers: Headers, body?: string}} Response
 */

// Carries the answer's headers past the bucket to the second event, which knows only the request that was sent there.
const CARRIER = 'x-answer-headers';

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
  request.uri = `/${result.file}`;
  request.querystring = '';
  // The bucket would compare these with its own version of the file.
  delete headers['if-none-match'];
  delete headers['if-modified-since'];
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
  if (response.status !== '200') {
    return made(failed(new Error(`the bucket answers ${response.status} for ${request.uri}`)));
  }
  delete response.headers['last-modified'];
  Object.assign(response.headers, headersOf(JSON.parse(carried)));
  return response;
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
