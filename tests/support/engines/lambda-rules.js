/** Restrictions of CloudFront and S3 for two triggers; `lambda-rules.json` has the lists and their sources. */

import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

/**
 * @typedef {Record<string, {key?: string, value: string}[]>} Headers
 * @typedef {{method: string, uri: string, querystring: string, headers: Headers}} Request
 * @typedef {{status: string, headers: Headers, body?: string | Buffer}} Answer
 */

/** What a policy takes in its settings for security alone is `security`. */
export const rules = JSON.parse(readFileSync(new URL('lambda-rules.json', import.meta.url), 'utf8'));
// Headers that only the host may set, in responses that a function generates or changes.
const MADE_BY_HOST = ['content-length', ...rules.readOnly['origin-response']];
const HAS_NO_BODY = ['204', '304'];
const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;

/** A violation, for which CloudFront answers 502. */
export class Refused extends Error {}

/**
 * Compare the request to the bucket with the one that the function was given.
 * @param {Request} given
 * @param {Request} sent
 */
export function checkRequest(given, sent) {
  checkHeaders(sent.headers);
  checkReadOnly('origin-request', given.headers, sent.headers);
  check(sent.method === given.method, 'the method of a request is read-only');
  check(sent.uri.startsWith('/') && !/[ ?#]/.test(sent.uri), `${sent.uri} is no path`);
  checkSize('address', sent.uri.length + sent.querystring.length);
  checkSize('request', sent.uri.length + sent.querystring.length + sizeOf(sent.headers));
}

/**
 * Check a response that the function generated before the bucket was requested.
 * @param {Answer} made
 */
export function checkGenerated(made) {
  checkAnswer(made);
  const own = MADE_BY_HOST.filter((name) => name in made.headers);
  check(own.length === 0, `a generated response may not have ${own.join(', ')}`);
}

/**
 * Compare the response that the function returned with the bucket's.
 * @param {Answer} given
 * @param {Answer} returned
 */
export function checkResponse(given, returned) {
  checkAnswer(returned);
  checkReadOnly('origin-response', given.headers, returned.headers);
  const made = 'body' in returned;
  // Without a body of its own it has the bucket's, and a 304 has none.
  check(made || given.status !== '304' || returned.status === '304', `a 304 became ${returned.status} without a body`);
  check(made || returned.status !== '304' || given.status === '304', `a body of ${given.status} became a 304`);
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
 * @param {Headers} given
 * @param {Headers} returned
 */
function checkReadOnly(event, given, returned) {
  for (const name of rules.readOnly[event]) {
    check(isDeepStrictEqual(given[name], returned[name]), `${name} is read-only in ${event}`);
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
 * @param {string} otherwise
 */
function check(holds, otherwise) {
  if (!holds) {
    throw new Refused(otherwise);
  }
}
