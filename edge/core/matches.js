/** Finds the records that a route and the value of its parameter name. */

import { keyOf, squash } from './fold.js';
import { HttpError } from './http_error.js';
import { folderOf } from './paths.js';
import { findByReadings } from './readings.js';
import { getOwn, ignoredHeader, lowerAscii } from './request_text.js';
import { makeHaystack, search } from './search.js';

/** @import { Haystack, Header, Manifest, Matches, Route, Site, Values } from './types.js' */

const NUMERIC = /^[0-9]{1,3}$/;

/**
 * By kind of route.
 * @type {Record<string, (site: Site, route: Route, text: string, values: Values) => Matches | undefined>}
 */
const FINDERS = {
  list: ofPage,
  independent: (site, _route, _text, { status }) =>
    ofListing(site, 'independent', String(status), status === site.manifest.params.status.default ? '' : undefined),
  codes: ofCodes,
  match: ofName,
  search: ofSearch,
  rank: ofMetric,
};

/**
 * Find the matches of a route.
 * @param {Site} site
 * @param {Route} route
 * @param {string} text the decoded value of its parameter; empty if it has none
 * @param {Values} values
 * @returns {Matches | undefined} undefined if the text names nothing
 */
export function findMatches(site, route, text, values) {
  return FINDERS[route.kind]?.(site, route, text, values);
}

/**
 * Find the record of a code.
 * @param {Manifest} manifest
 * @param {string} code in any form and case
 * @returns {number | undefined}
 */
export function findCode(manifest, code) {
  const lower = lowerAscii(code.trim());
  return getOwn(manifest.codes, NUMERIC.test(lower) ? lower.padStart(3, '0') : lower);
}

/**
 * The searched names of an index, joined at the first search.
 * @param {Site} site
 * @param {Route} route
 * @returns {Haystack}
 */
export function haystackOf({ haystacks, manifest }, route) {
  const index = /** @type {'names' | 'capitals'} */ (route.index);
  return (haystacks[index] ??= makeHaystack(manifest[index]));
}

/**
 * The keys of a route that can have characters outside of ASCII, which are those of names.
 * @param {Site} site
 * @param {Route} route
 * @returns {Iterable<string>}
 */
export function keysOf(site, route) {
  const { kind, index = '' } = route;
  return kind === 'search' ? wholeNames(site, route) : Object.keys(site.manifest.indexes[index] ?? {});
}

/**
 * Common names, or capitals, as keys. They are collected at the first call.
 * @param {Site} site
 * @param {Route} route
 * @returns {Set<string>}
 */
function wholeNames({ manifest, wholeNames: known }, route) {
  const index = /** @type {'names' | 'capitals'} */ (route.index);
  return (known[index] ??= new Set(manifest[index].own.flatMap(([common]) => common.map(squash))));
}

/**
 * @param {Site} site
 * @param {string} index
 * @param {string} name of the listing in the index
 * @param {string} [fileKey] as in `Matches`
 * @returns {Matches | undefined}
 */
function ofListing({ manifest, listings }, index, name, fileKey) {
  const number = getOwn(manifest.indexes[index], name);
  return number === undefined ? undefined : { members: listings[number].members, listing: listings[number], fileKey };
}

/**
 * All records, with the headers of a page number.
 * @param {Site} site
 * @param {Route} _route
 * @param {string} _text
 * @param {Values} values
 * @returns {Matches | undefined}
 */
function ofPage(site, _route, _text, { page, limit }) {
  const matches = ofListing(site, 'all', '', '');
  const pages = String(Math.ceil(site.everyone.length / limit));
  /** @type {Header[]} */
  const headers = [
    ['X-List-Page', String(page)],
    ['X-List-Pages', pages],
  ];
  return matches && page !== undefined ? { ...matches, headers } : matches;
}

/**
 * @param {Site} site
 * @param {Route} route
 * @param {string} text
 * @returns {Matches | undefined}
 */
function ofCodes({ manifest }, { max = Infinity }, text) {
  const wanted = text.split(',').map((code) => code.trim()).filter((code) => code !== '');
  if (wanted.length > max) {
    throw new HttpError(400, `codes has ${wanted.length} codes; at most ${max} are allowed.`);
  }
  const numbers = wanted.map((code) => findCode(manifest, code));
  const members = [...new Set(numbers.filter((number) => number !== undefined))];
  const unknown = new Set(wanted.filter((_, place) => numbers[place] === undefined));
  const headers = ignoredHeader('X-Ignored-Codes', [...unknown], manifest.bounds.ignored);
  const fileKey = Object.hasOwn(manifest.codes, text) ? text : undefined;
  return members.length === 0 ? undefined : { members, fileKey, headers };
}

/**
 * By index: other forms of a code or a folded name, which are sought if it is no key.
 * @type {Record<string, (code: string, folded: string) => string[]>}
 */
const OTHER_FORMS = {
  // The language of a tag (RFC 5646): en-US.
  lang: (code) => /^([a-z]{2,3})[-_]/.exec(code)?.slice(1) ?? [],
  // A number without its zeros, and the plural of a word: dollars, kroner.
  currency: (code, folded) => [code.padStart(3, '0'), folded.replace(/s$|(?<=e)r$/, '')],
};

/**
 * Match a code in any case, or a folded name.
 * @param {Site} site
 * @param {Route} route
 * @param {string} text
 * @returns {Matches | undefined}
 */
function ofName(site, route, text) {
  const index = /** @type {string} */ (route.index);
  const known = site.manifest.indexes[index];
  const code = lowerAscii(text.trim());
  const folded = route.exact || Object.hasOwn(known, code) ? code : keyOf(text);
  const forms = OTHER_FORMS[index]?.(code, folded) ?? [];
  const key = [folded, ...forms].find((form) => Object.hasOwn(known, form)) ?? folded;
  const isAlias = getOwn(site.manifest.aliases, index)?.includes(key);
  return ofListing(site, index, key, isAlias ? undefined : key);
}

/**
 * @param {Site} site
 * @param {Route} route
 * @param {string} text
 * @param {Values} values
 * @returns {Matches | undefined}
 */
function ofSearch(site, route, text, { fullText }) {
  const haystack = haystackOf(site, route);
  const found = search(haystack, text, fullText);
  const members = found.length > 0 || fullText ? found : findByReadings(haystack, text);
  const key = keyOf(text);
  if (members.length === 0) {
    return undefined;
  }
  // A part of a name has no file.
  return fullText || !wholeNames(site, route).has(key)
    ? { members }
    : { members, listing: site.folders.get(folderOf(route.path, key)), fileKey: key };
}

/**
 * @param {Site} site
 * @param {Route} _route
 * @param {string} text
 * @param {Values} values
 * @returns {Matches | undefined}
 */
function ofMetric(site, _route, text, { order }) {
  const { metrics, params } = site.manifest;
  const wanted = lowerAscii(text);
  const metric = Object.keys(metrics).find((name) => name.toLowerCase() === wanted);
  const fileKey = order === params.order.default ? wanted : undefined;
  const found = metric === undefined ? undefined : ofListing(site, 'rank', `${metric}/${order}`, fileKey);
  if (metric === undefined || found === undefined) {
    return undefined;
  }
  /** @type {Header[]} */
  const headers = [
    ['X-Rank-Metric', metric],
    ['X-Rank-Order', order],
    ['X-Rank-Definition', metrics[metric].definition],
  ];
  return { ...found, headers };
}
