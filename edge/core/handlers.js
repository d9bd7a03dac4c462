/** The handlers: a function for each kind of route, called with validated parameters. */

import { recordsTag } from './etag.js';
import { EXTRA_HANDLERS } from './extra_handlers.js';
import { assetAt, fileOfCatalog } from './files.js';
import { findCode, findMatches } from './matches.js';
import { notFound } from './not_found.js';
import { pagingHeaders, windowOf } from './paging.js';
import { answerObject, answerSample, answerWindow } from './record_responses.js';
import { getOwn, lowerAscii, percentEncode } from './request_text.js';
import { answerAsset, redirect, succeed } from './responses.js';
import { parameterOf } from './router.js';
import { sample, shuffle } from './shuffle.js';

/** @import { Call, Header, Kind, Result, Site, Span } from './types.js' */

/** @type {Record<Kind, (call: Call) => Result>} */
export const HANDLERS = {
  list,
  random: (call) => answerSample(call, sample(call.request.entropy, call.site.everyone.length, 1)),
  current,
  codes: answerMatches,
  search: answerMatches,
  match: answerMatches,
  independent: answerMatches,
  rank: answerMatches,
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
  const { limit, page, index } = values;
  const total = site.everyone.length;
  if (page === 'randomized') {
    return answerSample(call, sample(request.entropy, total, limit));
  }
  if (page !== 'random') {
    return answerMatches(call);
  }
  const seed = values.seed || request.entropy;
  const echo = percentEncode(seed);
  values.linked.set('seed', echo);
  /** @type {Header[]} */
  const headers = [
    ['X-List-Pages', String(Math.ceil(total / limit))],
    ['X-List-Seed', echo],
    ['X-List-Index', String(index)],
  ];
  return answerWindow(call, { members: shuffle(site, seed), headers }, values.seed ? 'ok' : 'none');
}

/**
 * Answer a window of what the route finds.
 * @param {Call} call
 * @returns {Result}
 */
function answerMatches(call) {
  const { site, route, segments, values } = call;
  const text = parameterOf(route, segments);
  const matches = findMatches(site, route, text, values);
  if (matches !== undefined) {
    return answerWindow(call, matches);
  }
  const isPart = values.fullText && findMatches(site, route, text, { ...values, fullText: false }) !== undefined;
  return notFound(call, isPart ? 'fullText' : (route.index ?? 'codes'), text);
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
  const window = windowOf(call.values);
  const { body, tag } = catalogPage(site, kind, window);
  const payload = { body, file: fileOfCatalog(manifest, route, window) };
  const headers = pagingHeaders(call, window, manifest.catalogs[kind].total);
  return succeed(manifest, call.request.ifNoneMatch, payload, { type: 'json', cache: 'ok', tag, headers });
}

/**
 * A window of a catalog as JSON, and its entity tag.
 * @param {Site} site
 * @param {string} kind
 * @param {Span} window
 * @returns {{body: string, tag: string}}
 */
export function catalogPage(site, kind, { limit, offset }) {
  const { catalogs, schemaVersion } = site.manifest;
  const { total, items, digest } = catalogs[kind];
  const page = items.slice(offset, offset + limit);
  const head = JSON.stringify({ kind, schemaVersion, total, offset, limit, count: page.length });
  const body = `${head.slice(0, -1)},"${kind}":[${page.join(',')}]}`;
  return { body, tag: recordsTag(site, [], total, `${digest} ${limit} ${offset}`) };
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
