/** Which answers without a query have a file of their own. */

import { squash } from './fold.js';
import { answerPath } from './paths.js';
import { own } from './request_text.js';

/** @import { Route, Site } from './types.js' */

/**
 * File of what a route answers without a query, for a value of its parameter as an index spells it.
 * @param {Site} site
 * @param {Route} route
 * @param {string} [key]
 * @returns {string | undefined} none where the key is one of those that only lead to another's answer
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
      return Object.hasOwn(manifest.indexes[index], key) && !own(manifest.aliases, index)?.includes(key);
    }
  }
}

/**
 * Common names, or capitals, as keys; collected when first needed.
 * @param {Site} site
 * @param {'names' | 'capitals'} index
 * @returns {Set<string>}
 */
function wholeNames({ manifest, wholeNames: known }, index) {
  return (known[index] ??= new Set(manifest[index].flatMap(([common]) => common.map(squash))));
}
