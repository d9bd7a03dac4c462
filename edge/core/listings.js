/** Finds the listing of a key. */

import { getOwn } from './request_text.js';

/** @import { Matches, Site } from './types.js' */

/**
 * Find the records of a key of an index.
 * @param {Site} site
 * @param {string} index
 * @param {string} key of the listing in the index
 * @param {string} [fileKey] as in `Matches`
 * @returns {Matches | undefined}
 */
export function listingOf({ manifest, listings }, index, key, fileKey) {
  const number = getOwn(manifest.indexes[index], key);
  if (number === undefined) {
    return undefined;
  }
  const listing = listings[number < 0 ? ~number : number];
  return { members: listing.members, listing, fileKey: number < 0 ? undefined : fileKey };
}
