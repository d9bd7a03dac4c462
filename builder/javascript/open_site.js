/** Answers requests in a build. Python has the records, and passes a record when a projection first needs it. */

import { answer, createSite } from '../../edge/core/answer.js';
import { errorAnswer, succeed } from '../../edge/core/responses.js';
import { extensionKinds } from '../../edge/generated/kinds.js';
import { manifest } from '../../edge/generated/manifest.js';

/** @import { BodyResult, CacheName, Header, Request, Result, Site } from '../../edge/core/types.js' */

/** @type {{record: (number: number) => string}} the function returns a record as a JSON string in ASCII */
const python = /** @type {any} */ (globalThis);
/** @type {Site} */
const site = {
  ...createSite(manifest, { parts: [], packed: [] }, extensionKinds),
  record: (number) => JSON.parse(python.record(number)),
};

/**
 * Answer a request.
 * @param {Request} request
 * @returns {Result}
 */
export function answerRequest(request) {
  return answer(request, site);
}

/**
 * Answer with a file, without its body, or with 304.
 * @param {string} ifNoneMatch
 * @param {{type: string, cache: CacheName, tag: string, headers: Header[]}} about
 * @returns {Result}
 */
export function sendFile(ifNoneMatch, about) {
  return succeed(manifest, ifNoneMatch, { body: '' }, about);
}

/**
 * Answer a request that a server rejects by itself.
 * @param {number} status
 * @param {string} message
 * @returns {BodyResult}
 */
export function refuse(status, message) {
  return errorAnswer(manifest, status, message);
}
