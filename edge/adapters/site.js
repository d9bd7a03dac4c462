/** The site, opened once when the function starts, and functions that all adapters use. */

import { answer, createSite } from '../core/answer.js';
import { joinRecords } from '../core/body_bytes.js';
import { errorAnswer, failure } from '../core/responses.js';
import { manifest } from '../generated/manifest.js';
import { records } from '../generated/records.js';

/**
 * @import { Take } from '../core/body_bytes.js'
 * @import { BodyResult, FileResult, RecordsResult, Result } from '../core/types.js'
 */

export const site = createSite(manifest, records);
const encoder = new TextEncoder();
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const NOTHING_ALLOWED = [204, 301, 304];

/**
 * Ask the core. An exception becomes the declared 500.
 * @param {object} request
 * @param {string} request.method
 * @param {string} request.target raw path and query
 * @param {string | null} [request.ifNoneMatch]
 * @param {string | null} [request.accept]
 * @param {() => string | null | undefined} request.country of the caller, as the host reports it; called when needed
 * @returns {Result}
 */
export function ask({ method, target, ifNoneMatch, accept, country }) {
  try {
    return answer(new AskedRequest(method, target, ifNoneMatch, accept, country), site);
  } catch (error) {
    return failed(error);
  }
}

/**
 * A request for the core. It is a class because V8 makes a new hidden class for each object literal with getters. In a
 * Node server, that takes 8 to 15 us of each request, mostly to collect garbage.
 */
class AskedRequest {
  #country;

  /**
   * @param {string} method
   * @param {string} target
   * @param {string | null | undefined} ifNoneMatch
   * @param {string | null | undefined} accept
   * @param {() => string | null | undefined} country
   */
  constructor(method, target, ifNoneMatch, accept, country) {
    const encoded = escaped(target);
    const mark = encoded.indexOf('?');
    this.method = method;
    this.path = mark < 0 ? encoded : encoded.slice(0, mark);
    this.query = mark < 0 ? '' : encoded.slice(mark + 1);
    this.ifNoneMatch = ifNoneMatch ?? '';
    this.accept = accept ?? '';
    this.#country = country;
  }

  // Getters, because few answers need these two, and each costs a call to the host.
  get country() {
    return this.#country() ?? '';
  }

  get entropy() {
    return entropy();
  }
}

/**
 * Write an exception to the host's log, and answer 500.
 * @param {unknown} fault
 * @returns {BodyResult}
 */
export function failed(fault) {
  console.error(fault);
  return /** @type {BodyResult} */ (failure(site));
}

/**
 * Make the error answer to a request that a host rejects before it reaches the core.
 * @param {number} status
 * @param {string} message
 * @returns {BodyResult}
 */
export function refused(status, message) {
  return /** @type {BodyResult} */ (errorAnswer(status, message, manifest));
}

/**
 * The body of a result without a file, or null when no body is sent.
 * @param {RecordsResult | BodyResult} result
 * @param {Take} [take] provides the buffer in which records are joined
 * @returns {Uint8Array | string | null}
 */
export function bodyOf(result, take) {
  if ('records' in result) {
    return joinRecords(site, result.records, result.form, take);
  }
  return NOTHING_ALLOWED.includes(result.status) ? null : result.body;
}

/** Name of the configured request header with the caller's country, or empty. */
export const countryHeader = manifest.countryHeader;

/**
 * Percent-encode the characters that a client should have encoded; lone surrogates become the replacement character.
 * @param {string} target
 * @returns {string}
 */
function escaped(target) {
  return target.replace(/[^\x21-\x7e]+/g, (run) => {
    const bytes = [...encoder.encode(run)];
    return bytes.map((byte) => `%${HEX[byte]}`).join('');
  });
}

/** @returns {string} */
function entropy() {
  let digits = '';
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
    digits += HEX[byte];
  }
  return digits;
}

