/**
 * Kinds of routes beside those of `handlers.js`. There are none here: a build that switches on a further tree of routes
 * puts that tree's own module in the place of this one.
 */

/** @import { Call, Result } from './types.js' */

/** @type {Record<string, (call: Call) => Result>} */
export const EXTRA_HANDLERS = {};
