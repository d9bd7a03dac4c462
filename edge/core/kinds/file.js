/** A fixed answer, such as `/health`. */

import { answerPath } from '../paths.js';
import { fixedAnswer } from '../responses.js';

/** @import { Call, Kind, Result } from '../types.js' */

/**
 * @param {Call} call
 * @returns {Result}
 */
function answer({ site: { manifest }, request, route: { path } }) {
  return fixedAnswer(manifest, request.ifNoneMatch, manifest.values[path], answerPath(path));
}

/** @type {Kind} */
export const file = { answer };
