/** Lists the values in paths below `/v3.1` whose answers are files: codes and whole names. */

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
export const ROUTES_WITH_FILES = [...Object.keys(CODES), ...Object.keys(NAMES)];

/** @type {WeakMap<Site, Record<string, Map<string, string[]>>>} */
const textsBySite = new WeakMap();

/**
 * Return the codes or names of a route, in lower case, by the key of their file. They are collected at the first call.
 * @param {Site} site
 * @param {string} route one of `ROUTES_WITH_FILES`
 * @returns {Map<string, string[]>}
 */
export function textsByFileKey(site, route) {
  const textsByRoute = textsBySite.get(site) ?? {};
  textsBySite.set(site, textsByRoute);
  return (textsByRoute[route] ??= collect(site, route));
}

/**
 * Return the names with the same key as a value, such as a spelling without accents or spaces.
 * @param {Site} site
 * @param {string} route
 * @param {string} value
 * @returns {string[]}
 */
export function namesWithSameKey(site, route, value) {
  return Object.hasOwn(NAMES, route) ? (textsByFileKey(site, route).get(keyOf(value)) ?? []) : [];
}

/**
 * Whether the answer to a value is a file with that value in its address.
 * @param {Site} site
 * @param {string} route
 * @param {string} value
 * @returns {boolean}
 */
export function hasFile(site, route, value) {
  return ROUTES_WITH_FILES.includes(route) && textsByFileKey(site, route).has(value);
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
    for (const text of textsOf(entryOf(site, number).country).map((name) => name.toLowerCase())) {
      const key = isCode ? text : keyOf(text);
      const withSameKey = texts.get(key) ?? [];
      if (key !== '' && !withSameKey.includes(text)) {
        texts.set(key, [...withSameKey, text]);
      }
    }
  }
  return texts;
}
