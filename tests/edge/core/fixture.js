/** A site of twelve records, made without the builder, so that the core can be tested on its own. */

import { readFileSync } from 'node:fs';
import { createSite, answer } from '../../../edge/core/answer.js';
import { fold, squash } from '../../../edge/core/fold.js';

/**
 * @import { FieldNames, Manifest, Names, Records, Request, Result, RouteEntry } from '../../../edge/core/types.js'
 * @import { SearchedNames, Site } from '../../../edge/core/types.js'
 */
/** @typedef {Record<string, any>} Country */

/**
 * Read a JSON file next to the tests.
 * @param {string} name
 * @returns {any}
 */
export function readJson(name) {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
}

/** @type {Country[]} */
export const countries = readJson('countries.json').sort((/** @type {Country} */ one, /** @type {Country} */ other) =>
  fold(one.name.common) < fold(other.name.common) ? -1 : 1,
);

/** @type {Records} */
export const records = { parts: [], packed: countries.map((country) => JSON.stringify(country)) };

const METRICS = ['population', 'area', 'gdp', 'gdpPerCapita', 'hdi', 'lifeExpectancy', 'populationDensity'];

// What does not follow from the records.
const stored = readJson('site.json');

/**
 * @param {(country: Country) => string[]} keysOf
 * @returns {Record<string, number[]>}
 */
function group(keysOf) {
  /** @type {Record<string, number[]>} */
  const groups = {};
  countries.forEach((country, number) => {
    for (const key of new Set(keysOf(country).map((name) => squash(fold(name))))) {
      (groups[key] ??= []).push(number);
    }
  });
  return groups;
}

/**
 * @param {[...Names, otherLanguages: string[]][]} names by record
 * @returns {SearchedNames}
 */
function searchedNames(names) {
  /** @type {Record<string, string[]>} */
  const letters = {};
  for (const text of new Set(names.flatMap(([, , , otherLanguages]) => otherLanguages))) {
    const numbers = [...names.keys()].filter((number) => names[number][3].includes(text));
    const [letter] = text;
    (letters[letter] ??= []).push([text, ...numbers].join(','));
  }
  const lines = Object.entries(letters).map(([letter, entries]) => [letter, entries.join(' ')]);
  return { own: names.map(([one, two, three]) => [one, two, three]), otherLanguages: Object.fromEntries(lines) };
}

/**
 * @param {string} metric
 * @param {string} order
 * @returns {number[]}
 */
function ranked(metric, order) {
  const figures = countries.map(({ enrichment, population, area }) => {
    const { economics = {}, development = {}, computed = {} } = enrichment ?? {};
    return enrichment && { population, area, ...economics, ...development, ...computed }[metric];
  });
  const sign = order === 'asc' ? 1 : -1;
  return figures
    .flatMap((figure, number) => (typeof figure === 'number' ? [number] : []))
    .sort((one, other) => sign * (figures[one] - figures[other]) || one - other);
}

/** @returns {Record<string, Record<string, number[]>>} */
function groupAll() {
  const all = countries.map((_, number) => number);
  const known = new Set(all.filter((number) => countries[number].independent === true));
  return {
    all: { '': all },
    region: group(({ region }) => [region]),
    subregion: group(({ subregion }) => (subregion ? [subregion] : [])),
    continent: group(({ continents }) => continents),
    cioc: group(({ cioc }) => (cioc ? [cioc] : [])),
    lang: group(({ languages = {} }) => Object.entries(languages).flat()),
    currency: group(({ currencies = {} }) =>
      Object.entries(currencies).flatMap(([code, { name }]) => [code, name, ...name.split(' ')]),
    ),
    independent: { true: [...known], false: all.filter((number) => !known.has(number)) },
    rank: Object.fromEntries(
      METRICS.flatMap((metric) => ['asc', 'desc'].map((order) => [`${metric}/${order}`, ranked(metric, order)])),
    ),
  };
}

/**
 * @param {string} kind
 * @param {(country: Country) => string[]} namesOf
 * @returns {Manifest['catalogs'][string]}
 */
function catalog(kind, namesOf) {
  const names = [...new Set(countries.flatMap(namesOf))].sort();
  const items = names.map((name) => {
    const cca2 = countries.filter((country) => namesOf(country).includes(name)).map((country) => country.cca2);
    return JSON.stringify({ [kind === 'tlds' ? 'tld' : 'name']: name, countryCount: cca2.length, cca2 });
  });
  return { total: items.length, items, digest: '00000000000000ca' };
}

/** @type {Record<string, string>} */
const FOLDERS = { all: 'v1', continent: 'v1/countries/continent', cioc: 'v1/countries/cioc' };

/**
 * @param {string} index
 * @param {string} key
 * @returns {string}
 */
function folderOf(index, key) {
  const folder = FOLDERS[index] ?? `v1/${index}`;
  const endings = { rank: key.toLowerCase().replace(/\/desc$/, ''), independent: key === 'true' ? '' : key };
  const ending = /** @type {Record<string, string>} */ (endings)[index] ?? key;
  return ending === '' ? folder : `${folder}/${ending}`;
}

// Fields whose members have any name.
const FREE = ['native', 'currencies', 'languages', 'translations', 'demonyms'];

/**
 * The members that a value has, as in the manifest.
 * @param {any} value
 * @param {string} [field]
 * @returns {FieldNames}
 */
function membersOf(value, field = '') {
  if (Array.isArray(value)) {
    return membersOf(value[0]);
  }
  const entries = Object.entries(typeof value === 'object' ? (value ?? {}) : {});
  return FREE.includes(field)
    ? { '*': membersOf(entries[0]?.[1]) }
    : Object.fromEntries(entries.map(([name, inner]) => [name, membersOf(inner, name)]));
}

/**
 * Make the manifest, with *changes* to its members.
 * @param {Partial<Manifest>} [changes]
 * @returns {Manifest}
 */
export function makeManifest(changes = {}) {
  /** @type {Manifest['listings']} */
  const listings = [];
  /** @type {Manifest['indexes']} */
  const indexes = {};
  for (const [index, groups] of Object.entries(groupAll())) {
    indexes[index] = {};
    for (const [key, members] of Object.entries(groups)) {
      // A word of the names of several currencies has no file.
      indexes[index][key] = key === 'dollar' ? ~listings.length : listings.length;
      listings.push({ folder: folderOf(index, key), members: index === 'all' ? null : members });
    }
  }
  /** @type {Record<string, number>} */
  const numbers = { unk: countries.findIndex(({ cca2 }) => cca2 === 'XK') };
  countries.forEach(({ cca2, cca3, ccn3 }, number) => {
    for (const code of [cca2, cca3, ccn3]) {
      if (code) {
        numbers[code.toLowerCase()] = number;
      }
    }
  });
  const folded = (/** @type {string[]} */ names) => [...new Set(names.map(fold))];
  return {
    ...stored,
    routes: stored.routes.map((/** @type {RouteEntry} */ route) => ({ ...route, missing: `${route.path} has no {}.` })),
    // Germany has every field.
    fields: membersOf(countries.find(({ cca2 }) => cca2 === 'DE')),
    policy: {
      limits: Array.from({ length: 25 }, (_, size) => size + 1),
      catalogLimits: Array.from({ length: 100 }, (_, size) => size + 1),
    },
    cca2: countries.map(({ cca2 }) => cca2.toLowerCase()),
    digests: countries.map((_, number) => `feedface${String(number).padStart(8, '0')}`),
    codes: numbers,
    listings,
    indexes,
    metrics: Object.fromEntries(METRICS.map((metric) => [metric, { definition: `What ${metric} measures.` }])),
    names: searchedNames(countries.map(({ name, altSpellings, translations = {}, cca2, cca3 }) => {
      const native = Object.values(name.native ?? {}).flatMap((one) => Object.values(one));
      const codes = [cca2, cca3];
      const short = altSpellings.filter((/** @type {string} */ text) => text.length <= 3 && !codes.includes(text));
      const long = altSpellings.filter((/** @type {string} */ text) => text.length > 3);
      const wholes = [cca2.toLowerCase(), cca3.toLowerCase(), ...folded(short)];
      const otherLanguages = Object.values(translations).flatMap((one) => Object.values(one));
      const others = [name.official, ...native, ...long];
      return [folded([name.common]), folded(others), [...new Set(wholes)], folded(otherLanguages).map(squash)];
    })),
    capitals: searchedNames(countries.map(({ capital = [] }) => [folded(capital), [], [], []])),
    catalogs: {
      subregions: catalog('subregions', ({ subregion }) => (subregion ? [subregion] : [])),
      tlds: catalog('tlds', ({ tld = [] }) => tld),
    },
    ...changes,
  };
}

export const site = createSite(makeManifest(), records);

/**
 * Request a target: a path with an optional query.
 * @param {string} target
 * @param {Partial<Request>} [more]
 * @param {Site} [of]
 * @returns {Result}
 */
export function ask(target, more = {}, of = site) {
  const at = target.indexOf('?');
  const [path, query] = at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
  const entropy = '0123456789abcdef'.repeat(2);
  const plain = { method: 'GET', path, query, ifNoneMatch: '', accept: '', country: '', entropy };
  return answer({ ...plain, ...more }, of);
}

/**
 * Return the text of an answer as an adapter sends it.
 * @param {Result} result
 * @param {Site} [of]
 * @returns {string}
 */
export function textOfAnswer(result, of = site) {
  if ('members' in result) {
    return `[${result.members.map((number) => of.record(number)).join(',')}]`;
  }
  return result.body;
}

/**
 * The file with the bytes of an answer, or undefined.
 * @param {Result} result
 * @returns {string | undefined}
 */
export function fileOf(result) {
  return result.file;
}

/**
 * Decode the body of an answer.
 * @param {Result} result
 * @param {Site} [of]
 * @returns {any}
 */
export function jsonOf(result, of = site) {
  return JSON.parse(textOfAnswer(result, of));
}

/**
 * List the codes of the records of an answer, in order.
 * @param {string} target
 * @param {Partial<Request>} [more]
 * @param {Site} [of]
 * @returns {string[]}
 */
export function codesOf(target, more = {}, of = site) {
  return jsonOf(ask(target, more, of), of).map((/** @type {Country} */ country) => country.cca2);
}

/**
 * Return the value of a header, or undefined.
 * @param {Result} result
 * @param {string} name
 * @returns {string | undefined}
 */
export function header(result, name) {
  return result.headers.find(([one]) => one === name)?.[1];
}
