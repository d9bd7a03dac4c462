/** Finds countries as `/v1/name` does: by the core's own search, in an index that is fetched once. */

import { findByReadings } from '../../../../edge/core/readings.js';
import { makeHaystack, rank } from '../../../../edge/core/search.js';
import { namesAndRecords, suggest } from '../../../../edge/core/suggest.js';
import { fetchOnce } from './dom.js';

/** @typedef {{ name: string, code: string, number: number }} Country `code`: alpha-2, in lower case */

// The folder of the indexes, below the documents.
const ASSETS = new URL('../../../../assets/', import.meta.url);

/** The rate of a whole name or a code. */
export const WHOLE = 8;

/** @type {Promise<CountrySearch> | undefined} */
let opening;

/** @returns {Promise<CountrySearch>} */
export function openCountries() {
  opening ??= Promise.all(['names', 'name-index'].map((name) => fetchOnce(`${ASSETS}${name}.json`))).then(
    ([{ countries }, names]) => new CountrySearch(countries, names),
  );
  return opening;
}

/** The search of countries by their names in any language, and by their codes. */
export class CountrySearch {
  /**
   * @param {[name: string, cca2: string][]} countries in the order of the dataset
   * @param {Parameters<typeof makeHaystack>[0]} names
   */
  constructor(countries, names) {
    /** @type {Country[]} */
    this.countries = countries.map(([name, code], number) => ({ name, code: code.toLowerCase(), number }));
    this.haystack = makeHaystack(names);
  }

  /** @param {string} text whose countries are returned, the best match first */
  find(text) {
    const rates = this.rate(text);
    const found = this.countries.filter(({ number }) => rates[number] > 0);
    return found.toSorted((one, other) => rates[other.number] - rates[one.number]);
  }

  /**
   * Rate how well the names of each country match. If no whole name matches, other readings of the text count as one.
   * @param {string} text
   * @returns {Uint8Array} from 8, a whole name or a code, to 0, in the order of the dataset
   */
  rate(text) {
    const rates = rank(this.haystack, text, false);
    if (rates.every((rate) => rate < WHOLE - 1)) {
      findByReadings(this.haystack, text).forEach((number) => (rates[number] = WHOLE));
    }
    return rates;
  }

  /** @param {string} text that is ambiguous if several countries match equally well, and none by its whole name */
  isAmbiguous(text) {
    const rates = this.rate(text);
    const best = Math.max(...rates);
    return best > 0 && best < WHOLE && rates.filter((rate) => rate === best).length > 1;
  }

  /** @param {string} text that finds nothing: countries are returned whose names differ by a letter or two */
  near(text) {
    return suggest(namesAndRecords(this.haystack), text).map((number) => this.countries[number]);
  }
}
