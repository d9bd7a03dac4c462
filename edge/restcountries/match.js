/** Finds the records for the routes below `/v3.1`. Texts are compared in lowercase; only capitals are folded. */

import { fold } from '../core/fold.js';

/** @import { Country } from './types.js' */

/** @typedef {(country: Country) => boolean} Test */

/**
 * The search of each route with a value in its path.
 * @type {Record<string, (value: string) => Test>}
 */
export const TESTS = {
  currency: byCurrency,
  lang: byLanguage,
  capital: byCapital,
  region: byRegion,
  subregion: (value) => (country) => includes(country.subregion, value),
  demonym: (value) => (country) => Object.values(country.demonyms).some(({ f, m }) => someIncludes([f, m], value)),
  translation: (value) => (country) =>
    Object.values(country.translations).some(({ official, common }) => someIncludes([official, common], value)),
};

/**
 * Find a country by code in any case: first alpha-2, numeric and alpha-3 codes, then Olympic committee codes.
 * @param {Country[]} countries
 * @param {string} code
 * @returns {number} -1 if there is none
 */
export function findCode(countries, code) {
  const wanted = code.toUpperCase();
  const number = countries.findIndex(({ cca2, ccn3, cca3 }) => wanted === cca2 || wanted === ccn3 || wanted === cca3);
  return number < 0 ? countries.findIndex(({ cioc }) => wanted === cioc) : number;
}

/**
 * @param {string} value
 * @returns {Test} whether a name contains the value
 */
export function byName(value) {
  return ({ name, altSpellings }) => someIncludes([name.common, name.official, ...altSpellings], value);
}

/**
 * @param {string} value
 * @returns {Test} whether the common or official name equals the value
 */
export function byWholeName(value) {
  const wanted = value.toLowerCase();
  return ({ name }) => [name.common, name.official].some((text) => text.toLowerCase() === wanted);
}

/**
 * @param {string} value
 * @returns {Test}
 */
function byCurrency(value) {
  const code = value.toUpperCase();
  return ({ currencies }) =>
    Object.hasOwn(currencies, code) || Object.values(currencies).some(({ name }) => includes(name, value));
}

/**
 * @param {string} value
 * @returns {Test}
 */
function byLanguage(value) {
  const wanted = value.toLowerCase();
  return ({ languages }) =>
    Object.entries(languages).some(([code, name]) => code === wanted || name.toLowerCase() === wanted);
}

/**
 * @param {string} value
 * @returns {Test}
 */
function byCapital(value) {
  const [folded, plain] = [fold(value), withoutAccents(value)];
  // Folding makes the word st to saint, but it can also be a part of a word.
  return ({ capital }) =>
    folded !== '' && capital.some((name) => fold(name).includes(folded) || withoutAccents(name).includes(plain));
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
  const wanted = value.toLowerCase();
  return ({ region, subregion }) => includes(region, value) || subregion.toLowerCase() === wanted;
}

/**
 * @param {string} text
 * @param {string} part
 * @returns {boolean}
 */
function includes(text, part) {
  return text.toLowerCase().includes(part.toLowerCase());
}

/**
 * @param {string[]} texts
 * @param {string} part
 * @returns {boolean}
 */
function someIncludes(texts, part) {
  return texts.some((text) => includes(text, part));
}
