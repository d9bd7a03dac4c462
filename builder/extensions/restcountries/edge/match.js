/** Tests records for the routes below `/v3.1`. Texts are compared in lowercase; only capitals are folded. */

import { fold } from '../../../../edge/core/fold.js';

/** @import { Country } from './types.js' */

/** @typedef {(country: Country) => boolean} Test */

/**
 * A cache of the two forms of each capital, because folding takes longer than comparing.
 * @type {Map<string, [string, string]>}
 */
const formsByCapital = new Map();

/**
 * By route: makes the test of records for the value in the path.
 * @type {Record<string, (value: string) => Test>}
 */
export const TESTS = {
  name: containing(({ name, altSpellings }, has) => has(name.common) || has(name.official) || altSpellings.some(has)),
  currency: byCurrency,
  lang: byLanguage,
  capital: byCapital,
  region: byRegion,
  subregion: containing(({ subregion }, has) => has(subregion)),
  demonym: containing(({ demonyms }, has) => Object.values(demonyms).some(({ f, m }) => has(f) || has(m))),
  translation: containing(({ translations }, has) =>
    Object.values(translations).some(({ official, common }) => has(official) || has(common)),
  ),
};

/**
 * Make a search for texts that contain a value; `find` says which texts of a record to look at.
 * @param {(country: Country, has: (text: string) => boolean) => boolean} find
 * @returns {(value: string) => Test}
 */
function containing(find) {
  return (value) => {
    const lower = value.toLowerCase();
    /** @type {(text: string) => boolean} */
    const has = (text) => includes(text, lower);
    return (country) => find(country, has);
  };
}

/**
 * Find a country by code in any case: first alpha-2, numeric and alpha-3 codes, then Olympic committee codes.
 * @param {Country[]} countries
 * @param {string} code
 * @returns {number} -1 if there is none
 */
export function findCode(countries, code) {
  const upper = code.toUpperCase();
  const number = countries.findIndex(({ cca2, ccn3, cca3 }) => upper === cca2 || upper === ccn3 || upper === cca3);
  return number < 0 ? countries.findIndex(({ cioc }) => upper === cioc) : number;
}

/**
 * @param {string} value
 * @returns {Test} whether the common or official name equals the value
 */
export function byWholeName(value) {
  const lower = value.toLowerCase();
  return ({ name }) => [name.common, name.official].some((text) => text.toLowerCase() === lower);
}

/**
 * @param {string} value
 * @returns {Test}
 */
function byCurrency(value) {
  const [code, lower] = [value.toUpperCase(), value.toLowerCase()];
  return ({ currencies }) =>
    Object.hasOwn(currencies, code) || Object.values(currencies).some(({ name }) => includes(name, lower));
}

/**
 * @param {string} value
 * @returns {Test}
 */
function byLanguage(value) {
  const lower = value.toLowerCase();
  return ({ languages }) =>
    Object.entries(languages).some(([code, name]) => code === lower || name.toLowerCase() === lower);
}

/**
 * @param {string} value
 * @returns {Test}
 */
function byCapital(value) {
  const [folded, plain] = formsOf(value);
  return ({ capital }) =>
    folded !== '' &&
    capital.some((name) => {
      const forms = formsByCapital.get(name) ?? formsOf(name);
      formsByCapital.set(name, forms);
      return forms[0].includes(folded) || forms[1].includes(plain);
    });
}

/**
 * Make the two forms in which capitals are compared: folded, and only without accents. Folding replaces the word st by
 * saint, but a search can also mean a part of a word.
 * @param {string} text
 * @returns {[folded: string, plain: string]}
 */
function formsOf(text) {
  return [fold(text), withoutAccents(text)];
}

/**
 * @param {string} text
 * @returns {string} in lower case
 */
function withoutAccents(text) {
  return text.toLowerCase().normalize('NFKD').replace(/\p{Mn}/gu, '');
}

/**
 * @param {string} value
 * @returns {Test}
 */
function byRegion(value) {
  const lower = value.toLowerCase();
  return ({ region, subregion }) => includes(region, lower) || subregion.toLowerCase() === lower;
}

/**
 * @param {string} text
 * @param {string} lower in lower case
 * @returns {boolean}
 */
function includes(text, lower) {
  return text.toLowerCase().includes(lower);
}
