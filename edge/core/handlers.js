/** The handlers: a function for each kind of route, called with validated parameters. */

import { catalogTag } from './etag.js';
import { fileOfCatalog } from './files.js';
import { findCode, findMatches, haystackOf } from './matches.js';
import { notFound } from './not_found.js';
import { offsetWindow, pagingHeaders } from './paging.js';
import { deliverObject, deliverSample, deliverWindow } from './record_responses.js';
import { getOwn, lowerAscii, percentEncode } from './request_text.js';
import { redirect, succeed } from './responses.js';
import { search } from './search.js';
import { sample, shuffle } from './shuffle.js';

/** @import { Asset, Call, Header, Kind, Manifest, Result, Site, Span } from './types.js' */

/** @type {Record<Kind, (call: Call) => Result>} */
export const HANDLERS = {
  list,
  random: (call) => deliverSample(call, sample(call.request.entropy, call.site.everyone.length, 1)),
  current,
  codes: matches,
  search: matches,
  match: matches,
  independent: matches,
  rank: matches,
  catalog,
  file,
  flag,
};

/**
 * The value of the path parameter, which is always the last segment.
 * @param {Call} call
 * @returns {string}
 */
function parameterOf({ segments }) {
  return segments[segments.length - 1];
}

/**
 * @param {Call} call
 * @returns {Result}
 */
function list(call) {
  const { site, request, values } = call;
  const { limit } = values;
  if (values.page === undefined) {
    return matches(call);
  }
  const members = site.everyone;
  if (values.page === 'randomized') {
    return deliverSample(call, sample(request.entropy, members.length, limit));
  }
  const pages = String(Math.ceil(members.length / limit));
  if (values.page === 'random') {
    const seed = values.seed || request.entropy;
    const echo = percentEncode(seed);
    values.given.set('seed', echo);
    /** @type {Header[]} */
    const headers = [
      ['X-List-Pages', pages],
      ['X-List-Seed', echo],
      ['X-List-Index', String(values.index)],
    ];
    const window = { limit, offset: values.index * limit, mode: /** @type {const} */ ('index') };
    return deliverWindow(call, { members: shuffle(site, seed), headers }, window, values.seed ? 'ok' : 'none');
  }
  /** @type {Header[]} */
  const headers = [
    ['X-List-Page', String(values.page)],
    ['X-List-Pages', pages],
  ];
  const window = { limit, offset: values.page * limit, mode: /** @type {const} */ ('page') };
  return deliverWindow(call, { members, ...findMatches(site, call.route, '', values), headers }, window);
}

/**
 * Answer a window of what the route finds.
 * @param {Call} call
 * @returns {Result}
 */
function matches(call) {
  const { site, route, values } = call;
  const text = parameterOf(call);
  const found = findMatches(site, route, text, values);
  if (found !== undefined) {
    return deliverWindow(call, found, offsetWindow(call));
  }
  const isPart = values.fullText && search(haystackOf(site, route), text, false).length > 0;
  return notFound(call, isPart ? 'fullText' : (route.index ?? route.kind), text);
}

/**
 * @param {Call} call
 * @returns {Result}
 */
function current(call) {
  const { manifest } = call.site;
  const { country } = call.request;
  const number = getOwn(manifest.codes, lowerAscii(country)) ?? getOwn(manifest.codes, manifest.fallback.toLowerCase());
  return number === undefined
    ? notFound(call, 'current', country, 'private')
    : deliverObject(call, number, 'private');
}

/**
 * @param {Call} call
 * @returns {Result}
 */
function catalog(call) {
  const { site, route } = call;
  const { manifest } = site;
  const kind = /** @type {string} */ (route.catalog);
  const window = offsetWindow(call);
  const payload = { body: catalogPage(manifest, kind, window), file: fileOfCatalog(site, route, window) };
  const tag = catalogTag(site, kind, window);
  const headers = pagingHeaders(call, window, manifest.catalogs[kind].total);
  return succeed(manifest, call.request, payload, { type: 'json', cache: 'ok', tag, headers });
}

/**
 * Encode a window of a catalog as JSON.
 * @param {Manifest} manifest
 * @param {string} kind
 * @param {Span} window
 * @returns {string}
 */
export function catalogPage({ catalogs, schemaVersion }, kind, { limit, offset }) {
  const { total, items } = catalogs[kind];
  const page = items.slice(offset, offset + limit);
  const head = { kind, schemaVersion, total, offset, limit, count: page.length };
  return `${JSON.stringify(head).slice(0, -1)},"${kind}":[${page.join(',')}]}`;
}

/**
 * @param {Call} call
 * @returns {Result}
 */
function file(call) {
  const asset = getOwn(call.site.manifest.assets, `/${call.segments.join('/')}`);
  return asset === undefined ? notFound(call, 'file', '') : deliverAsset(call, asset);
}

/**
 * Answer a file with an address of its own.
 * @param {{site: Site, request: Call['request']}} call
 * @param {Asset} asset
 * @returns {Result}
 */
export function deliverAsset({ site, request }, asset) {
  const { type, cache, digest, headers: set } = asset;
  const headers = set === undefined ? [] : site.manifest.headers.sets[set];
  return succeed(site.manifest, request, { asset }, { type, cache, tag: `"${digest}"`, headers });
}

/**
 * @param {Call} call
 * @returns {Result}
 */
function flag(call) {
  const { manifest } = call.site;
  const image = /** @type {'svg' | 'png'} */ (call.route.flag);
  const number = findCode(manifest, parameterOf(call));
  return number === undefined
    ? notFound(call, 'flag', parameterOf(call))
    : redirect(manifest, `${manifest.flags[image]}${manifest.cca2[number]}.${image}`);
}
