/** A file of its own, such as a document. */

import { assetAt } from '../files.js';
import { notFound } from '../not_found.js';
import { quote } from '../request_text.js';
import { answerAsset } from '../responses.js';

/** @import { Call, Kind, Result } from '../types.js' */

/**
 * @param {Call} call
 * @returns {Result}
 */
function answer(call) {
  const { site, request, segments } = call;
  const asset = assetAt(site.manifest, segments);
  return asset === undefined
    ? notFound(call, `There is nothing at ${quote(request.path)}; /docs.txt lists the documents.`)
    : answerAsset(site.manifest, request.ifNoneMatch, asset);
}

/** @type {Kind} */
export const file = { answer };
