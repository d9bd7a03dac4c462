/** Answers the routes of restcountries v3.1 from the same records as `/v1`. */

import { entityTag } from '../../../../edge/core/etag.js';
import { withoutEnding } from '../../../../edge/core/files.js';
import { findKey } from '../../../../edge/core/paths.js';
import { parseQuery } from '../../../../edge/core/query.js';
import { HttpError } from '../../../../edge/core/http_error.js';
import { succeed } from '../../../../edge/core/responses.js';
import { restcountriesData } from './data.js';
import { ROUTES_WITH_FILES, hasFile, namesWithSameKey, textsByFileKey } from './files.js';
import { byWholeName, findCode, TESTS } from './match.js';
import { encode, entryOf } from './record.js';

/** @import { Call, Kind, Result, Site } from '../../../../edge/core/types.js' */
/** @import { Test } from './match.js' */
/** @import { Entry } from './types.js' */

const MOST_FIELDS = 10;
const TOO_MANY_FIELDS = `'fields' query not specified or you're requesting more than ${MOST_FIELDS} fields`;

/**
 * Answer a route below `/v3.1`. The segment after the version names the search.
 * @param {Call} call
 * @returns {Result}
 */
function answer(call) {
  const { site, request } = call;
  const { route, value, query } = readRequest(call);
  const fields = route === 'all' ? fieldsOfAll(query.get('fields')) : splitFields(query.get('fields') || undefined);
  const numbers = findRecords(site, route, value, query);
  if (numbers.length === 0) {
    throw new HttpError(404, 'Not Found');
  }
  // With fields, restcountries answers a single code without an array.
  const isObject = route === 'alpha' && value !== undefined && fields !== undefined;
  const isDefault = value === undefined && fields === undefined && !query.has('codes') && !query.has('status');
  // A file is only worth reading if it has many records.
  const file = isDefault ? `v3.1/${route}.json` : undefined;
  const texts = numbers.map((number) => encode(entryOf(site, number), fields));
  const payload = { body: isObject ? texts[0] : `[${texts.join(',')}]`, file };
  const selection = fields === undefined ? '*' : [...fields].sort().join(',');
  const shape = `v3.1 ${restcountriesData.digest} ${isObject} ${selection}`;
  const tag = entityTag(site, numbers, numbers.length, shape);
  return succeed(site.manifest, request.ifNoneMatch, payload, { type: 'json', cache: 'ok', tag });
}

/**
 * Read the route, the value in the path and the query of a request. The address of a file is the address of its route
 * with the ending `.json`; a query is ignored there, as by a file server.
 * @param {Call} call
 * @returns {{route: string, value: string | undefined, query: Map<string, string>}}
 */
function readRequest({ site, request, segments }) {
  const bare = withoutEnding(segments);
  const [, route, value] = bare ?? segments;
  const listKeys = () => (ROUTES_WITH_FILES.includes(route) ? textsByFileKey(site, route).keys() : []);
  const key = value === undefined ? undefined : findKey(value, listKeys) ?? value;
  const isFile = bare !== undefined && (key === undefined || hasFile(site, route, key));
  const query = parseQuery(isFile ? '' : request.query);
  return { route, value: isFile ? key : value, query };
}

/**
 * Split and check the fields of a request for all records. Strict mode requires them.
 * @param {string | undefined} text
 * @returns {string[] | undefined}
 */
function fieldsOfAll(text) {
  const fields = splitFields(text);
  const isStrict = restcountriesData.mode === 'strict';
  const isRefused =
    fields === undefined
      ? isStrict
      : fields.some((name) => name.trim() === '') || (isStrict && fields.length > MOST_FIELDS);
  if (isRefused) {
    throw new HttpError(400, TOO_MANY_FIELDS);
  }
  return fields;
}

/**
 * Find the records of a route.
 * @param {Site} site
 * @param {string} route
 * @param {string | undefined} value in the path
 * @param {Map<string, string>} query
 * @returns {number[]} record numbers
 */
export function findRecords(site, route, value, query) {
  if (route === 'all') {
    return site.everyone;
  }
  const countries = site.everyone.map((number) => entryOf(site, number).country);
  /** @type {(test: Test) => number[]} */
  const matching = (test) => site.everyone.filter((number) => test(countries[number]));
  if (route === 'alpha') {
    const codes = value === undefined ? splitCodes(query.get('codes') ?? '') : [checkedCode(value)];
    const numbers = new Set(codes.map((code) => findCode(countries, code)));
    return site.everyone.filter((number) => numbers.has(number));
  }
  if (route === 'independent') {
    const isIndependent = (query.get('status') || 'true').toLowerCase() === 'true';
    return matching(({ independent }) => independent === isIndependent);
  }
  const text = /** @type {string} */ (value);
  if (query.get('fullText')?.toLowerCase() === 'true' && route === 'name') {
    return matching(byWholeName(text)).slice(0, 1);
  }
  const tests = [text, ...namesWithSameKey(site, route, text)].map(TESTS[route]);
  return matching((country) => tests.some((test) => test(country)));
}

/**
 * @param {string} code
 * @returns {string}
 */
function checkedCode(code) {
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
 * Split a list of fields. Commas at its end are ignored.
 * @param {string | undefined} text
 * @returns {string[] | undefined}
 */
function splitFields(text) {
  if (text === undefined) {
    return undefined;
  }
  const names = text.split(',');
  while (names.length > 1 && names[names.length - 1] === '') {
    names.pop();
  }
  return names;
}

/** @type {Kind} */
export const restcountries = { answer, readsQuery: true };
