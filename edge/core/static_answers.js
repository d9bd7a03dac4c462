/**
 * Answers at static addresses. A file server can give them without this function, so they have the same headers for
 * every file, except ETag.
 */

import { catalogTag, recordsTag } from './etag.js';
import { answerAt } from './files.js';
import { catalogPage } from './handlers.js';
import { findMatches } from './matches.js';
import { readParams } from './params.js';
import { succeed } from './responses.js';

/** @import { Addressed, Payload, Request, Result, Site, Span } from './types.js' */

const SPELLED = /^[a-z0-9._~/-]+$/;

/**
 * Answer a static address.
 * @param {Request} request
 * @param {Site} site
 * @param {string[]} segments decoded
 * @returns {Result | undefined} undefined if the path is not a static address
 */
export function answerStatic(request, site, segments) {
  const found = SPELLED.test(request.path) ? answerAt(site, segments) : undefined;
  if (found === undefined) {
    return undefined;
  }
  const { tag, ...payload } = contentOf(site, found, request.path.slice(1));
  return succeed(site.manifest, request, payload, { type: 'json', cache: 'ok', tag });
}

/**
 * @param {Site} site
 * @param {Addressed} found
 * @param {string} file
 * @returns {Payload & {tag: string}}
 */
function contentOf(site, found, file) {
  const { manifest, everyone } = site;
  if ('catalog' in found) {
    const { catalog, window } = found;
    return { body: catalogPage(manifest, catalog, window), file, tag: catalogTag(site, catalog, window) };
  }
  if ('listing' in found) {
    return windowOf(site, found.listing.members ?? everyone, found.window, file);
  }
  const { route, key, window } = found;
  if (route.kind === 'file') {
    const asset = manifest.assets[route.path];
    return { asset, tag: `"${asset.digest}"` };
  }
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
