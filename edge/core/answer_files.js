/** Finds the file of an answer without a query. */

import { squash } from './fold.js';
import { answerPath } from './paths.js';
import { getOwn } from './request_text.js';

/** @import { Route, Site } from './types.js' */

/**
 * File of the answer of a route without a query, for a value of its parameter in the form of index keys.
 * @param {Site} site
 * @param {Route} route
 * @param {string} [key]
 * @returns {string | undefined} none when the key is an alias or a part of a name
 */
export function fileOfAnswer(site, route, key) {
  return route.static === true && (key === undefined || hasFile(site, route, key))
    ? answerPath(route.path, key)
    : undefined;
}

/**
 * @param {Site} site
 * @param {Route} route
 * @param {string} key
 * @returns {boolean}
 */
function hasFile(site, route, key) {
  const { manifest } = site;
  switch (route.kind) {
    case 'codes':
      return Object.hasOwn(manifest.codes, key);
    case 'rank':
      return Object.keys(manifest.metrics).some((name) => name.toLowerCase() === key);
    case 'search':
      return wholeNames(site, /** @type {'names' | 'capitals'} */ (route.index)).has(key);
    default: {
      const index = /** @type {string} */ (route.index);
      return Object.hasOwn(manifest.indexes[index], key) && !getOwn(manifest.aliases, index)?.includes(key);
    }
  }
}

/**
 * Common names, or capitals, as keys. They are collected at the first call.
 * @param {Site} site
 * @param {'names' | 'capitals'} index
 * @returns {Set<string>}
 */
function wholeNames({ manifest, wholeNames: known }, index) {
  return (known[index] ??= new Set(manifest[index].flatMap(([common]) => common.map(squash))));
}
