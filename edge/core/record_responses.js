/** Makes answers from record numbers: complete records, or a projection. */

import { entityTag } from './etag.js';
import { fileOfMatches } from './files.js';
import { valueNotFound } from './not_found_answers.js';
import { pagingHeaders, windowOf } from './paging.js';
import { project } from './record_projection.js';
import { ignoredHeader } from './request_text.js';
import { succeed } from './responses.js';
import { parameterOf } from './router.js';

/** @import { CacheName, Call, Fields, Header, Matches, Payload, Result, Site } from './types.js' */

/**
 * Name the paths of `fields` that no record can have, so that a caller notices a misspelling.
 * @param {Call} call
 * @returns {Header[]}
 */
function ignoredFields({ site, values }) {
  return ignoredHeader('X-Ignored-Fields', values.fields?.ignored ?? [], site.manifest.bounds.ignored);
}

/**
 * Answer with a window of the records that the route finds, or 404 if it finds none.
 * @param {Call} call
 * @returns {Result}
 */
export function answerMatches(call) {
  const { site, route, segments, values } = call;
  const text = parameterOf(route, segments);
  const matches = route.kind.find?.(site, route, text, values);
  return matches === undefined ? valueNotFound(call, text) : answerWindow(call, matches);
}

/**
 * Answer with a window of matches, as an array.
 * @param {Call} call
 * @param {Matches} matches
 * @param {'ok' | 'none'} [cache]
 * @returns {Result}
 */
export function answerWindow(call, matches, cache = 'ok') {
  const { site, route, values } = call;
  const { members, headers = [] } = matches;
  const window = windowOf(values);
  const numbers = members.slice(window.offset, window.offset + window.limit);
  const file = values.fields === undefined ? fileOfMatches(site.manifest, route, matches, window) : undefined;
  const all = [...headers, ...pagingHeaders(call, window, members.length)];
  return answerRecords(call, numbers, { file, cache, total: members.length, headers: all });
}

/**
 * Answer with random records, as an array without paging headers.
 * @param {Call} call
 * @param {number[]} numbers
 * @returns {Result}
 */
export function answerSample(call, numbers) {
  return answerRecords(call, numbers, { cache: 'none', total: numbers.length, headers: [] });
}

/**
 * Answer with a single record, without an array.
 * @param {Call} call
 * @param {number} number
 * @param {CacheName} cache
 * @returns {Result}
 */
export function answerObject(call, number, cache) {
  const { site, values } = call;
  const { fields } = values;
  const body = fields === undefined ? site.record(number) : JSON.stringify(select(site, number, fields));
  const tag = entityTag(site, [number], 1, `object ${fields?.canonical ?? '*'}`);
  const about = { type: 'json', cache, tag, headers: ignoredFields(call) };
  return succeed(site.manifest, call.request.ifNoneMatch, { body }, about);
}

/**
 * @param {Call} call
 * @param {number[]} numbers
 * @param {{file?: string, cache: 'ok' | 'none', total: number, headers: Header[]}} about
 * @returns {Result}
 */
function answerRecords(call, numbers, { file, cache, total, headers }) {
  const { site, request, values } = call;
  const { fields } = values;
  /** @type {Payload} */
  const payload =
    fields === undefined
      ? { members: numbers, file }
      : { body: JSON.stringify(numbers.map((number) => select(site, number, fields))) };
  const tag = cache === 'ok' ? entityTag(site, numbers, total, fields?.canonical ?? '*') : undefined;
  const all = [...headers, ...ignoredFields(call)];
  return succeed(site.manifest, request.ifNoneMatch, payload, { type: 'json', cache, tag, headers: all });
}

/**
 * Select fields of a record. A record is parsed at its first projection.
 * @param {Site} site
 * @param {number} number
 * @param {Fields} fields
 * @returns {object}
 */
function select({ record, parsed }, number, { tree }) {
  return project((parsed[number] ??= JSON.parse(record(number))), tree);
}
