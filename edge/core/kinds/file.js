/** Answers with a fixed value, such as that of `/health`. */

import { answerPath } from '../paths.js';
import { fixedAnswer } from '../responses.js';

/** @import { Kind } from '../types.js' */

/** @type {Kind} */
export const file = {
  answer({ site: { manifest }, request, route: { path } }) {
    return fixedAnswer(manifest, request.ifNoneMatch, manifest.values[path], answerPath(path));
  },
};
