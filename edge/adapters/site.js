/** Creates the site once, when the function starts, and has the functions that adapters share. */

import { answer, createSite } from '../core/answer.js';
import { joinRecords } from '../core/body_bytes.js';
import { errorAnswer, failure } from '../core/responses.js';
import { extensionKinds } from '../generated/kinds.js';
import { manifest } from '../generated/manifest.js';
import { records } from '../generated/records.js';

/** @import { BodyResult, Result } from '../core/types.js' */

export const site = createSite(manifest, records, extensionKinds);

/**
 * Ask the core for an answer. An exception becomes a 500.
 * @param {object} request
 * @param {string} request.method
 * @param {string} request.target raw path and query
 * @param {string | null} [request.ifNoneMatch]
 * @param {string | null} [request.accept]
 * @param {string | null} [request.country] of the caller, as the host reports it
 * @returns {Result}
 */
export function ask({ method, target, ifNoneMatch, accept, country }) {
  const [path, ...rest] = escaped(target).split('?');
  const headers = { ifNoneMatch: ifNoneMatch ?? '', accept: accept ?? '', country: country ?? '' };
  try {
    return answer({ method, path, query: rest.join('?'), ...headers, entropy: entropy() }, site);
  } catch (error) {
    return failed(error);
  }
}

/**
 * Write an exception to the host's log, and answer 500.
 * @param {unknown} fault
 * @returns {BodyResult}
 */
export function failed(fault) {
  console.error(fault);
  return failure(manifest);
}

/**
 * Make the error answer to a request that the adapter rejects without asking the core.
 * @param {number} status
 * @param {string} message
 * @returns {BodyResult}
 */
export function refused(status, message) {
  return errorAnswer(manifest, status, message);
}

/**
 * Return the body of a result, or null if it is empty: a Response of an empty text gets a Content-Type.
 * @param {Result} result
 * @returns {Uint8Array | string | null}
 */
export function bodyOf(result) {
  return 'members' in result ? joinRecords(site, result.members) : result.body || null;
}

/** Name of the configured request header with the caller's country, or empty. */
export const countryHeader = manifest.countryHeader;

/**
 * Percent-encode everything except visible ASCII, with digits in lower case. A lone surrogate becomes U+FFFD.
 * @param {string} target
 * @returns {string}
 */
function escaped(target) {
  return target.replace(/[^\x21-\x7e]+/g, (run) => encodeURIComponent(run.toWellFormed()).toLowerCase());
}

/** @returns {string} */
function entropy() {
  const words = [...crypto.getRandomValues(new BigUint64Array(2))];
  return words.map((word) => word.toString(16).padStart(16, '0')).join('');
}
