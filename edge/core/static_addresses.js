/**
 * Static addresses: the paths of the files of answers without a query, and of windows.
 *
 * A file server can answer them without this function, so the answers here have the same headers for every file, except
 * ETag.
 */

import { fileOfAnswer } from './answer_files.js';
import { recordsTag } from './etag.js';
import { HANDLERS, catalogPage } from './handlers.js';
import { readParams } from './params.js';
import { catalogPath, pagePath } from './paths.js';
import { succeed } from './responses.js';
import { findRoute } from './router.js';

/** @import { Listing, Payload, Request, Result, Site } from './types.js' */

/** @typedef {{payload: Payload, tag: string | undefined}} Static */

const ENDING = '.json';
const SPELLED = /^[a-z0-9._~/-]+$/;
const WINDOW = /^(0|[1-9][0-9]{0,8})-(0|[1-9][0-9]{0,8})$/;

/**
 * Answer a static address.
 * @param {Request} request
 * @param {Site} site
 * @param {string[]} segments decoded
 * @returns {Result | undefined} undefined if the path is not a static address
 */
export function answerStatic(request, site, segments) {
  const bare = withoutEnding(segments);
  if (bare === undefined || !SPELLED.test(request.path)) {
    return undefined;
  }
  const found = WINDOW.exec(bare.at(-1) ?? '');
  const answered =
    found === null
      ? wholeAnswer(request, site, bare)
      : windowOf(site, bare.slice(0, -1).join('/'), { limit: Number(found[1]), offset: Number(found[2]) });
  if (answered === undefined) {
    return undefined;
  }
  const { payload, tag } = answered;
  return succeed(site.manifest, request, payload, { type: 'json', cache: 'ok', tag });
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
 * @param {Request} request
 * @param {Site} site
 * @param {string[]} segments of the address, without the ending of the last
 * @returns {Static | undefined}
 */
function wholeAnswer(request, site, segments) {
  const route = findRoute(site.patterns, segments);
  const key = route?.path.includes('{') ? segments[segments.length - 1] : undefined;
  const file = route && fileOfAnswer(site, route, key);
  if (route === undefined || file === undefined) {
    return undefined;
  }
  const values = readParams(route, '', site.manifest);
  const plain = { method: 'GET', path: request.path, query: '', ifNoneMatch: '', accept: '', country: '', entropy: '' };
  const answered = HANDLERS[route.kind]({ request: plain, site, route, segments, values });
  const tag = answered.headers.find(([header]) => header === 'ETag')?.[1];
  return { payload: site.manifest.policy.files === 'none' ? answered : { file }, tag };
}

/**
 * @param {Site} site
 * @param {string} folder
 * @param {{limit: number, offset: number}} window
 * @returns {Static | undefined}
 */
function windowOf(site, folder, window) {
  const { manifest } = site;
  const { limit, offset } = window;
  const path = pagePath(folder, limit, offset, Infinity);
  const kind = Object.keys(manifest.catalogs).find((one) => catalogPath(one, limit, offset) === path);
  // A listing without files has no name.
  const listing = manifest.listings.find(({ name }) => name !== '' && name === folder);
  return kind === undefined ? pageOf(site, listing, window, path) : catalogOf(site, kind, window, path);
}

/**
 * @param {Site} site
 * @param {string} kind
 * @param {{limit: number, offset: number}} window
 * @param {string} path
 * @returns {Static | undefined}
 */
function catalogOf(site, kind, window, path) {
  const { manifest } = site;
  const { limit, offset } = window;
  const { total, digest } = manifest.catalogs[kind];
  if (offset >= total || !manifest.policy.catalogLimits.includes(limit) || offset % limit !== 0) {
    return undefined;
  }
  const tag = recordsTag(site, [], total, `${digest} ${limit} ${offset}`);
  const isFile = manifest.policy.files === 'windows';
  return { payload: isFile ? { file: path } : { body: catalogPage(manifest, kind, window) }, tag };
}

/**
 * @param {Site} site
 * @param {Listing | undefined} listing
 * @param {{limit: number, offset: number}} window
 * @param {string} path
 * @returns {Static | undefined}
 */
function pageOf(site, listing, { limit, offset }, path) {
  if (listing === undefined) {
    return undefined;
  }
  const { policy } = site.manifest;
  const members = listing.members ?? site.everyone;
  const numbers = members.slice(offset, offset + limit);
  const sizes = policy.limits.filter((size) => size <= (listing.maxLimit ?? Infinity));
  const hasSize = sizes.some((size) => Math.min(size, members.length) === limit);
  // A window of one record has no file, because it equals that record's own file.
  if (!hasSize || offset % limit !== 0 || numbers.length < 2) {
    return undefined;
  }
  const tag = recordsTag(site, numbers, members.length, '*');
  return { payload: policy.files === 'windows' ? { file: path } : { records: numbers }, tag };
}
