/** Finds the country that each line of a pasted list means, and says how sure that is. */

import { fold } from '../../../../edge/core/fold.js';

/**
 * @import { CountrySearch } from './country-search.js'
 * @import { Country } from './search-parts.js'
 * @typedef {'exact' | 'other name' | 'guess' | 'none'} Sureness
 * @typedef {{ number: number, sureness: Sureness, suggested: number[] }} Match `number`: of the country in the dataset,
 *   -1 for none; `suggested`: others that the line may mean
 * @typedef {{ codes: Record<string, string>, dissolved: [names: string[], successors: string[]][] }} Further codes of
 *   other lists by alpha-2, and states that are no more
 */

const MOST = 3;
const LONGEST_SWAPPED = 20;
// The tier of the core's search of a name in another language; above it is a whole name or a code.
const IN_ANY_LANGUAGE = 7;
// What lists have around names: numbers, bullets, quotes, marks of notes.
const AROUND = /^(?:[\s"'“”•·*–-]|\d+[.)]\s)+|(?:[\s"'“”*†‡,;.]|\[[\da-z]+\]|\(\d+\)|(?<=\D)\d)+$/giu;
const FLAG = /^([\u{1F1E6}-\u{1F1FF}])([\u{1F1E6}-\u{1F1FF}])\s*/u;
// The distance of a regional indicator from its letter.
const INDICATOR = 0x1f1e6 - 0x61;

/** Matches lines with the countries of a dataset. */
export class ListMatcher {
  /**
   * @param {CountrySearch} search
   * @param {Country[]} countries in the order of the dataset
   * @param {Further} further
   */
  constructor(search, countries, { codes, dissolved }) {
    this.search = search;
    this.numbers = new Map(countries.map(({ 1: code }, number) => [code, number]));
    this.own = new Map(
      countries.flatMap(([name, cca2, cca3, ccn3], number) =>
        [name, cca2, cca3, ...(ccn3 ? [ccn3, String(Number(ccn3))] : [])].map((text) => [fold(text), number]),
      ),
    );
    const former = countries.flatMap(({ 5: names }, number) => names.map(([name]) => [fold(name), number]));
    const others = Object.entries(codes).map(([code, cca2]) => [fold(code), this.numbers.get(cca2) ?? -1]);
    this.others = new Map(/** @type {[string, number][]} */ ([...former, ...others]));
    this.dissolved = new Map(dissolved.flatMap(([names, after]) => names.map((name) => [fold(name), after])));
    /** @type {Map<string, Match>} lists repeat names */
    this.known = new Map();
  }

  /** @param {string} line */
  match(line) {
    const text = readable(line);
    const found = this.known.get(text) ?? this.#find(text);
    this.known.set(text, found);
    return found;
  }

  /** @param {string} text */
  #find(text) {
    const folded = fold(text);
    const own = this.own.get(folded);
    if (own !== undefined) {
      return matchOf([own], 'exact');
    }
    const rates = this.search.rate(text);
    const named = [...rates.keys()].filter((number) => rates[number] >= IN_ANY_LANGUAGE);
    const whole = named.filter((number) => rates[number] > IN_ANY_LANGUAGE);
    const certain = whole.length > 0 ? whole : named;
    if (certain.length > 0) {
      return certain.length > 1 ? matchOf(certain, 'none') : matchOf(certain, 'other name');
    }
    const other = this.others.get(folded) ?? -1;
    if (other >= 0) {
      return matchOf([other], 'other name');
    }
    const after = this.dissolved.get(folded);
    if (after) {
      return matchOf(after.flatMap((code) => this.numbers.get(code) ?? []), 'none');
    }
    return this.#guess(text, rates.some((rate) => rate > 0));
  }

  /**
   * @param {string} text
   * @param {boolean} isPart whether some name has the text in it
   */
  #guess(text, isPart) {
    const found = this.#numbersOf(text === '' ? [] : this.search.find(text));
    if (isPart) {
      return matchOf(found, this.search.isOpen(text) ? 'none' : 'guess');
    }
    // Another reading of a name names it as a whole: turned round, with abbreviated words.
    if (found.length > 0) {
      return matchOf(found, 'other name');
    }
    const near = this.#numbersOf(this.search.near(text));
    return matchOf(near.length > 0 ? near : swapped(fold(text)).flatMap((name) => this.own.get(name) ?? []), 'guess');
  }

  /** @param {{ code: string }[]} countries */
  #numbersOf(countries) {
    return countries.flatMap(({ code }) => this.numbers.get(code.toUpperCase()) ?? []);
  }
}

/**
 * @param {number[]} numbers of countries, the best first
 * @param {Sureness} sureness
 * @returns {Match}
 */
function matchOf(numbers, sureness) {
  const isNone = sureness === 'none' || numbers.length === 0;
  return {
    number: isNone ? -1 : numbers[0],
    sureness: isNone ? 'none' : sureness,
    suggested: numbers.slice(isNone ? 0 : 1, MOST + 1),
  };
}

/**
 * @param {string} text
 * @returns {string[]} the texts with two of its letters in each other's place
 */
function swapped(text) {
  const letters = text.length > LONGEST_SWAPPED ? [] : [...text];
  return letters.flatMap((letter, at) =>
    letters.slice(at + 1).map((other, after) => letters.with(at, other).with(at + 1 + after, letter).join('')),
  );
}

/**
 * @param {string} line
 * @returns {string} the name in it; of a flag alone, its code
 */
function readable(line) {
  const [first] = line.split('\t');
  const [flag = '', one = '', other = ''] = FLAG.exec(first.trim()) ?? [];
  const text = first.trim().slice(flag.length).replace(AROUND, '');
  const letters = [one, other].map((letter) => (letter.codePointAt(0) ?? INDICATOR) - INDICATOR);
  return text || (flag && String.fromCodePoint(...letters));
}
