/** Takes the place of `edge/core/extra_handlers.js` where the tree of restcountries is switched on. */

import { restcountries } from './answer.js';

/** @import { Call, Result } from '../core/types.js' */

/** @type {Record<string, (call: Call) => Result>} */
export const EXTRA_HANDLERS = { restcountries };
