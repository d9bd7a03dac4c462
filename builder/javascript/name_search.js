/** Searches names in a build, which has no site yet. */

import { makeHaystack, search } from '../../edge/core/search.js';

/** @import { SearchedNames } from '../../edge/core/types.js' */

/**
 * Return the numbers of the records that each query finds, best first.
 * @param {SearchedNames} names
 * @param {string[]} queries
 * @returns {number[][]}
 */
export function findEach(names, queries) {
  const haystack = makeHaystack(names);
  return queries.map((query) => search(haystack, query, false));
}
