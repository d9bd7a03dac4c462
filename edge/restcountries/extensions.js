/** Takes the place of `edge/core/extensions.js` where the tree of restcountries is switched on. */

import { restcountries } from './answer.js';

/** @import { Call, Result } from '../core/types.js' */

/** @type {Record<string, (call: Call) => Result>} */
export const EXTENSIONS = { restcountries };
