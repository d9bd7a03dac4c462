/**
 * Handlers of further kinds of routes. Here there are none: a build with the restcountries routes replaces this module
 * by theirs.
 */

/** @import { Call, Result } from './types.js' */

/** @type {Record<string, (call: Call) => Result>} */
export const EXTRA_HANDLERS = {};
