/** Replaces `edge/core/extra_handlers.js` when the config enables the restcountries routes. */

import { restcountries } from './answer.js';

/** @import { Call, Result } from '../core/types.js' */

/** @type {Record<string, (call: Call) => Result>} */
export const EXTRA_HANDLERS = { restcountries };
