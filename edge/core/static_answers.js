/**
 * Answers at static addresses. A file server can give them without this function and ignores a query, so they do, too,
 * and have the same headers for every file, except ETag.
 */

import { catalogTag, recordsTag } from './etag.js';
import { answerAt } from './files.js';
import { catalogPage } from './handlers.js';
import { findMatches } from './matches.js';
import { readParams } from './params.js';
import { answerAsset, succeed } from './responses.js';

/** @import { Addressed, Asset, Payload, Request, Result, Site, Span } from './types.js' */

// The characters of such an address. In another spelling it is that of a route, which reads its query.
const SPELLED = /^[a-z0-9._~/-]+$/;

/**
 * Answer a static address.
 * @param {Request} request
 * @param {Site} site
 * @param {string[]} segments decoded
 * @returns {Result | undefined} undefined if the path is not a static address
 */
export function answerStatic({ path, ifNoneMatch }, site, segments) {
  const { manifest } = site;
  const found = SPELLED.test(path) ? answerAt(site, segments) : undefined;
  if (found === undefined) {
    return undefined;
  }
  if ('asset' in found) {
    return answerAsset(manifest, ifNoneMatch, found.asset);
  }
  const { tag, ...payload } = contentOf(site, found, path.slice(1));
  return succeed(manifest, ifNoneMatch, payload, { type: 'json', cache: 'ok', tag });
}

/**
 * @param {Site} site
 * @param {Exclude<Addressed, {asset: Asset}>} found
 * @param {string} file
 * @returns {Payload & {tag: string}}
 */
function contentOf(site, found, file) {
  const { manifest } = site;
  if ('catalog' in found) {
    const { catalog, window } = found;
    return { body: catalogPage(manifest, catalog, window), file, tag: catalogTag(site, catalog, window) };
  }
  if ('listing' in found) {
    return windowOf(site, found.listing.members, found.window, file);
  }
  const { route, key, window } = found;
  const matches = findMatches(site, route, key, readParams(route, '', manifest));
  if (matches === undefined) {
    throw new Error(`${file} is the address of a file, but ${route.path} finds nothing`);
  }
  return windowOf(site, matches.members, window, file);
}

/**
 * @param {Site} site
 * @param {number[]} members
 * @param {Span} window
 * @param {string} file
 * @returns {Payload & {tag: string}}
 */
function windowOf(site, members, { limit, offset }, file) {
  const part = members.slice(offset, offset + limit);
  return { members: part, file, tag: recordsTag(site, part, members.length, '*') };
}
