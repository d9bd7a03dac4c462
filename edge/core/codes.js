/** Finds the record of a code. */

import { getOwn, lowerAscii } from './request_text.js';

/** @import { Manifest } from './types.js' */

const NUMERIC = /^[0-9]{1,3}$/;

/**
 * Find the number of the record with a code.
 * @param {Manifest} manifest
 * @param {string} code in any form and case
 * @returns {number | undefined}
 */
export function codeNumber(manifest, code) {
  const lower = lowerAscii(code.trim());
  return getOwn(manifest.codes, NUMERIC.test(lower) ? lower.padStart(3, '0') : lower);
}
