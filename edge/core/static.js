/**
 * Static addresses: what a route answers without a query, and each window, by the path of the file that holds it.
 *
 * A file server answers them without this function, so the answers are alike here: no header differs by file but the
 * ETag.
 */

import { fileOfAnswer } from './addresses.js';
import { recordsTag } from './etag.js';
import { ANSWERERS } from './kinds.js';
import { readParams } from './params.js';
import { catalogPath, pagePath } from './paths.js';
import { succeed } from './respond.js';
import { findRoute } from './router.js';
import { own } from './text.js';

/** @import { Listing, Request, Result, Site } from './types.js' */

const ENDING = '.json';
const SPELLED = /^[a-z0-9._~/-]+$/;
const WINDOW = /^(0|[1-9][0-9]{0,8})-(0|[1-9][0-9]{0,8})$/;

/**
 * Answer a static address.
 * @param {Request} request
 * @param {Site} site
 * @param {string[]} segments decoded
 * @returns {Result | undefined} nothing where the path is not one
 */
export function answerStatic(request, site, segments) {
  if (!request.path.endsWith(ENDING) || !SPELLED.test(request.path)) {
    return undefined;
  }
  const name = segments[segments.length - 1].slice(0, -ENDING.length);
  const found = WINDOW.exec(name);
  const folder = segments.slice(0, -1);
  const answered =
    found === null
      ? wholeAnswer(request, site, [...folder, name])
      : windowOf(site, folder.join('/'), Number(found[1]), Number(found[2]));
  return (
    answered &&
    succeed(site.manifest, request, { file: answered.file }, { type: 'json', cache: 'ok', tag: answered.tag })
  );
}

/**
 * @param {Request} request
 * @param {Site} site
 * @param {string[]} segments of the address without its ending
 * @returns {{file: string, tag: string | undefined} | undefined}
 */
function wholeAnswer(request, site, segments) {
  const route = findRoute(site.patterns, segments);
  const key = route?.path.includes('{') ? segments[segments.length - 1] : undefined;
  const file = route && fileOfAnswer(site, route, key);
  if (route === undefined || file === undefined) {
    return undefined;
  }
  const values = readParams(route, '', site.manifest);
  const plain = { ...request, query: '', ifNoneMatch: '' };
  const { headers } = ANSWERERS[route.kind]({ request: plain, site, route, segments, values });
  return { file, tag: headers.find(([header]) => header === 'ETag')?.[1] };
}

/**
 * @param {Site} site
 * @param {string} folder
 * @param {number} limit
 * @param {number} offset
 * @returns {{file: string, tag: string} | undefined}
 */
function windowOf(site, folder, limit, offset) {
  const { manifest } = site;
  const aligned = (/** @type {number} */ size) => manifest.policy.offsets === 'every' || offset % size === 0;
  const path = pagePath(folder, limit, offset, Infinity);
  const kind = Object.keys(manifest.catalogs).find((one) => catalogPath(one, limit, offset) === path);
  if (kind !== undefined) {
    const { total, digest } = manifest.catalogs[kind];
    return manifest.policy.catalogLimits.includes(limit) && offset < total && aligned(limit)
      ? { file: path, tag: recordsTag(site.digests, [], total, `${digest} ${limit} ${offset}`) }
      : undefined;
  }
  const listing = listingIn(site, folder);
  if (listing === undefined) {
    return undefined;
  }
  const members = listing.members ?? site.everyone;
  const numbers = members.slice(offset, offset + limit);
  const sizes = manifest.policy.limits.filter((size) => size <= (listing.ceiling ?? Infinity));
  const isWritten = sizes.some((size) => Math.min(size, members.length) === limit) && aligned(limit);
  return isWritten && numbers.length > 1
    ? { file: path, tag: recordsTag(site.digests, numbers, members.length, '*') }
    : undefined;
}

/**
 * @param {Site} site
 * @param {string} folder
 * @returns {Listing | undefined}
 */
function listingIn(site, folder) {
  site.folders ??= Object.fromEntries(site.manifest.listings.map((listing) => [listing.name, listing]));
  return own(site.folders, folder);
}
