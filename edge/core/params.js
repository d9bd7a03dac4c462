/** Validates the declared parameters. */

import { parseFields, splitFields } from './fields_parser.js';
import { parseQuery } from './query.js';
import { HttpError } from './http_error.js';
import { lowerAscii, percentEncode, quote } from './request_text.js';

/** @import { Manifest, Param, Route, Values } from './types.js' */

const DIGITS = /^[0-9]+$/;
const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
]);

/**
 * Validate every declared parameter of a route, in declared order, also a parameter that has no effect.
 * @param {Route} route
 * @param {string} query raw
 * @param {Manifest} manifest
 * @returns {Values}
 */
export function readParams(route, query, manifest) {
  const texts = parseQuery(query);
  /** @type {Values} */
  const values = {
    limit: 0,
    offset: 0,
    page: undefined,
    index: 0,
    seed: '',
    fields: undefined,
    fullText: false,
    status: false,
    order: '',
    linked: new Map(),
    ignored: [...texts.keys()].filter((name) => name !== '' && !isDeclared(route, name, manifest)),
  };
  // The parameters have the names and types of the members of `Values`.
  for (const key of route.params) {
    const param = manifest.params[key];
    const text = texts.get(param.name);
    if (text === undefined) {
      if (param.default !== undefined) {
        Object.assign(values, { [param.name]: param.default });
      }
    } else {
      readParam(param, text, values, manifest);
    }
  }
  if (route.maxLimit !== undefined && values.limit > route.maxLimit) {
    values.limit = route.maxLimit;
    values.linked.set('limit', String(route.maxLimit));
  }
  return values;
}

/**
 * @param {Route} route
 * @param {string} name
 * @param {Manifest} manifest
 * @returns {boolean}
 */
function isDeclared({ params }, name, manifest) {
  return params.some((key) => manifest.params[key].name === name);
}

/**
 * @param {Param} param
 * @param {string} text
 * @param {Values} values gets the value, and its canonical text
 * @param {Manifest} manifest
 */
function readParam(param, text, values, manifest) {
  if (param.type === 'fields') {
    const paths = splitFields(text);
    values.fields = parseFields(paths, manifest);
    if (paths.length > 0) {
      const canonical = values.fields?.paths ?? ['*'];
      values.linked.set(param.name, canonical.map(encodeURIComponent).join(','));
    }
    return;
  }
  const value = readValue(param, text, manifest);
  if (value === undefined) {
    throw new HttpError(400, `${param.name} is ${quote(text)}; it must be ${allowed(param, manifest)}.`);
  }
  Object.assign(values, { [param.name]: value });
  values.linked.set(param.name, percentEncode(String(value)));
}

/**
 * @param {Param} param
 * @param {string} text
 * @param {Manifest} manifest
 * @returns {number | boolean | string | undefined} undefined for an invalid value
 */
function readValue(param, text, manifest) {
  const { bounds } = manifest;
  switch (param.type) {
    case 'integer':
      return readInteger(param, text, bounds.digits);
    case 'page':
      return param.enum?.includes(text) ? text : readInteger(param, text, bounds.digits);
    case 'boolean':
      return BOOLEANS.get(lowerAscii(text));
    case 'seed':
      return text !== '' && [...text].length <= bounds.seed ? text : undefined;
    default:
      return param.enum?.find((word) => word === lowerAscii(text));
  }
}

/**
 * @param {Param} param
 * @param {string} text
 * @param {number} digits
 * @returns {number | undefined}
 */
function readInteger({ minimum = 0, maximum = Infinity }, text, digits) {
  if (text.length > digits || !DIGITS.test(text)) {
    return undefined;
  }
  const number = Number(text);
  return number >= minimum && number <= maximum ? number : undefined;
}

/**
 * @param {Param} param
 * @param {Manifest} manifest
 * @returns {string}
 */
function allowed({ type, minimum = 0, maximum, enum: words = [] }, { bounds }) {
  const digits = `in at most ${bounds.digits} digits`;
  const whole = maximum === undefined ? `of at least ${minimum}, ${digits}` : `from ${minimum} to ${maximum}`;
  switch (type) {
    case 'integer':
      return `a whole number ${whole}`;
    case 'page':
      return `a page number ${digits}, ${words.join(' or ')}`;
    case 'boolean':
      return 'true or false';
    case 'seed':
      return `a text of 1 to ${bounds.seed} characters`;
    default:
      return words.join(' or ');
  }
}
