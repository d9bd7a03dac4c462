/** Which answers of the routes below `/v3.1` are files: those to codes and to whole names. */

import { keyOf } from '../../../../edge/core/fold.js';
import { entryOf } from './record.js';

/** @import { Site } from '../../../../edge/core/types.js' */
/** @import { Country } from './types.js' */

/** @type {Record<string, (country: Country) => string[]>} */
const CODES = {
  alpha: ({ cca2, ccn3, cca3, cioc }) => [cca2, ccn3, cca3, cioc],
  currency: ({ currencies }) => Object.keys(currencies),
  lang: ({ languages }) => Object.keys(languages),
};

/** @type {Record<string, (country: Country) => string[]>} */
const NAMES = {
  name: ({ name }) => [name.common],
  capital: ({ capital }) => capital,
  region: ({ region }) => [region],
  subregion: ({ subregion }) => [subregion],
};

/** The routes with a value in their path whose answers are files. */
export const FILED = [...Object.keys(CODES), ...Object.keys(NAMES)];

/** @type {WeakMap<Site, Record<string, Map<string, string[]>>>} */
const tables = new WeakMap();

/**
 * Return the texts of a route whose answers are files, in lower case, by the key of the file. They are collected at the
 * first call.
 * @param {Site} site
 * @param {string} route one of `FILED`
 * @returns {Map<string, string[]>}
 */
export function textsByKey(site, route) {
  const known = tables.get(site) ?? {};
  tables.set(site, known);
  return (known[route] ??= collect(site, route));
}

/**
 * Return the names that a value is another spelling of: without accents, say, or without spaces.
 * @param {Site} site
 * @param {string} route
 * @param {string} value
 * @returns {string[]}
 */
export function namesSpelled(site, route, value) {
  return Object.hasOwn(NAMES, route) ? (textsByKey(site, route).get(keyOf(value)) ?? []) : [];
}

/**
 * Whether the answer to a value is a file with that value in its address.
 * @param {Site} site
 * @param {string} route
 * @param {string} value
 * @returns {boolean}
 */
export function hasFile(site, route, value) {
  return FILED.includes(route) && textsByKey(site, route).has(value);
}

/**
 * @param {Site} site
 * @param {string} route
 * @returns {Map<string, string[]>}
 */
function collect(site, route) {
  const isCode = Object.hasOwn(CODES, route);
  const textsOf = (isCode ? CODES : NAMES)[route];
  /** @type {Map<string, string[]>} */
  const texts = new Map();
  for (const number of site.everyone) {
    for (const text of textsOf(entryOf(site, number).country).map((one) => one.toLowerCase())) {
      const key = isCode ? text : keyOf(text);
      const known = texts.get(key) ?? [];
      if (key !== '' && !known.includes(text)) {
        texts.set(key, [...known, text]);
      }
    }
  }
  return texts;
}
