/**
 * Finds the file of an answer, and the answer in a file. The function and the build, which runs the core, use this
 * module. Scripts of pages use only `paths.js`. The build writes to the paths of `builder/api/output_paths.py`.
 */

import { readParams } from './params.js';
import { answerPath, catalogFile, findKey, windowFile } from './paths.js';
import { findRoute, parameterOf } from './router.js';

/** @import { Content, Listing, Manifest, Matches, Route, Site, Span } from './types.js' */

const ENDING = '.json';
// The route whose answers to single codes are the files of records.
const RECORD_ROUTE = '/v1/alpha/{codes}';
const WINDOW = /^(0|[1-9][0-9]{0,8})-(0|[1-9][0-9]{0,8})$/;

/**
 * Find the file of a window of matches.
 * @param {Manifest} manifest
 * @param {Route} route
 * @param {Matches} matches
 * @param {Span} window
 * @returns {string | undefined}
 */
export function fileOfMatches(manifest, route, { members, listing, fileKey }, window) {
  const count = Math.min(window.limit, members.length - window.offset);
  if (count < 2) {
    return count === 1 ? answerPath(RECORD_ROUTE, manifest.cca2[members[window.offset]]) : undefined;
  }
  const file = listing && windowFile(listing.folder, members.length, window, limitsOf(manifest, listing));
  return file ?? fileOfRoute(manifest, route, fileKey, window);
}

/**
 * Find the file of a window of a catalog.
 * @param {Manifest} manifest
 * @param {Route} route
 * @param {Span} window
 * @returns {string | undefined}
 */
export function fileOfCatalog(manifest, route, window) {
  const { catalogs, policy } = manifest;
  const name = /** @type {string} */ (route.catalog);
  const file = catalogFile(name, catalogs[name].total, window, policy.catalogLimits);
  return file ?? fileOfRoute(manifest, route, '', window);
}

/**
 * Find the file with the answer of a route without a query.
 * @param {Manifest} manifest
 * @param {Route} route
 * @param {string | undefined} key as `Matches.fileKey`
 * @param {Span} window
 * @returns {string | undefined} undefined if that answer has another window or no file
 */
function fileOfRoute(manifest, route, key, { limit, offset }) {
  const isWritten = route.static === true && key !== undefined;
  return isWritten && offset === 0 && limit === defaultLimit(manifest, route) ? answerPath(route.path, key) : undefined;
}

/**
 * @param {Manifest} manifest
 * @param {Route} route
 * @returns {number} the limit of an answer without a query
 */
function defaultLimit({ params }, { params: keys, maxLimit = Infinity }) {
  const limit = keys.map((key) => params[key]).find(({ name }) => name === 'limit');
  return Math.min(Number(limit?.default), maxLimit);
}

/**
 * Find the content of the file at an address with the ending `.json`.
 * @param {Site} site
 * @param {string[]} segments decoded
 * @returns {Content | undefined} undefined if no file has that address
 */
export function contentAt(site, segments) {
  const bare = withoutEnding(segments);
  const [, limit, offset] = WINDOW.exec(bare?.at(-1) ?? '') ?? [];
  return limit === undefined
    ? bare && contentOfRoute(site, bare)
    : contentOfWindow(site, segments.join('/'), { limit: Number(limit), offset: Number(offset) });
}

/**
 * @param {Site} site
 * @param {string[]} segments without the ending
 * @returns {Content | undefined}
 */
function contentOfRoute(site, segments) {
  const route = findRoute(site.patterns, segments);
  if (route?.static !== true) {
    return undefined;
  }
  const { catalog, kind, index = '' } = route;
  const values = readParams(route, '', site.manifest);
  const window = { limit: values.limit, offset: 0 };
  if (catalog !== undefined) {
    return { catalog, window };
  }
  if (kind.find === undefined) {
    return { value: route.path };
  }
  const listKeys = () => kind.keys?.(site, route) ?? Object.keys(site.manifest.indexes[index] ?? {});
  const key = findKey(parameterOf(route, segments), listKeys);
  if (key === undefined) {
    return undefined;
  }
  const matches = kind.find(site, route, key, values);
  return matches?.fileKey === key ? { members: matches.members, window } : undefined;
}

/**
 * @param {Site} site
 * @param {string} path
 * @param {Span} window
 * @returns {Content | undefined}
 */
function contentOfWindow({ manifest, folders }, path, window) {
  const { catalogs, policy } = manifest;
  const catalog = Object.keys(catalogs).find(
    (name) => catalogFile(name, catalogs[name].total, window, policy.catalogLimits) === path,
  );
  if (catalog !== undefined) {
    return { catalog, window };
  }
  const listing = folders.get(path.slice(0, path.lastIndexOf('/')));
  return listing && windowFile(listing.folder, listing.members.length, window, limitsOf(manifest, listing)) === path
    ? { members: listing.members, window }
    : undefined;
}

/**
 * Remove the ending `.json` from the last segment.
 * @param {string[]} segments
 * @returns {string[] | undefined} undefined without this ending
 */
export function withoutEnding(segments) {
  const last = segments.at(-1) ?? '';
  return last.endsWith(ENDING) ? [...segments.slice(0, -1), last.slice(0, -ENDING.length)] : undefined;
}

/**
 * @param {Manifest} manifest
 * @param {Listing} listing
 * @returns {number[]} the limits of the listing's windows with files
 */
function limitsOf({ policy }, { maxLimit = Infinity }) {
  return policy.limits.filter((limit) => limit <= maxLimit);
}
