/**
 * Which file has an answer, and which answer the address of a file is.
 *
 * The function, the scripts of the pages and the build ask this module. `builder/output_paths.py` has what writes the
 * files.
 */

import { squash } from './fold.js';
import { answerPath, catalogPath, pagePath, recordPath, segmentKey } from './paths.js';
import { getOwn } from './request_text.js';
import { findRoute, parameterOf } from './router.js';

/** @import { Addressed, Asset, Listing, Manifest, Matches, Route, Site, SiteListing, Span } from './types.js' */

const ENDING = '.json';
// The types of files that also answer with a slash at the end of their address, as routes do.
const SLASHED = ['txt', 'json'];
const WINDOW = /^(0|[1-9][0-9]{0,8})-(0|[1-9][0-9]{0,8})$/;

/**
 * File of a window of a list. A window of one record has none of its own, because it equals that record's file.
 * @param {string} folder of the windows of the list; empty if there are none
 * @param {number} total
 * @param {Span} window
 * @param {number[]} sizes the page sizes that have files
 * @returns {string | undefined}
 */
export function windowFile(folder, total, { limit, offset }, sizes) {
  const count = Math.min(limit, total);
  const isWritten = offset % limit === 0 && sizes.some((size) => Math.min(size, total) === count);
  return folder !== '' && isWritten && Math.min(count, total - offset) > 1
    ? pagePath(folder, limit, offset, total)
    : undefined;
}

/**
 * File of a window of a catalog.
 * @param {string} kind
 * @param {number} total
 * @param {Span} window
 * @param {number[]} sizes
 * @returns {string | undefined}
 */
export function catalogFile(kind, total, { limit, offset }, sizes) {
  return offset < total && offset % limit === 0 && sizes.includes(limit) ? catalogPath(kind, limit, offset) : undefined;
}

/**
 * File of a window of matches.
 * @param {Site} site
 * @param {Route} route
 * @param {Matches} found
 * @param {Span} window
 * @returns {string | undefined}
 */
export function fileOfMatches(site, route, { members, listing, fileKey }, window) {
  const { manifest } = site;
  const { limit, offset } = window;
  const count = Math.min(limit, members.length - offset);
  if (count < 2) {
    return count === 1 ? recordPath(manifest.cca2[members[offset]]) : undefined;
  }
  const list = listing ?? listOfSearch(site, route, fileKey);
  const stored = list && windowFile(list.folder, members.length, window, sizesOf(manifest, list));
  const isDefaultAnswer = fileKey !== undefined && isDefault(manifest, route, window);
  return stored ?? (isDefaultAnswer ? fileOfAnswer(site, route, fileKey) : undefined);
}

/**
 * The list that a search for a whole name finds, if it is stored.
 * @param {Site} site
 * @param {Route} route
 * @param {string | undefined} key
 * @returns {SiteListing | undefined}
 */
function listOfSearch({ folders }, route, key) {
  return route.kind === 'search' && key !== undefined
    ? folders.get(answerPath(route.path, key).slice(0, -ENDING.length))
    : undefined;
}

/**
 * File of the answer of a route without a query, for a value of its parameter in the form of index keys.
 * @param {Site} site
 * @param {Route} route
 * @param {string} key empty without a parameter
 * @returns {string | undefined} none when the key is an alias or a part of a name
 */
function fileOfAnswer(site, route, key) {
  const isWritten = route.static === true && (!route.path.includes('{') || hasFile(site, route, key));
  return isWritten ? answerPath(route.path, key) : undefined;
}

/**
 * File of a window of a catalog, or of its answer without a query.
 * @param {Site} site
 * @param {Route} route
 * @param {Span} window
 * @returns {string | undefined}
 */
export function fileOfCatalog(site, route, window) {
  const { catalogs, policy } = site.manifest;
  const kind = /** @type {string} */ (route.catalog);
  return (
    catalogFile(kind, catalogs[kind].total, window, policy.catalogLimits) ??
    (isDefault(site.manifest, route, window) ? fileOfAnswer(site, route, '') : undefined)
  );
}

/**
 * Window of the answer of a route without a query.
 * @param {Manifest} manifest
 * @param {Route} route
 * @returns {Span}
 */
function defaultWindow({ params }, { params: keys, maxLimit = Infinity }) {
  const limit = keys.map((key) => params[key]).find(({ name }) => name === 'limit');
  return { limit: Math.min(Number(limit?.default), maxLimit), offset: 0 };
}

/**
 * @param {Manifest} manifest
 * @param {Route} route
 * @param {Span} window
 * @returns {boolean}
 */
function isDefault(manifest, route, { limit, offset }) {
  return offset === 0 && limit === defaultWindow(manifest, route).limit;
}

/**
 * Find the answer that an address in `.json` is.
 * @param {Site} site
 * @param {string[]} segments decoded
 * @returns {Addressed | undefined} undefined if no file has that address
 */
export function answerAt(site, segments) {
  const bare = withoutEnding(segments);
  const found = WINDOW.exec(bare?.at(-1) ?? '');
  if (bare === undefined) {
    return undefined;
  }
  if (found === null) {
    const route = findRoute(site.patterns, bare);
    const key = route === undefined ? '' : segmentKey(parameterOf(route, bare));
    if (route === undefined || fileOfAnswer(site, route, key) !== `${bare.join('/')}${ENDING}`) {
      return undefined;
    }
    if (route.kind === 'file') {
      const asset = assetAt(site.manifest, bare);
      return asset && { asset };
    }
    const window = defaultWindow(site.manifest, route);
    return route.catalog === undefined ? { route, key, window } : { catalog: route.catalog, window };
  }
  const window = { limit: Number(found[1]), offset: Number(found[2]) };
  return windowAt(site, `${bare.slice(0, -1).join('/')}/${found[0]}${ENDING}`, window);
}

/**
 * Find the document or image with an address of its own.
 * @param {Manifest} manifest
 * @param {string[]} segments decoded; one with a slash is in no address
 * @returns {Asset | undefined}
 */
export function assetAt({ assets }, segments) {
  if (segments.some((segment) => segment.includes('/'))) {
    return undefined;
  }
  const address = `/${segments.join('/')}`;
  const bare = address.endsWith('/') ? getOwn(assets, address.slice(0, -1)) : undefined;
  return getOwn(assets, address) ?? (SLASHED.includes(bare?.type ?? '') ? bare : undefined);
}

/**
 * Remove the ending of the last segment.
 * @param {string[]} segments
 * @returns {string[] | undefined} undefined if it has another
 */
export function withoutEnding(segments) {
  const last = segments.at(-1) ?? '';
  return last.endsWith(ENDING) ? [...segments.slice(0, -1), last.slice(0, -ENDING.length)] : undefined;
}

/**
 * @param {Site} site
 * @param {string} path
 * @param {Span} window
 * @returns {Addressed | undefined}
 */
function windowAt({ manifest, folders }, path, window) {
  const { catalogs, policy } = manifest;
  const catalog = Object.keys(catalogs).find(
    (kind) => catalogFile(kind, catalogs[kind].total, window, policy.catalogLimits) === path,
  );
  if (catalog !== undefined) {
    return { catalog, window };
  }
  const listing = folders.get(path.slice(0, path.lastIndexOf('/')));
  return listing && windowFile(listing.folder, listing.members.length, window, sizesOf(manifest, listing)) === path
    ? { listing, window }
    : undefined;
}

/**
 * @param {Manifest} manifest
 * @param {Listing} listing
 * @returns {number[]} the page sizes of its files
 */
function sizesOf({ policy }, { maxLimit = Infinity }) {
  return policy.limits.filter((size) => size <= maxLimit);
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
  return (known[index] ??= new Set(manifest[index].own.flatMap(([common]) => common.map(squash))));
}
