/** Checks the restrictions of CloudFront and S3 on both triggers; `lambda-rules.json` has the lists with sources. */

import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

/**
 * @typedef {Record<string, {key?: string, value: string}[]>} Headers
 * @typedef {{method: string, uri: string, querystring: string, headers: Headers}} Request
 * @typedef {{status: string, headers: Headers, body?: string | Buffer}} Answer
 */

/** The lists. `security` has the headers that a policy accepts only in its settings for security. */
export const rules = JSON.parse(readFileSync(new URL('lambda-rules.json', import.meta.url), 'utf8'));
// Headers that only the host may set in responses that a function generates.
const HEADERS_OF_HOST = ['content-length', ...rules.readOnly['origin-response']];
const HAS_NO_BODY = ['204', '304'];
const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;

/** A violation, for which CloudFront answers 502. */
export class Refused extends Error {}

/**
 * Check the request that the function sends to the bucket against the request that it received.
 * @param {Request} received
 * @param {Request} sent
 */
export function checkRequest(received, sent) {
  checkHeaders(sent.headers);
  checkReadOnly('origin-request', received.headers, sent.headers);
  check(sent.method === received.method, 'the method of a request is read-only');
  check(sent.uri.startsWith('/') && !/[ ?#]/.test(sent.uri), `${sent.uri} is no path`);
  checkSize('address', sent.uri.length + sent.querystring.length);
  checkSize('request', sent.uri.length + sent.querystring.length + sizeOf(sent.headers));
}

/**
 * Check a response that the function generated without a request to the bucket.
 * @param {Answer} generated
 */
export function checkGenerated(generated) {
  checkAnswer(generated);
  const own = HEADERS_OF_HOST.filter((name) => name in generated.headers);
  check(own.length === 0, `a generated response may not have ${own.join(', ')}`);
}

/**
 * Check the response that the function returned against the response of the bucket.
 * @param {Answer} received
 * @param {Answer} returned
 */
export function checkResponse(received, returned) {
  checkAnswer(returned);
  checkReadOnly('origin-response', received.headers, returned.headers);
  const hasNewBody = 'body' in returned;
  // A response without a new body keeps the body of the bucket; a 304 has none.
  if (!hasNewBody) {
    const [before, after] = [received.status, returned.status];
    check(before !== '304' || after === '304', `a 304 became ${after} without a body`);
    check(after !== '304' || before === '304', `a body of ${before} became a 304`);
  }
}

/**
 * Whether the headers of a request exceed the limit of a bucket.
 * @param {Headers} headers
 * @returns {boolean}
 */
export function isTooMuchForBucket(headers) {
  return sizeOf(headers) > rules.mostBytes['headers to the bucket'];
}

/** @param {Answer} answer */
function checkAnswer({ status, headers, body = '' }) {
  check(/^[2-5]\d\d$/.test(status), `${status} is no status of an answer`);
  checkHeaders(headers);
  check(!HAS_NO_BODY.includes(status) || body.length === 0, `a ${status} has a body`);
  checkSize('generated response', Buffer.byteLength(body) + sizeOf(headers));
}

/** @param {Headers} headers */
function checkHeaders(headers) {
  for (const [name, values] of Object.entries(headers)) {
    check(name === name.toLowerCase() && TOKEN.test(name), `${name} is no name in lower case`);
    check(!rules.disallowed.some((/** @type {string} */ rule) => isNamed(rule, name)), `${name} is disallowed`);
    for (const { key = name, value } of values) {
      check(key.toLowerCase() === name, `${name} has the key ${key}`);
      check(typeof value === 'string' && /^[\t\x20-\x7e\x80-\uffff]*$/.test(value), `the value of ${name} is no field`);
    }
  }
}

/**
 * @param {string} event
 * @param {Headers} received
 * @param {Headers} returned
 */
function checkReadOnly(event, received, returned) {
  for (const name of rules.readOnly[event]) {
    check(isDeepStrictEqual(received[name], returned[name]), `${name} is read-only in ${event}`);
  }
}

/**
 * @param {string} what
 * @param {number} bytes
 */
function checkSize(what, bytes) {
  const most = rules.mostBytes[what];
  check(bytes <= most, `the ${what} has ${bytes} bytes and ${most} are allowed`);
}

/**
 * @param {string} rule
 * @param {string} name
 */
function isNamed(rule, name) {
  return rule.endsWith('*') ? name.startsWith(rule.slice(0, -1)) : name === rule;
}

/** @param {Headers} headers */
function sizeOf(headers) {
  const lines = Object.entries(headers).flatMap(([name, all]) => all.map(({ value }) => `${name}: ${value}\r\n`));
  return Buffer.byteLength(lines.join(''));
}

/**
 * @param {boolean} holds
 * @param {string} message
 */
function check(holds, message) {
  if (!holds) {
    throw new Refused(message);
  }
}
