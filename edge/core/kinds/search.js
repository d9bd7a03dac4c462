/** Answers with the records that a search for a name or a capital finds. */

import { keyOf, withoutSpaces } from '../fold.js';
import { adviseOnFormer, notFound } from '../not_found_answers.js';
import { folderOf } from '../paths.js';
import { findByReadings } from '../readings.js';
import { answerMatches } from '../record_responses.js';
import { quote } from '../request_text.js';
import { parameterOf } from '../router.js';
import { makeHaystack, search as searchNames } from '../search.js';
import { namesAndRecords, suggest } from '../suggest.js';

/** @import { Call, Haystack, Kind, Matches, Result, Route, Site, Values } from '../types.js' */

/**
 * @param {Call} call
 * @returns {Result}
 */
function answer(call) {
  const { site, route, segments, values } = call;
  const text = parameterOf(route, segments);
  if (values.fullText && !find(site, route, text, values) && find(site, route, text, { ...values, fullText: false })) {
    const message = `No country has the whole name ${quote(text)}; without fullText=true, the search finds countries.`;
    return notFound(call, message);
  }
  return answerMatches(call);
}

/**
 * @param {Site} site
 * @param {Route} route
 * @param {string} text
 * @param {Values} values
 * @returns {Matches | undefined}
 */
function find(site, route, text, { fullText }) {
  const haystack = haystackOf(site, route);
  const found = searchNames(haystack, text, fullText);
  const members = found.length > 0 || fullText ? found : findByReadings(haystack, text);
  const key = keyOf(text);
  if (members.length === 0) {
    return undefined;
  }
  // Only a whole common name or capital has a file, and only without fullText.
  return fullText || !commonKeys(site, route).has(key)
    ? { members }
    : { members, listing: site.folders.get(folderOf(route.path, key)), fileKey: key };
}

/**
 * Name the present countries of a former name or code, or suggest names or capitals that are similar to the text.
 * @param {Call} call
 * @param {string} text
 * @returns {string}
 */
function advise({ site, route }, text) {
  const former = route.index === 'names' ? adviseOnFormer(site, text) : '';
  if (former !== '') {
    return former;
  }
  const candidates = namesAndRecords(haystackOf(site, route));
  const records = suggest(candidates, text).map((number) => JSON.parse(site.record(number)));
  const names = records.flatMap(({ name, capital }) =>
    route.index === 'names' ? name.common : similarCapitals(capital, text),
  );
  return names.length === 0 ? '' : ` Did you mean ${names.join(' or ')}?`;
}

/**
 * Find the capitals that are similar to a text.
 * @param {string[]} capitals of a record
 * @param {string} text
 * @returns {string[]}
 */
function similarCapitals(capitals, text) {
  return suggest(capitals.map((capital) => [keyOf(capital), capital]), text);
}

/**
 * The names of an index, joined for searches. They are joined at the first search.
 * @param {Site} site
 * @param {Route} route
 * @returns {Haystack}
 */
function haystackOf({ haystacks, manifest }, route) {
  const index = /** @type {'names' | 'capitals'} */ (route.index);
  return (haystacks[index] ??= makeHaystack(manifest[index]));
}

/**
 * The keys of all common names, or of all capitals, for the index of the route. They are collected at the first call.
 * @param {Site} site
 * @param {Route} route
 * @returns {Set<string>}
 */
function commonKeys({ manifest, commonKeys: cache }, route) {
  const index = /** @type {'names' | 'capitals'} */ (route.index);
  return (cache[index] ??= new Set(manifest[index].own.flatMap(([common]) => common.map(withoutSpaces))));
}

/** @type {Kind} */
export const search = { answer, find, advise, keys: commonKeys };
