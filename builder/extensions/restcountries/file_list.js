/** Lists in a build the files below `/v3.1`, by the modules that answer requests. */

import { createSite } from '../../../edge/core/answer.js';
import { extensionKinds } from '../../../edge/generated/kinds.js';
import { manifest } from '../../../edge/generated/manifest.js';
import { findRecords } from './edge/answer.js';
import { ROUTES_WITH_FILES, textsByFileKey } from './edge/files.js';
import { encode, entryOf } from './edge/record.js';

/**
 * Return the encoded records, and for each file its route, its key, a text with the same answer and its records.
 * @param {string[]} packed the records as stored
 * @param {string[]} unkeyed the routes without a value that have a file
 * @returns {[string[], [string, string, string, number[]][]]}
 */
export function listFiles(packed, unkeyed) {
  const site = createSite(manifest, { parts: [], packed }, extensionKinds);
  /** @type {(route: string, value: string) => number[]} */
  const numbers = (route, value) => findRecords(site, route, value, new Map());
  /** @type {(route: string, key: string, text: string) => [string, string, string, number[]]} */
  const file = (route, key, text) => {
    const members = numbers(route, key);
    const isSame = text === key || String(numbers(route, text)) === String(members);
    return [route, key, isSame ? text : key, members];
  };
  const whole = unkeyed.map((route) => file(route, '', ''));
  const keyed = ROUTES_WITH_FILES.flatMap((route) =>
    [...textsByFileKey(site, route)].map(([key, [text]]) => file(route, key, text)),
  );
  return [site.everyone.map((number) => encode(entryOf(site, number))), [...whole, ...keyed]];
}
