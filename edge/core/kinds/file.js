/** A file of the service: a fixed answer such as `/health`, or a document, which hosts send themselves. */

import { answerPath } from '../paths.js';
import { notFound } from '../not_found.js';
import { getOwn, quote } from '../request_text.js';
import { fixedAnswer, redirect } from '../responses.js';

/** @import { Call, Kind, Result } from '../types.js' */

/**
 * @param {Call} call
 * @returns {Result}
 */
function answer(call) {
  const { site: { manifest }, request, segments } = call;
  const path = `/${segments.map(encodeURIComponent).join('/')}`;
  const value = getOwn(manifest.values, path);
  if (value !== undefined) {
    return fixedAnswer(manifest, request.ifNoneMatch, value, answerPath(path));
  }
  // A host would have sent the file of an address without a slash.
  return request.path.endsWith('/') && manifest.addresses.includes(path)
    ? redirect(manifest, path)
    : notFound(call, `There is nothing at ${quote(request.path)}; /docs.txt lists the documents.`);
}

/** @type {Kind} */
export const file = { answer };
