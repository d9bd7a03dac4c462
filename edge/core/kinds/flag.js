/** Redirects to an image of a flag. */

import { codeNumber } from '../codes.js';
import { adviseOnFormer, valueNotFound } from '../not_found_answers.js';
import { redirect } from '../responses.js';
import { parameterOf } from '../router.js';

/** @import { Kind } from '../types.js' */

/** @type {Kind} */
export const flag = {
  answer(call) {
    const { manifest } = call.site;
    const image = /** @type {'svg' | 'png'} */ (call.route.flag);
    const code = parameterOf(call.route, call.segments);
    const number = codeNumber(manifest, code);
    return number === undefined
      ? valueNotFound(call, code)
      : redirect(manifest, `${manifest.flags[image]}${manifest.cca2[number]}.${image}`);
  },

  advise: ({ site }, code) => adviseOnFormer(site, code),
};
