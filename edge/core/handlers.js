/** The handlers: a function for each kind of route, called with validated parameters. */

import { catalogTag } from './etag.js';
import { EXTRA_HANDLERS } from './extra_handlers.js';
import { assetAt, fileOfCatalog } from './files.js';
import { findCode, findMatches, haystackOf } from './matches.js';
import { notFound } from './not_found.js';
import { offsetWindow, pagingHeaders } from './paging.js';
import { answerObject, answerSample, answerWindow } from './record_responses.js';
import { getOwn, lowerAscii, percentEncode } from './request_text.js';
import { answerAsset, redirect, succeed } from './responses.js';
import { parameterOf } from './router.js';
import { search } from './search.js';
import { sample, shuffle } from './shuffle.js';

/** @import { Call, Header, Kind, Manifest, Result, Span } from './types.js' */

/** @type {Record<Kind, (call: Call) => Result>} */
export const HANDLERS = {
  list,
  random: (call) => answerSample(call, sample(call.request.entropy, call.site.everyone.length, 1)),
  current,
  codes: matches,
  search: matches,
  match: matches,
  independent: matches,
  rank: matches,
  catalog,
  file,
  flag,
  ...EXTRA_HANDLERS,
};

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
    return answerSample(call, sample(request.entropy, members.length, limit));
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
    return answerWindow(call, { members: shuffle(site, seed), headers }, window, values.seed ? 'ok' : 'none');
  }
  /** @type {Header[]} */
  const headers = [
    ['X-List-Page', String(values.page)],
    ['X-List-Pages', pages],
  ];
  const window = { limit, offset: values.page * limit, mode: /** @type {const} */ ('page') };
  return answerWindow(call, { members, ...findMatches(site, call.route, '', values), headers }, window);
}

/**
 * Answer a window of what the route finds.
 * @param {Call} call
 * @returns {Result}
 */
function matches(call) {
  const { site, route, values } = call;
  const text = parameterOf(route, call.segments);
  const found = findMatches(site, route, text, values);
  if (found !== undefined) {
    return answerWindow(call, found, offsetWindow(call));
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
    : answerObject(call, number, 'private');
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
  return succeed(manifest, call.request.ifNoneMatch, payload, { type: 'json', cache: 'ok', tag, headers });
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
  const { manifest } = call.site;
  const asset = assetAt(manifest, call.segments);
  return asset === undefined ? notFound(call, 'file', '') : answerAsset(manifest, call.request.ifNoneMatch, asset);
}

/**
 * @param {Call} call
 * @returns {Result}
 */
function flag(call) {
  const { manifest } = call.site;
  const image = /** @type {'svg' | 'png'} */ (call.route.flag);
  const code = parameterOf(call.route, call.segments);
  const number = findCode(manifest, code);
  return number === undefined
    ? notFound(call, 'flag', code)
    : redirect(manifest, `${manifest.flags[image]}${manifest.cca2[number]}.${image}`);
}
