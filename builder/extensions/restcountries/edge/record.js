/** Makes records in the shape of restcountries v3.1, from our records and the additional fields of that shape. */

import { getOwn } from '../../../../edge/core/request_text.js';
import { restcountriesData } from './data.js';

/** @import { Site } from '../../../../edge/core/types.js' */
/** @import { Extra } from './data.js' */
/** @import { Country, Entry } from './types.js' */

// Kosovo has no code of ISO 3166-1; the two services use different provisional codes.
const OUR_KOSOVO = 'XKX';
const THEIR_KOSOVO = 'UNK';

// The empty value of every field, in the order of an answer.
const EMPTY_FIELDS = {
  name: {},
  tld: [],
  cca2: '',
  ccn3: '',
  cca3: '',
  cioc: '',
  independent: false,
  status: '',
  unMember: false,
  currencies: {},
  idd: {},
  capital: [],
  altSpellings: [],
  region: '',
  subregion: '',
  languages: {},
  translations: {},
  latlng: [],
  landlocked: false,
  borders: [],
  area: null,
  demonyms: {},
  flag: '',
  maps: {},
  population: null,
  gini: {},
  fifa: '',
  car: {},
  timezones: [],
  continents: [],
  flags: {},
  coatOfArms: {},
  startOfWeek: '',
  capitalInfo: {},
  postalCode: {},
};

/** @type {WeakMap<Site, Entry[]>} */
const entries = new WeakMap();

/**
 * Return a record in the shape of v3.1. It is made at the first call, and cached.
 * @param {Site} site
 * @param {number} number
 * @returns {Entry}
 */
export function entryOf(site, number) {
  let siteEntries = entries.get(site);
  if (siteEntries === undefined) {
    siteEntries = new Array(site.everyone.length);
    entries.set(site, siteEntries);
  }
  return (siteEntries[number] ??= makeEntry(JSON.parse(site.record(number)), number));
}

/**
 * Encode a record: `coatOfArms` and the fields that are not empty, or the requested fields.
 * @param {Entry} entry
 * @param {string[]} [fields]
 * @returns {string}
 */
export function encode({ texts, filled }, fields) {
  const names = fields === undefined ? filled : [...texts.keys()].filter((name) => fields.includes(name));
  return `{${names.map((name) => texts.get(name)).join(',')}}`;
}

/**
 * @param {any} record
 * @param {number} number
 * @returns {Entry}
 */
function makeEntry(record, number) {
  const country = reshape(record, restcountriesData.extras[number]);
  /** @type {Map<string, string>} */
  const texts = new Map();
  const filled = [];
  for (const [name, value] of Object.entries(country)) {
    if (value !== null) {
      texts.set(name, `${JSON.stringify(name)}:${JSON.stringify(value)}`);
      if (name === 'coatOfArms' || !isEmpty(value)) {
        filled.push(name);
      }
    }
  }
  return { country, texts, filled };
}

/**
 * @param {any} record
 * @param {Extra} extra
 * @returns {Country}
 */
function reshape(record, extra) {
  /** @type {Record<string, unknown>} */
  const country = {};
  for (const [field, empty] of Object.entries(EMPTY_FIELDS)) {
    country[field] = record[field] ?? getOwn(/** @type {Record<string, unknown>} */ (extra), field) ?? empty;
  }
  const { common, official, native = {} } = record.name;
  country.name = { common, official, nativeName: native };
  country.translations = translationsOf(record, extra);
  country.gini = giniOf(record, extra);
  country.altSpellings = [...(record.altSpellings ?? []), ...(extra.altSpellings ?? [])];
  const { latlng } = record.capitalInfo ?? {};
  country.capitalInfo = latlng === undefined ? {} : { latlng };
  country.borders = (record.borders ?? []).map(theirCode);
  country.cca3 = theirCode(record.cca3);
  country.independent ||= record.cca3 === OUR_KOSOVO;
  return /** @type {Country} */ (country);
}

/**
 * @param {string} cca3
 * @returns {string}
 */
function theirCode(cca3) {
  return cca3 === OUR_KOSOVO ? THEIR_KOSOVO : cca3;
}

/**
 * @param {any} record
 * @param {Extra} extra
 * @returns {Country['translations']}
 */
function translationsOf(record, extra) {
  const { fas, ...translations } = record.translations ?? {};
  return { ...translations, ...(fas === undefined ? {} : { per: fas }), ...extra.translations };
}

/**
 * @param {any} record
 * @param {Extra} extra
 * @returns {Record<string, number>}
 */
function giniOf(record, { giniYear }) {
  const gini = record.enrichment?.development?.gini ?? null;
  return gini === null || giniYear === undefined ? {} : { [giniYear]: gini };
}

/**
 * @param {unknown} value
 * @returns {boolean}
 */
function isEmpty(value) {
  return value === '' || (typeof value === 'object' && Object.keys(/** @type {object} */ (value)).length === 0);
}
