/** Answers the routes of restcountries v3.1 from the same records as `/v1`. */

import { recordsTag } from '../core/etag.js';
import { parseQuery } from '../core/query.js';
import { HttpError } from '../core/http_error.js';
import { succeed } from '../core/responses.js';
import { getOwn } from '../core/request_text.js';
import { restcountriesData } from '../generated/restcountries.js';
import { byName, byWholeName, findCode, TESTS } from './match.js';
import { encode, entryOf } from './record.js';

/** @import { Call, Result } from '../core/types.js' */
/** @import { Test } from './match.js' */
/** @import { Entry } from './types.js' */

const ALL = '/v3.1/all';
const MOST_FIELDS = 10;
const TOO_MANY_FIELDS = `'fields' query not specified or you're requesting more than ${MOST_FIELDS} fields`;

/**
 * Answer a route below `/v3.1`. The segment after the version names the search.
 * @param {Call} call
 * @returns {Result}
 */
export function restcountries(call) {
  const query = /** @type {Map<string, string>} */ (parseQuery(call.request.query));
  const [, route, value] = call.segments;
  if (route === 'all') {
    return answerAll(call, query.get('fields'));
  }
  const fields = splitFields(query.get('fields') || undefined);
  const numbers = find(call, route, value, query);
  if (numbers.length === 0) {
    throw new HttpError(404, 'Not Found');
  }
  return deliver(call, numbers, fields, route === 'alpha' && value !== undefined && fields !== undefined);
}

/**
 * Answer all records: projected to fields or, in lenient mode, complete.
 * @param {Call} call
 * @param {string | undefined} given
 * @returns {Result}
 */
function answerAll(call, given) {
  const { site } = call;
  const fields = splitFields(given);
  const isStrict = restcountriesData.mode === 'strict';
  const isRefused =
    fields === undefined
      ? isStrict
      : fields.some((name) => name.trim() === '') || (isStrict && fields.length > MOST_FIELDS);
  if (isRefused) {
    throw new HttpError(400, TOO_MANY_FIELDS);
  }
  const file = fields === undefined ? getOwn(site.manifest.assets, `${ALL}.json`)?.file : undefined;
  return deliver(call, site.everyone, fields, false, file);
}

/**
 * @param {Call} call
 * @param {string} route
 * @param {string | undefined} value
 * @param {Map<string, string>} query
 * @returns {number[]} record numbers
 */
function find(call, route, value, query) {
  const { site } = call;
  const countries = site.everyone.map((number) => entryOf(site, number).country);
  /** @type {(test: Test) => number[]} */
  const all = (test) => site.everyone.filter((number) => test(countries[number]));
  if (route === 'alpha') {
    const codes = value === undefined ? splitCodes(query.get('codes') ?? '') : [oneCode(value)];
    const found = new Set(codes.map((code) => findCode(countries, code)));
    return site.everyone.filter((number) => found.has(number));
  }
  if (route === 'independent') {
    const wanted = (query.get('status') || 'true').toLowerCase() === 'true';
    return all(({ independent }) => independent === wanted);
  }
  const text = /** @type {string} */ (value);
  if (route === 'name') {
    return query.get('fullText')?.toLowerCase() === 'true' ? all(byWholeName(text)).slice(0, 1) : all(byName(text));
  }
  return all(TESTS[route](text));
}

/**
 * @param {string} code
 * @returns {string}
 */
function oneCode(code) {
  if (code.length < 2 || code.length > 3) {
    throw new HttpError(400, 'Bad Request');
  }
  return code;
}

/**
 * @param {string} codes
 * @returns {string[]}
 */
function splitCodes(codes) {
  if (codes.length < 2 || (codes.length > 3 && !codes.includes(','))) {
    throw new HttpError(400, 'Bad Request');
  }
  return codes.split(',').map((code) => code.trim()).filter((code) => code !== '');
}

/**
 * Split fields; a trailing comma is ignored.
 * @param {string | undefined} given
 * @returns {string[] | undefined}
 */
function splitFields(given) {
  if (given === undefined) {
    return undefined;
  }
  const names = given.split(',');
  while (names.length > 1 && names[names.length - 1] === '') {
    names.pop();
  }
  return names;
}

/**
 * @param {Call} call
 * @param {number[]} numbers
 * @param {string[] | undefined} fields
 * @param {boolean} isBare whether a single record is answered without an array
 * @param {string} [file] with this answer
 * @returns {Result}
 */
function deliver({ site, request }, numbers, fields, isBare, file) {
  const texts = numbers.map((number) => encode(entryOf(site, number), fields));
  const payload = { body: isBare ? texts[0] : `[${texts.join(',')}]`, file };
  const asked = fields === undefined ? '*' : [...fields].sort().join(',');
  const shape = `v3.1 ${restcountriesData.digest} ${isBare} ${asked}`;
  const tag = recordsTag(site, numbers, numbers.length, shape);
  return succeed(site.manifest, request, payload, { type: 'json', cache: 'ok', tag });
}
