/** Finds pages, countries and their facts by what people type, from indexes that are fetched once. */

import { fold } from '../../../../edge/core/fold.js';
import { suggest } from '../../../../edge/core/suggest.js';
import { openCountries } from './country-search.js';
import { declared } from './dom.js';
import { written } from './rounding.js';
import { bagOf, candidateOf, cut, hasWord, LONG, partOf, SCORES } from './search-parts.js';

/**
 * @typedef {import('./search-parts.js').Hit} Hit
 * @typedef {[title: string, anchor: string, words: string]} Fact a part of every country's page
 * @typedef {{ parts: import('./search-parts.js').Part[], countries: import('./search-parts.js').Country[],
 *   facts: Fact[], steps: [title: string, detail: string, address: string][] }} Index
 * @typedef {import('./rounding.js').Written & { name: string, short: string, path: string }} Metric
 * @typedef {{ indicators: Metric[], countries: Record<string, ([value: number, year: string] | null)[]> }} Figures
 * @typedef {{ hits: Hit[], corrected: string }} Found `corrected`: what was searched instead, if nothing was found
 * @import { CountrySearch } from './country-search.js'
 */

const MOST = 12;
// The score of a country by the tier of the core's search, from no match to a whole name.
const TIERS = [0, 2.8, 3, 4.9, 5.6, 6.6, 6.8, 6, 9.35];
// A page of a part of the world has its map.
const MAP = { title: 'Map', bag: ' map', own: '', names: ['map'], address: '' };
// Words that say nothing about what is looked for, and those that ask for a group of countries.
const SMALL = 'a an the of in for to at with is are was do does did how what whats which who where when i get have has';
const FILLERS = new Set(`${SMALL} me show find that use uses using used speak speaks speaking spoken next`.split(' '));
const COUNTRIES = new Set('country countries member members nations'.split(' '));
const MOST_LEAST = /^(?:high|low|larg|small|big|rich|poor|great|most|least|long|short|top|dens|wealth|populous)/;
const REQUEST = /(?:^|[\s'"])(?:get )?(?:https?:\/\/[^\s/'"]+)?(\/v\d[\w.]*\/[^\s'"]*)/i;
const DIALLING = /(?:\b(?:calling|dialling|dialing|phone|country) code\s+|\+)([\d ]+)$/i;
const OFFSET = /^(?:utc|gmt)\s*([+\u2212-])\s*(\d{1,2})(?::?(\d\d))?$/i;
const BETWEEN = /\s+(?:and|or|vs\.?|versus|to|with)\s+|\s*[,;/]\s*/i;
const YEAR = /^(?:19|20)\d\d$/;

/** @type {Promise<(text: string) => Found>} */
let opening;

/**
 * Open the search.
 * @param {string} root the path from this page to the documents
 * @returns {Promise<(text: string) => Found>}
 */
export function openHits(root) {
  opening ??= load(root);
  return opening;
}

/**
 * @param {string} root
 * @returns {Promise<(text: string) => Found>}
 */
async function load(root) {
  const files = ['search', 'figures', 'capital-index'].map(async (name) => {
    return (await fetch(`${root}assets/${name}.json`)).json();
  });
  const [names, index, figures, capitals] = await Promise.all([openCountries(), ...files]);
  names.addCapitals(capitals);
  return searchOf(names, index, figures, { root, flags: declared('flags') });
}

/**
 * Make the search of an index.
 * @param {CountrySearch} names
 * @param {Index} index
 * @param {Figures} figures
 * @param {{ root: string, flags: string }} addresses of the documents and of the flags
 * @returns {(text: string) => Found}
 */
export function searchOf(names, index, figures, { root, flags }) {
  const countries = index.countries.map((country) => candidateOf(country, root, flags));
  const parts = index.parts.map((part) => partOf(part, root));
  const facts = index.facts.map(([title, anchor, words]) => ({ title, anchor, bag: bagOf(title, words) }));
  const regions = parts.filter(({ address }) => /^(?:sub)?regions\//.test(address));
  const metrics = parts.filter(({ address }) => address.startsWith('figures/'));
  /** @type {Set<string> | undefined} */
  let vocabulary;

  /**
   * @param {string} text folded
   * @returns {Hit[]} countries by name, code, capital and former name
   */
  function countryHits(text) {
    const [tiers, ofCapitals] = [names.rate(text), names.rateCapitals(text)];
    return countries.flatMap((country, number) => country.match(text, TIERS[tiers[number]], ofCapitals[number]));
  }

  /**
   * Find a part of a country's page by words of both, in any order: `gdp japan`, `kenya holidays 2027`.
   * @param {string[]} words
   */
  function factHits(words) {
    return words.slice(1).flatMap((_, before) => {
      const [start, end] = [words.slice(0, before + 1), words.slice(before + 1)];
      return [[start, end], [end, start]].flatMap(([name, rest]) => factsOf(name.join(' '), rest));
    });
  }

  /**
   * @param {string} name
   * @param {string[]} words
   */
  function factsOf(name, words) {
    const asked = words.filter((word) => !YEAR.test(word));
    const found = facts.filter(({ bag }) => asked.length > 0 && asked.every((word) => hasWord(bag, word)));
    if (found.length === 0 || asked.every((word) => COUNTRIES.has(word))) {
      return [];
    }
    const [country] = countryHits(name).toSorted(byScore);
    const isNamed = ` ${fold(country?.title ?? '')}`.includes(` ${name}`) || (country?.score ?? 0) >= TIERS[8];
    if (!isNamed || country.score < TIERS[4]) {
      return [];
    }
    const { code = '' } = country;
    const isKnown = (/** @type {string} */ anchor) => valueAt(code, anchor) !== '';
    const exact = (/** @type {string} */ title, /** @type {string} */ bag) =>
      Number(fold(title) === asked.join(' ')) / 2 + Number(asked.every((word) => `${bag} `.includes(` ${word} `))) / 4;
    return found
      .map(({ title, anchor, bag }, at) => ({
        ...country,
        group: /** @type {const} */ ('Values'),
        later: anchor === 'holidays' && isKnown(anchor) ? () => nextHoliday(root, code) : undefined,
        title: `${country.title.split(',')[0]}: ${title}`,
        href: `${country.href}#${anchor}`,
        detail: valueAt(code, anchor) || country.detail,
        // Few letters can be a word of another meaning: flags png.
        score: (name.length < LONG ? SCORES.words - 0.2 : SCORES.fact) - at / 50 + exact(title, bag),
      }))
      .toSorted(byScore)
      .slice(0, 3);
  }

  /**
   * @param {string} code
   * @param {string} anchor of a part of a country's page
   * @returns {string} its value in that country, with its year
   */
  function valueAt(code, anchor) {
    const at = figures.indicators.findIndex(({ path }) => path.replaceAll('.', '-') === anchor);
    const entry = figures.countries[code]?.[at];
    if (entry) {
      return [written(figures.indicators[at], entry[0]), entry[1].slice(0, 4)].filter(Boolean).join(', ');
    }
    return index.countries.find(([, cca2]) => cca2 === code)?.[7][anchor] ?? '';
  }

  /**
   * Find a metric in a part of the world: `highest gdp per head in africa`, `population of asia`.
   * @param {string[]} words
   */
  function regionalHits(words) {
    return regions.flatMap((region) => {
      const name = region.names.find((one) => ` ${words.join(' ')} `.includes(` ${one} `));
      const others = words.filter((word) => !name?.split(' ').includes(word) && !FILLERS.has(word));
      const rest = others.filter((word) => !COUNTRIES.has(word));
      const asked = rest.filter((word) => !MOST_LEAST.test(word)).join(' ');
      const countOf = (/** @type {{ own: string, names: string[] }} */ { own, names: known }) =>
        others.filter((word) => hasWord(own, word)).length + Number(known.includes(asked)) * others.length;
      const [metric] = [...metrics, MAP]
        .filter(({ bag }) => rest.length > 0 && rest.every((word) => hasWord(bag, word)))
        .toSorted((one, other) => countOf(other) - countOf(one));
      if (!name || !metric) {
        return [];
      }
      const isRanked = region.address.startsWith('regions/') && rest.some((word) => MOST_LEAST.test(word));
      const href = root + (isRanked ? `${metric.address}#&region=${encodeURIComponent(region.title)}` : region.address);
      const title = `${metric.title.replace(/ by country$/, '')}: ${region.title}`;
      const detail = isRanked ? highest(metric.address, region.title) : region.text;
      return [{ group: /** @type {const} */ ('Values'), title, detail, href, score: SCORES.whole - 1 / name.length }];
    });
  }

  /**
   * @param {string} address of the page of a metric
   * @param {string} region
   * @returns {string} the country of the region with the highest value
   */
  function highest(address, region) {
    const at = figures.indicators.findIndex(({ name }) => address.endsWith(`/${name}.html`));
    const [first] = index.countries
      .filter(([, , , , , , own]) => own === region)
      .map(([name, code]) => ({ name, value: figures.countries[code]?.[at]?.[0] ?? -Infinity }))
      .toSorted((one, other) => other.value - one.value);
    return `Highest: ${first.name}, ${written(figures.indicators[at], first.value)}`;
  }

  /**
   * Find what a whole text asks for: a request, a calling code, an offset from UTC.
   * @param {string} typed
   * @returns {Hit[]}
   */
  function formHits(typed) {
    const [, request] = REQUEST.exec(typed) ?? [];
    if (request) {
      const href = `${root}console.html#${request}`;
      return [{ group: 'Pages', title: request, detail: 'Open in the console', href, score: SCORES.whole + 1 }];
    }
    const listed = typed.replace(/^compare /i, '').split(BETWEEN);
    const compared = listed.map((name) => countryHits(fold(name)).toSorted(byScore)[0]);
    if (compared.length > 1 && compared.every((country) => country?.score >= SCORES.dialled - 0.1)) {
      const title = compared.map((country) => country.title).join(', ');
      const href = `${root}compare.html#${compared.map(({ code }) => code?.toLowerCase()).join(',')}`;
      return [{ group: 'Pages', title, detail: 'Compare these countries', href, score: SCORES.fact }];
    }
    const [, sign, hours, minutes = '00'] = OFFSET.exec(typed) ?? [];
    const offset = hours ? `UTC${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}` : '';
    const digits = DIALLING.exec(typed)?.[1].replaceAll(' ', '') ?? '';
    return countries.flatMap((country) => {
      const dialled = country.dialled.find((code) => code.replace(/\D/g, '') === digits);
      if (dialled) {
        return [{ ...country.hit(SCORES.dialled), title: `${dialled} ${country.name}` }];
      }
      return offset && country.facts.timezones?.includes(offset)
        ? [{ ...country.hit(SCORES.dialled, '#timezones'), detail: country.facts.timezones }]
        : [];
    });
  }

  /**
   * @param {string} typed
   * @returns {Hit[]} where to go on when nothing is found
   */
  function steps(typed) {
    return index.steps.map(([title, detail, address]) => {
      const href = root + address.replace('{}', encodeURIComponent(typed));
      const group = /** @type {const} */ ('Try instead');
      return { group, title: title.replace('{}', typed), detail, href, score: 0 };
    });
  }

  /** @param {string} text folded */
  function hitsOf(text) {
    const words = text.split(' ');
    const named = countryHits(text);
    const top = Math.max(0, ...named.map(({ score }) => score));
    // What names a country is not a fact of another: South Georgia, United States.
    const most = top >= TIERS[6] ? top - 0.1 : SCORES.whole;
    const limited = factHits(words).map((hit) => ({ ...hit, score: Math.min(hit.score, most) }));
    return [...named, ...parts.flatMap(({ match }) => match(text, words)), ...limited, ...regionalHits(words)];
  }

  return (typed) => {
    const asked = typed.replace(/[?!“”"]+/g, ' ').trim();
    const whole = fold(asked);
    const words = whole.split(' ');
    const without = words.filter((word) => !FILLERS.has(word));
    const named = without.filter((word) => !COUNTRIES.has(word));
    // What has the small words too is nearer.
    const [region] = regions.flatMap((one) => one.names.filter((name) => ` ${named.join(' ')} `.includes(` ${name} `)));
    const anywhere = region ? named.join(' ').replace(region, '').trim() : '';
    const readings = new Set([whole, without.join(' '), named.join(' '), anywhere].filter((text) => text !== ''));
    const all = [...readings].flatMap((text, at) => hitsOf(text).map((hit) => ({ ...hit, score: hit.score - at / 5 })));
    const hits = best(whole === '' ? [] : [...formHits(typed), ...all]);
    if (hits.length > 0 || whole === '') {
      return { hits, corrected: '' };
    }
    const known = (vocabulary ??= wordsOf(index));
    const [country] = names.near(asked);
    const corrected = country?.name ?? words.map((word) => nearest(word, known)).join(' ');
    const found = corrected === whole ? [] : best(hitsOf(fold(corrected)));
    return { hits: found.length > 0 ? found : steps(asked), corrected: found.length > 0 ? corrected : '' };
  };
}

/**
 * Read the next public holiday from the calendar of a country.
 * @param {string} root
 * @param {string} code
 * @returns {Promise<string>} empty if none is known
 */
async function nextHoliday(root, code) {
  const answer = await fetch(`${root}calendars/${code.toLowerCase()}.ics`);
  const text = answer.ok ? await answer.text() : '';
  const events = text.matchAll(/DTSTART;VALUE=DATE:(\d{4})(\d\d)(\d\d)\s[^]*?SUMMARY:(.*)/g);
  const days = [...events].map(([, year, month, day, name]) => {
    return { at: new Date(Number(year), Number(month) - 1, Number(day)), name };
  });
  const next = days.find(({ at }) => at.valueOf() > Date.now() - 86_400_000);
  const options = /** @type {const} */ ({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  const date = next?.at.toLocaleDateString('en-GB', options).replace(',', '');
  return next ? `Next: ${date}, ${next.name.replaceAll('\\', '')}` : '';
}

/**
 * @param {Hit} one
 * @param {Hit} other
 */
function byScore(one, other) {
  return other.score - one.score;
}

/**
 * @param {Hit[]} hits
 * @returns {Hit[]} each address once, the best first
 */
function best(hits) {
  const byAddress = new Map(hits.toSorted((one, other) => one.score - other.score).map((hit) => [hit.href, hit]));
  return [...byAddress.values()]
    .toSorted(byScore)
    .slice(0, MOST)
    .map((hit) => ({ ...hit, detail: cut(hit.detail) }));
}

/**
 * @param {Index} index
 * @returns {Set<string>} the words of names and headings, and those that people search for
 */
function wordsOf({ parts, countries, facts }) {
  const texts = [
    ...countries.map(([name]) => name),
    ...parts.flatMap(([title, page, , , names, words]) => [title, page, ...names, words]),
    ...facts.flatMap(([title, , words]) => [title, words]),
  ];
  return new Set(texts.flatMap((text) => fold(text).split(' ')).filter((word) => word.length >= LONG));
}

/**
 * Return the known word that is a letter or two away from another, or that word itself.
 * @param {string} word
 * @param {Set<string>} known
 */
function nearest(word, known) {
  const words = [...known];
  const isBeginning = words.some((other) => other.startsWith(word));
  return (isBeginning ? undefined : suggest(words.map((one) => [one, one]), word)[0]) ?? word;
}
