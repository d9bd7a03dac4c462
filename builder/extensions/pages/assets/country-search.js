/** Finds countries as `/v1/name` does: by the core's own search, in an index that is fetched once. */

import { findByReadings } from '../../../../edge/core/readings.js';
import { makeHaystack, rank, search } from '../../../../edge/core/search.js';
import { namesAndRecords, suggest } from '../../../../edge/core/suggest.js';
import { fetchOnce } from './dom.js';

/** @typedef {{ name: string, code: string }} Country `code`: alpha-2, in lower case */

// Beside the scripts, below the documents.
const ASSETS = new URL('../../../../assets/', import.meta.url);

// The rate of a whole name or a code.
const WHOLE = 8;

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
    this.countries = countries.map(([name, code]) => ({ name, code: code.toLowerCase() }));
    this.haystack = makeHaystack(names);
  }

  /**
   * @param {string} text
   * @returns {Country[]} the best match first
   */
  find(text) {
    const found = search(this.haystack, text, false);
    return this.#numbered(found.length > 0 ? found : findByReadings(this.haystack, text));
  }

  /**
   * Rate how well the names of each country match.
   * @param {string} text
   * @returns {Uint8Array} from 8, a whole name or a code, to 0, in the order of the dataset
   */
  rate(text) {
    return rank(this.haystack, text, false);
  }

  /**
   * @param {string} text
   * @returns {boolean} whether several countries match equally well, and none by its whole name
   */
  isOpen(text) {
    const rates = this.rate(text);
    const best = Math.max(...rates);
    return best < WHOLE && rates.filter((rate) => rate === best).length > 1 && best > 0;
  }

  /**
   * @param {string} text that finds nothing
   * @returns {Country[]} those with a name that differs by a letter or two
   */
  near(text) {
    return this.#numbered(suggest(namesAndRecords(this.haystack), text));
  }

  /** @param {number[]} numbers */
  #numbered(numbers) {
    return numbers.map((number) => this.countries[number]);
  }
}
