/** The handlers: a function for each kind of route, called with validated parameters. */

import { catalogPath } from './paths.js';
import { deliverObject, deliverSample, deliverWindow, isWritten } from './record_responses.js';
import { recordsTag } from './etag.js';
import { fileOfAnswer } from './answer_files.js';
import { fold, squash } from './fold.js';
import { notFound } from './not_found.js';
import { offsetWindow, pagingHeaders } from './paging.js';
import { HttpError } from './http_error.js';
import { redirect, succeed } from './responses.js';
import { makeHaystack, search } from './search.js';
import { sample, shuffle } from './shuffle.js';
import { lowerAscii, getOwn } from './request_text.js';

/** @import { Asset, Call, Header, Kind, Manifest, Payload, Result, Site } from './types.js' */

const NUMERIC = /^[0-9]{1,3}$/;

/** @type {Record<Kind, (call: Call) => Result>} */
export const HANDLERS = {
  list,
  random: (call) => deliverSample(call, sample(call.request.entropy, call.site.everyone.length, 1)),
  current,
  codes,
  search: answerSearch,
  match,
  independent: (call) => answerListing(call, 'independent', String(call.values.status)),
  rank,
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
 * @param {Manifest} manifest
 * @param {string} code in any form and case
 * @returns {number | undefined} record number
 */
function findCode(manifest, code) {
  const lower = lowerAscii(code.trim());
  return getOwn(manifest.codes, NUMERIC.test(lower) ? lower.padStart(3, '0') : lower);
}

/**
 * @param {Call} call
 * @returns {Result}
 */
function list(call) {
  const { site, request, values } = call;
  const { limit } = values;
  if (values.page === 'randomized') {
    return deliverSample(call, sample(request.entropy, site.everyone.length, limit));
  }
  const pages = String(Math.ceil(site.everyone.length / limit));
  if (values.page === 'random') {
    const seed = values.seed || request.entropy;
    values.given.set('seed', seed);
    /** @type {Header[]} */
    const headers = [
      ['X-List-Pages', pages],
      ['X-List-Seed', seed],
      ['X-List-Index', String(values.index)],
    ];
    const cache = values.seed ? 'ok' : 'none';
    const offset = values.index * limit;
    return deliverWindow(call, shuffle(site, seed), { limit, offset, mode: 'index' }, { headers, cache });
  }
  const listing = site.manifest.listings[site.manifest.indexes.all['']];
  if (values.page === undefined) {
    const stored = { listing, file: () => fileOfAnswer(site, call.route) };
    return deliverWindow(call, site.everyone, offsetWindow(call), stored);
  }
  /** @type {Header[]} */
  const headers = [
    ['X-List-Page', String(values.page)],
    ['X-List-Pages', pages],
  ];
  const offset = values.page * limit;
  return deliverWindow(call, site.everyone, { limit, offset, mode: 'page' }, { listing, headers });
}

/**
 * @param {Call} call
 * @returns {Result}
 */
function current(call) {
  const { site, request } = call;
  const reported = getOwn(site.manifest.codes, lowerAscii(request.country));
  const number = reported ?? getOwn(site.manifest.codes, site.manifest.fallback.toLowerCase());
  return number === undefined
    ? notFound(call, 'current', request.country, 'private')
    : deliverObject(call, number, 'private');
}

/**
 * @param {Call} call
 * @returns {Result}
 */
function codes(call) {
  const wanted = parameterOf(call)
    .split(',')
    .filter((code) => code.trim() !== '');
  const max = /** @type {number} */ (call.route.max);
  if (wanted.length > max) {
    throw new HttpError(400, `codes has ${wanted.length} codes; at most ${max} are allowed.`);
  }
  /** @type {Set<number>} */
  const found = new Set();
  for (const code of wanted) {
    const number = findCode(call.site.manifest, code);
    if (number !== undefined) {
      found.add(number);
    }
  }
  return found.size === 0
    ? notFound(call, 'codes', parameterOf(call))
    : deliverWindow(call, [...found], offsetWindow(call));
}

/**
 * @param {Call} call
 * @returns {Result}
 */
function answerSearch(call) {
  const index = /** @type {'names' | 'capitals'} */ (call.route.index);
  const { haystacks, manifest } = call.site;
  const haystack = (haystacks[index] ??= makeHaystack(manifest[index]));
  const found = search(haystack, parameterOf(call), call.values.fullText);
  if (found.length === 0) {
    const isPart = call.values.fullText && search(haystack, parameterOf(call), false).length > 0;
    return notFound(call, isPart ? 'fullText' : index, parameterOf(call));
  }
  return deliverWindow(call, found, offsetWindow(call), {
    file: () => fileOfAnswer(call.site, call.route, squash(fold(parameterOf(call)))),
  });
}

/**
 * Match a code in any case, or a folded name.
 * @param {Call} call
 * @returns {Result}
 */
function match(call) {
  const index = /** @type {string} */ (call.route.index);
  const code = lowerAscii(parameterOf(call).trim());
  const isCode = call.route.exact || Object.hasOwn(call.site.manifest.indexes[index], code);
  const key = isCode ? code : squash(fold(parameterOf(call)));
  return answerListing(call, index, key, { name: key });
}

/**
 * Answer from a listing.
 * @param {Call} call
 * @param {string} index
 * @param {string} key
 * @param {{headers?: Header[], name?: string}} [about] `name` of the answer's file if the path has a parameter
 * @returns {Result}
 */
function answerListing(call, index, key, { headers, name } = {}) {
  const { manifest, everyone } = call.site;
  const number = getOwn(manifest.indexes[index], key);
  if (number === undefined) {
    return notFound(call, index, parameterOf(call));
  }
  const listing = manifest.listings[number];
  const stored = { listing, file: () => fileOfAnswer(call.site, call.route, name) };
  return deliverWindow(call, listing.members ?? everyone, offsetWindow(call), { ...stored, headers });
}

/**
 * @param {Call} call
 * @returns {Result}
 */
function rank(call) {
  const { manifest } = call.site;
  const wanted = lowerAscii(parameterOf(call));
  const metric = Object.keys(manifest.metrics).find((name) => name.toLowerCase() === wanted);
  if (metric === undefined) {
    return notFound(call, 'rank', parameterOf(call));
  }
  const { order } = call.values;
  /** @type {Header[]} */
  const headers = [
    ['X-Rank-Metric', metric],
    ['X-Rank-Order', order],
    ['X-Rank-Definition', manifest.metrics[metric].definition],
  ];
  return answerListing(call, 'rank', `${metric}/${order}`, { headers, name: wanted });
}

/**
 * @param {Call} call
 * @returns {Result}
 */
function catalog(call) {
  const { site } = call;
  const { manifest } = site;
  const kind = /** @type {string} */ (call.route.catalog);
  const { total, digest } = manifest.catalogs[kind];
  const window = offsetWindow(call);
  const { limit, offset } = window;
  /** @type {Payload} */
  let payload;
  if (offset < total && isWritten(manifest.policy, window, manifest.policy.catalogLimits)) {
    payload = { file: catalogPath(kind, limit, offset) };
  } else if (manifest.policy.files !== 'none' && call.values.given.size === 0) {
    payload = { file: /** @type {string} */ (fileOfAnswer(site, call.route)) };
  } else {
    payload = { body: catalogPage(manifest, kind, window) };
  }
  const tag = recordsTag(site, [], total, `${digest} ${limit} ${offset}`);
  const headers = pagingHeaders(call, window, total);
  return succeed(manifest, call.request, payload, { type: 'json', cache: 'ok', tag, headers });
}

/**
 * Encode a window of a catalog as JSON.
 * @param {Manifest} manifest
 * @param {string} kind
 * @param {{limit: number, offset: number}} window
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
  return succeed(site.manifest, request, { file: asset.file }, { type, cache, tag: `"${digest}"`, headers });
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
