/** The 404 answers. Each message says where the possible values are listed. */

import { prefersHtml } from './accept.js';
import { keyOf } from './fold.js';
import { haystackOf } from './matches.js';
import { errorAnswer, pageNotFound } from './responses.js';
import { getOwn, quote } from './request_text.js';
import { suggest } from './suggest.js';

/** @import { CacheName, Call, Header, Manifest, Request, Result, Subject } from './types.js' */

// What people ask for who come from other services.
const DOWNLOADS = '/docs/downloads.txt';
const ALL = `/v1/list has all countries page by page, and ${DOWNLOADS} names the files with all of them.`;

/** @type {Set<Subject>} */
const FORMER = new Set(['names', 'codes', 'flag']);
const [FORMER_CODES, FORMER_PAGE] = ['/tables/former-codes', '/docs/table-former-codes.txt'];

/** @type {Header[]} */
const VARY = [['Vary', 'Accept']];

/** @type {Partial<Record<Subject, [what: string, lister: string, listed: string]>>} */
const WHAT = {
  names: ['No country has a name with', '/v1/list?fields=name', 'the names, page by page'],
  capitals: ['No country has a capital with', '/v1/list?fields=capital', 'the capitals, page by page'],
  codes: ['No country has any of the codes', '/docs/values.txt', 'the codes'],
  flag: ['No country has the code', '/docs/values.txt', 'the codes'],
  subregion: ['There is no subregion', '/v1/meta/subregions', 'the subregions'],
  lang: ['No country has the language', '/docs/values.txt', 'the languages'],
  currency: ['No country has the currency', '/docs/values.txt', 'the currencies'],
  cioc: ['No country has the Olympic committee code', '/docs/values.txt', 'the codes'],
};

/**
 * Answer 404.
 * @param {Call} call
 * @param {Subject} subject
 * @param {string} value the value that was not found
 * @param {CacheName} [cache]
 * @returns {Result}
 */
export function notFound(call, subject, value, cache) {
  const { manifest } = call.site;
  const others = formerly(call, subject, value) || alternatives(call, subject, value);
  const message = explain(manifest, subject, value, call.request.path) + others;
  return answer404(manifest, call.request, message, cache);
}

/**
 * Answer 404 for a path without a route.
 * @param {Manifest} manifest
 * @param {Request} request
 * @returns {Result}
 */
export function noRoute(manifest, request) {
  const routes = manifest.routes.map((route) => route.path).join(', ');
  const isAll = /^\/v1\/all\/?$/.test(request.path) && Object.hasOwn(manifest.assets, DOWNLOADS);
  const advice = isAll ? ALL : (pointer(manifest, '/llms.txt', 'every route') ?? `the routes are ${routes}.`);
  return answer404(manifest, request, `There is nothing at ${quote(request.path)}; ${advice}`);
}

/**
 * Answer 404: below the documents as a page if the caller prefers HTML, otherwise as JSON.
 * @param {Manifest} manifest
 * @param {Request} request
 * @param {string} message
 * @param {CacheName} [cache]
 * @returns {Result}
 */
function answer404(manifest, request, message, cache) {
  const { missing } = manifest;
  if (missing === null || !request.path.startsWith(missing.folder)) {
    return errorAnswer(manifest, 404, message, cache);
  }
  return prefersHtml(request.accept)
    ? pageNotFound(manifest, missing, VARY)
    : errorAnswer(manifest, 404, message, cache, VARY);
}

/**
 * @param {Manifest} manifest
 * @param {Subject} subject
 * @param {string} value
 * @param {string} path
 * @returns {string}
 */
function explain(manifest, subject, value, path) {
  if (subject === 'current') {
    return value === ''
      ? "This server does not know the caller's country."
      : `The host reports the caller's country as ${quote(value)}, which is unknown.`;
  }
  if (subject === 'file') {
    return `There is nothing at ${quote(path)}; /docs.txt lists the documents.`;
  }
  if (subject === 'rank') {
    return `There is no metric ${quote(value)}; the metrics are ${Object.keys(manifest.metrics).join(', ')}.`;
  }
  if (subject === 'fullText') {
    return `No country has the whole name ${quote(value)}; a search without fullText=true finds it in names.`;
  }
  const row = WHAT[subject];
  if (row !== undefined) {
    const [what, lister, listed] = row;
    const advice = pointer(manifest, lister, listed) ?? 'codes are cca2, cca3 or ccn3, in any case.';
    return `${what} ${quote(value)}; ${advice}`;
  }
  return `There is no ${subject} ${quote(value)}; known are ${manifest.known[subject].join(', ')}.`;
}

/**
 * Name the countries of a code or name that is reserved or no longer in use.
 * @param {Call} call
 * @param {Subject} subject
 * @param {string} value
 * @returns {string}
 */
function formerly({ site }, subject, value) {
  const numbers = FORMER.has(subject) ? getOwn(site.manifest.former, keyOf(value)) : undefined;
  if (numbers === undefined) {
    return '';
  }
  const records = numbers.map((number) => JSON.parse(site.records[number]));
  const named = records.map(({ name, cca2 }) => `${name.common} (${cca2})`);
  const list = Object.hasOwn(site.manifest.assets, FORMER_PAGE) ? `; ${FORMER_CODES} lists former codes` : '';
  return ` It is reserved for, or was succeeded by, ${named.join(', ')}${list}.`;
}

/**
 * Name countries, or capitals, whose names differ from a value by a letter or two.
 * @param {Call} call
 * @param {Subject} subject
 * @param {string} value
 * @returns {string}
 */
function alternatives({ site, route }, subject, value) {
  if (subject !== 'names' && subject !== 'capitals') {
    return '';
  }
  const records = suggest(haystackOf(site, route), value).map((number) => JSON.parse(site.records[number]));
  const names = records.flatMap(({ name, capital }) => (subject === 'names' ? name.common : capital));
  return names.length === 0 ? '' : ` Did you mean ${names.join(' or ')}?`;
}

/**
 * Say where the possible values are listed, unless the site has no such route, as on a flag host.
 * @param {Manifest} manifest
 * @param {string} lister
 * @param {string} listed
 * @returns {string | undefined}
 */
function pointer(manifest, lister, listed) {
  const path = lister.split('?')[0];
  const known = [path, path.replace(/[^/]+\.txt$/, '{page}.txt')];
  return manifest.routes.some((route) => known.includes(route.path)) ? `${lister} lists ${listed}.` : undefined;
}
