/** The edge core: a synchronous function that makes an answer from a request and a site, without I/O. */

import { withoutEnding } from './files.js';
import { KINDS } from './kinds.js';
import { noRoute } from './not_found_answers.js';
import { readParams } from './params.js';
import { parsePath } from './query.js';
import { HttpError } from './http_error.js';
import { ignoredHeader } from './request_text.js';
import { errorAnswer, methodNotAllowed, optionsAnswer, redirect } from './responses.js';
import { compileRoutes, findRoute } from './router.js';
import { wordsOf } from './siphash.js';
import { answerStatic } from './static_answers.js';

/** @import { Kind, Manifest, Records, Request, Result, Site } from './types.js' */

const ENDING = /\.[a-z]+$/;

/**
 * Make the lookup tables of a site from its manifest and records. A function calls this once, when it starts.
 * @param {Manifest} manifest
 * @param {Records} records
 * @param {Record<string, Kind>} [extensionKinds] kinds of routes in addition to those of the core
 * @returns {Site}
 */
export function createSite(manifest, { parts, packed }, extensionKinds = {}) {
  const everyone = manifest.cca2.map((_, number) => number);
  const listings = manifest.listings.map((listing) => ({ ...listing, members: listing.members ?? everyone }));
  const digests = new Int32Array(2 * manifest.cca2.length);
  manifest.digests.forEach((digest, number) => {
    digests[2 * number] = parseInt(digest.slice(8), 16);
    digests[2 * number + 1] = parseInt(digest.slice(0, 8), 16);
  });
  const tagKey = Int32Array.from([0, 8, 16, 24], (at) => parseInt(manifest.code.slice(at, at + 8), 16));
  return {
    manifest,
    record: (number) => parts.reduce((text, [mark, part]) => text.replaceAll(mark, part), packed[number]),
    patterns: compileRoutes(manifest.routes, { ...KINDS, ...extensionKinds }),
    listings,
    folders: new Map(listings.map((listing) => [listing.folder, listing])),
    haystacks: {},
    encoded: new Array(everyone.length),
    parsed: new Array(everyone.length),
    digests,
    tagKey,
    codeWords: manifest.cca2.map((code) => wordsOf(code.toUpperCase())),
    everyone,
    commonKeys: {},
  };
}

/**
 * Answer a request. It never throws because of a request: an exception is a defect, which adapters answer with 500.
 * @param {Request} request
 * @param {Site} site
 * @returns {Result}
 */
export function answer(request, site) {
  try {
    return dispatch(request, site);
  } catch (error) {
    if (error instanceof HttpError) {
      return errorAnswer(site.manifest, error.status, error.message);
    }
    throw error;
  }
}

/**
 * @param {Request} request
 * @param {Site} site
 * @returns {Result}
 */
function dispatch(request, site) {
  const { method, path, query } = request;
  const { manifest } = site;
  if (method === 'OPTIONS') {
    return optionsAnswer(manifest);
  }
  if (method !== 'GET' && method !== 'HEAD') {
    return methodNotAllowed(manifest, method);
  }
  checkLength(path, query, manifest.bounds.target);
  // A target such as `http://host` has an empty path.
  if (path !== '' && !path.startsWith('/')) {
    return noRoute(manifest, request);
  }
  const segments = parsePath(path);
  return answerStatic(request, site, segments) ?? answerRoute(request, site, segments);
}

/**
 * @param {Request} request
 * @param {Site} site
 * @param {string[]} segments
 * @returns {Result}
 */
function answerRoute(request, site, segments) {
  const isFolder = segments.length > 1 && segments[segments.length - 1] === '';
  const names = withoutRouteEnding(site, isFolder ? segments.slice(0, -1) : segments);
  const route = findRoute(site.patterns, names);
  if (route === undefined) {
    return answerOther(request, site, segments);
  }
  // File servers do not read the query of an address with an ending, so the query is not checked here either.
  const query = ENDING.test(route.path) ? '' : request.query;
  const values = readParams(route, query, site.manifest);
  const result = route.kind.answer({ request, site, route, segments: names, values });
  if (route.kind.readsQuery !== true) {
    result.headers.push(...ignoredHeader('X-Ignored-Parameters', values.ignored, site.manifest.bounds.ignored));
  }
  return result;
}

/**
 * Remove `.json` from an address of a route with query parameters: `/v1/alpha/x.json` is answered like `/v1/alpha/x`.
 * `answerStatic` has answered the addresses of files before.
 * @param {Site} site
 * @param {string[]} segments
 * @returns {string[]}
 */
function withoutRouteEnding(site, segments) {
  const bare = withoutEnding(segments);
  return bare !== undefined && findRoute(site.patterns, bare)?.params.length ? bare : segments;
}

/**
 * @param {string} path
 * @param {string} query
 * @param {number} most
 */
function checkLength(path, query, most) {
  const length = path.length + (query === '' ? 0 : 1 + query.length);
  if (length > most) {
    throw new HttpError(414, `The request target is ${length} bytes long; at most ${most} are read.`);
  }
}

/**
 * Answer an address without a route: redirect to a document whose address has another ending or folder, or answer 404.
 * @param {Request} request
 * @param {Site} site
 * @param {string[]} segments
 * @returns {Result}
 */
function answerOther(request, { manifest }, segments) {
  // An encoded slash does not separate segments.
  const path = `/${segments.map(encodeURIComponent).join('/')}`;
  const bare = path.replace(/\/(?:index\.html?)?$/, '');
  // The relative links of a folder's index page only work if the address of the folder ends with a slash.
  const candidates = bare.endsWith('/') ? [] : [bare, `${bare}/`, `${bare}.html`, `/docs${bare}.html`];
  const location = candidates.find((address) => manifest.addresses.includes(address));
  return location === undefined || location === path ? noRoute(manifest, request) : redirect(manifest, location);
}
