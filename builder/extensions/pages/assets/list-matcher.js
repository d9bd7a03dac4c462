/** Finds the country that each line of a pasted list means, and says how sure that is. */

import { fold } from '../../../../edge/core/fold.js';

/**
 * @import { CountrySearch } from './country-search.js'
 * @import { Country } from './search-parts.js'
 * @typedef {'exact' | 'other name' | 'part' | 'guess' | 'several' | 'none' | 'yours'} Sureness
 * @typedef {{ number: number, sureness: Sureness, suggested: number[] }} Match `number`: of the country in the dataset,
 *   -1 for none; `suggested`: numbers of other countries that the line may mean
 * @typedef {{ codes: Record<string, string>, within: Record<string, string>,
 *   dissolved: [names: string[], successors: string[]][] }} Further alpha-2 codes by codes of other lists and by
 *   names of parts of countries, and states that no longer exist, with their names and their successors
 */

const MOST = 3;
// The tier of a whole name in another language, in the core's search. Another whole name or a code has a higher tier.
const IN_ANY_LANGUAGE = 7;
// What lists have around names: numbers, bullets, quotes, flags, marks of notes.
const AROUND =
  /^(?:[\s"'“”•·*–\p{Regional_Indicator}-]|\d+[.)]\s)+|(?:[\s"'“”*†‡,;.]|\[[\da-z]+\]|\(\d+\)|(?<=\D)\d)+$/giu;
// The distance of a regional indicator from its letter.
const INDICATOR = 0x1f1e6 - 0x61;

/** Matches lines with the countries of a dataset. */
export class ListMatcher {
  /**
   * @param {CountrySearch} search
   * @param {Country[]} countries in the order of the dataset
   * @param {Further} further
   */
  constructor(search, countries, { codes, within, dissolved }) {
    this.search = search;
    this.names = countries.map(([name]) => ` ${fold(name)} `);
    const numbers = new Map(countries.map(({ 1: code }, number) => [code, number]));
    /** @type {Map<string, Match>} what the index says of a text, by folded names and codes */
    this.known = new Map();
    /** @type {(texts: string[], of: string[], sureness: Sureness) => void} */
    const add = (texts, of, sureness) => {
      const match = matchOf(of.flatMap((code) => numbers.get(code) ?? []), sureness);
      texts.forEach((text) => this.known.set(fold(text), match));
    };
    dissolved.forEach(([names, successors]) => add(names, successors, 'none'));
    Object.entries(codes).forEach(([code, cca2]) => add([code], [cca2], 'other name'));
    Object.entries(within).forEach(([name, cca2]) => add([name], [cca2], 'part'));
    for (const [name, cca2, cca3, ccn3, , former] of countries) {
      add(former.map(([old]) => old), [cca2], 'other name');
      add([name, cca2, cca3, ...(ccn3 ? [ccn3, String(Number(ccn3))] : [])], [cca2], 'exact');
    }
    /** @type {Map<string, Match>} by the texts of lines, which lists repeat */
    this.found = new Map();
  }

  /** @param {string} line */
  match(line) {
    const text = readable(line);
    const found = this.found.get(text) ?? this.#find(text);
    this.found.set(text, found);
    return found;
  }

  /** @type {(line: string, number: number) => void} a person says which country a line means */
  choose(line, number) {
    this.found.set(readable(line), { number, sureness: 'yours', suggested: [] });
  }

  /** @param {string} text */
  #find(text) {
    const known = this.known.get(fold(text));
    if (known && ['exact', 'part'].includes(known.sureness)) {
      return known;
    }
    const rates = this.search.rate(text);
    const named = [...rates.keys()].filter((number) => rates[number] >= IN_ANY_LANGUAGE);
    const whole = named.filter((number) => rates[number] > IN_ANY_LANGUAGE);
    const sure = whole.length > 0 ? whole : named;
    if (sure.length > 0) {
      const words = ` ${fold(text).replace(/^the /, '')} `;
      const sharing = [...this.names.keys()].filter((number) => this.names[number].includes(words));
      // Guinea is in several names, so a person must choose. Island is too, but it is also the German name of Iceland.
      const certain = sharing.includes(sure[0]) ? [...new Set([...sure, ...sharing])] : sure;
      return matchOf(certain, certain.length > 1 ? 'none' : 'other name');
    }
    return known ?? this.#guess(text);
  }

  /** @param {string} text */
  #guess(text) {
    const found = this.search.find(text).map(({ number }) => number);
    if (found.length > 0) {
      return matchOf(found, this.search.isAmbiguous(text) ? 'none' : 'guess');
    }
    const near = this.search.near(text).map(({ number }) => number);
    const letters = lettersOf(fold(text));
    const alike = [...this.known].find(([name]) => lettersOf(name) === letters)?.[1];
    return matchOf(near.length > 0 || !alike ? near : [alike.number], 'guess');
  }
}

/** @param {string} text folded; after its first letter, all its letters are sorted, so that Lybia is like Libya */
function lettersOf(text) {
  return text.slice(0, 1) + [...text].toSorted().join('');
}

/** @type {(numbers: number[], sureness: Sureness) => Match} of countries, the best first */
function matchOf(numbers, sureness) {
  const isNone = sureness === 'none' || numbers.length === 0;
  return {
    number: isNone ? -1 : numbers[0],
    sureness: isNone ? (numbers.length > 1 ? 'several' : 'none') : sureness,
    suggested: numbers.slice(isNone ? 0 : 1, MOST + 1),
  };
}

/** @param {string} line whose first column has a name, or a flag, which is read as its code */
function readable(line) {
  const [first] = line.split('\t');
  const flag = first.trim().replaceAll(/\p{Regional_Indicator}/gu, (letter) => {
    return String.fromCodePoint((letter.codePointAt(0) ?? 0) - INDICATOR);
  });
  return first.replace(AROUND, '') || flag;
}
