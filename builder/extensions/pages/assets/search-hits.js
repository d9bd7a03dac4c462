/** Finds pages, countries and values by what people type, from indexes that are fetched once. */

import { fold } from '../../../../edge/core/fold.js';
import { suggest } from '../../../../edge/core/suggest.js';
import { openCountries } from './country-search.js';
import { countryPage, declared } from './dom.js';
import { written } from './rounding.js';

/**
 * @typedef {import('./rounding.js').Written & { path: string }} Indicator
 * @typedef {[page: string, heading: string, address: string, text: string, words?: string]} Part
 * @typedef {[name: string, cca2: string, cca3: string, dialled: string[], glance: Record<string, string>]} Country
 *   `dialled`: its calling codes; `glance`: what its page says first, by anchor
 * @typedef {[title: string, anchor: string, words: string]} Aspect a part of every country's page
 * @typedef {{ parts: Part[], countries: Country[], aspects: Aspect[] }} Index
 * @typedef {{ indicators: Indicator[], countries: Record<string, ([value: number, year: string] | null)[]> }} Figures
 * @typedef {'Countries' | 'Pages' | 'Values'} Group
 * @typedef {{ score: number, group: Group, title: string, detail: string, href: string, image?: string,
 *   code?: string }} Hit
 * @typedef {(text: string) => Hit} Candidate rates its match with a folded text; a score of 0 is no match
 * @typedef {(text: string) => Hit[]} CountryHits
 * @typedef {{ hits: Hit[], corrected: string }} Found `corrected`: what was searched instead, if nothing was found
 */

const MOST = 12;
// Characters of a text that are shown, and of those before the matched word.
const [SHOWN, AHEAD] = [120, 24];
// The scores of a country that is found by its whole name, by its code, and by the beginning of its name.
const [WHOLE, CODE, BEGINNING] = [10, 9, 6.8];
const DIALLED = 6;
// By tier of the core's search, from none: inside a word of any name and of the common one, a word and the beginning of
// any name, the same of the common one, a name in another language, and a whole name.
const SCORES = [0, 2.8, 3, 4.9, 5.6, 6.6, BEGINNING, 6, 7.6];
// Words that say nothing about what is wanted.
const FILLERS = new Set('a an the of in for to is what how do i get'.split(' '));
// A word of the titles of most pages.
const ALL = /^countr(y|ies)$/;
// The beginning of a capital finds it from this length on, and shorter words are not corrected.
const LONG = 4;

/** @import { CountrySearch } from './country-search.js' */

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
  const files = ['search', 'figures'].map(async (name) => (await fetch(`${root}assets/${name}.json`)).json());
  const [names, index, figures] = await Promise.all([openCountries(), ...files]);
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
  const countries = countryHits(names, index.countries, root, flags);
  const candidates = index.parts.map((part) => partCandidate(part, root));
  const glances = new Map(index.countries.map(([, code, , , glance]) => [code, glance]));
  /**
   * @param {string} code
   * @param {string} anchor of a part of a country's page
   * @returns {string} its value in that country, with its year
   */
  function valueAt(code, anchor) {
    const at = figures.indicators.findIndex(({ path }) => path.replaceAll('.', '-') === anchor);
    const entry = figures.countries[code]?.[at];
    if (!entry) {
      return glances.get(code)?.[anchor] ?? '';
    }
    return [written(figures.indicators[at], entry[0]), entry[1].slice(0, 4)].filter(Boolean).join(', ');
  }
  /**
   * @param {string} text folded
   * @returns {Hit[]}
   */
  function hitsOf(text) {
    const parts = candidates.map((candidate) => candidate(text)).filter(({ score }) => score > 0);
    const hits = [...countries(text), ...parts];
    // What is a name of a country is not a part of the page of another: South Georgia, United States.
    const named = Math.max(...hits.filter(({ code }) => code).map(({ score }) => score));
    const most = named >= BEGINNING ? named - 0.1 : WHOLE;
    const values = aspectHits(text, countries, index.aspects).map(({ anchor, score, ...hit }) => ({
      ...hit,
      score: Math.min(score, most),
      detail: valueAt(hit.code ?? '', anchor) || hit.detail,
    }));
    return [...hits, ...values].toSorted((one, other) => other.score - one.score).slice(0, MOST);
  }
  /** @type {Set<string> | undefined} */
  let vocabulary;
  return (typed) => {
    const whole = fold(typed);
    const told = whole.split(' ').filter((word) => !FILLERS.has(word));
    const text = told.join(' ') || whole;
    // What has the small words too is nearer.
    const nearer = text === whole ? [] : hitsOf(whole).map((hit) => ({ ...hit, score: hit.score + 0.2 }));
    const all = text === '' ? [] : [...hitsOf(text), ...nearer];
    const byPlace = new Map(all.toSorted((one, other) => one.score - other.score).map((hit) => [hit.href, hit]));
    const hits = [...byPlace.values()].toSorted((one, other) => other.score - one.score).slice(0, MOST);
    if (hits.length > 0 || text === '') {
      return { hits, corrected: '' };
    }
    const words = (vocabulary ??= wordsOf(index));
    const [country] = names.near(typed);
    const corrected = country?.name ?? text.split(' ').map((word) => nearest(word, words)).join(' ');
    return corrected === text ? { hits, corrected: '' } : { hits: hitsOf(fold(corrected)), corrected };
  };
}

/**
 * @param {Index} index
 * @returns {Set<string>} the words of names and headings, and those that people search for
 */
function wordsOf({ parts, countries, aspects }) {
  const texts = [
    ...countries.map(([name]) => name),
    ...parts.flatMap(([page, heading, , , words = '']) => [page, heading, words]),
    ...aspects.flatMap(([title, , words]) => [title, words]),
  ];
  return new Set(texts.flatMap((text) => fold(text).split(' ')).filter((word) => word.length >= LONG));
}

/**
 * Return the known word that is a letter or two away from another, or that word itself.
 * @param {string} word
 * @param {Set<string>} known
 * @returns {string}
 */
function nearest(word, known) {
  const words = [...known];
  const isBeginning = words.some((other) => other.startsWith(word));
  return (isBeginning ? undefined : suggest(words.map((one) => [one, one]), word)[0]) ?? word;
}

/**
 * Find a part of a country's page by words of both, in any order: `gdp japan`, `kenya holidays`.
 * @param {string} text
 * @param {CountryHits} countries
 * @param {Aspect[]} aspects
 * @returns {(Hit & { anchor: string })[]}
 */
function aspectHits(text, countries, aspects) {
  const words = text.split(' ');
  return words.slice(1).flatMap((_, before) =>
    [
      [words.slice(0, before + 1), words.slice(before + 1)],
      [words.slice(before + 1), words.slice(0, before + 1)],
    ].flatMap(([name, rest]) => {
      const found = aspects.filter(([title, , told]) => {
        const all = ` ${fold(`${title} ${told}`)}`;
        return rest.every((word) => hasWord(all, word)) && !rest.every((word) => ALL.test(word));
      });
      const [country] = found.length
        ? countries(name.join(' ')).toSorted((one, other) => other.score - one.score)
        : [];
      // The beginning of a word of the common name is enough.
      const isNamed = ` ${fold(country?.title ?? '')}`.includes(` ${name.join(' ')}`) || (country?.score ?? 0) >= CODE;
      return country && country.score >= 5.5 && isNamed
        ? found.slice(0, 3).map(([title, anchor], at) => ({
            ...country,
            anchor,
            group: /** @type {const} */ ('Values'),
            title: `${country.title}: ${title}`,
            href: country.href + (anchor && `#${anchor}`),
            // A code can be a word of another meaning: flags png.
            score: (country.score === CODE ? 6 : 8.5) - at / 10 + Number(fold(title) === rest.join(' ')),
          }))
        : [];
    }),
  );
}

/**
 * @param {string} text begins with a space
 * @param {string} word
 * @returns {boolean} whether a word of the text begins with it, apart from a plural ending
 */
function hasWord(text, word) {
  return text.includes(` ${stem(word)}`);
}

/**
 * Rate the match of every country: by its names and codes as the API does, by its capitals and calling codes.
 * @param {CountrySearch} names
 * @param {Country[]} countries in the order of the dataset
 * @param {string} root
 * @param {string} flags
 * @returns {CountryHits}
 */
function countryHits(names, countries, root, flags) {
  const folded = countries.map(([title, cca2, cca3, dialled, { capital = '' }]) => ({
    wholes: [[WHOLE, title], [CODE, cca2], [CODE, cca3], ...dialled.map((code) => [DIALLED, code])].map(
      ([score, text]) => /** @type {[string, number]} */ ([fold(String(text)), Number(score)]),
    ),
    capitals: capital.split(', ').map((name) => ({ name, folded: fold(name) })),
  }));
  return (text) => {
    const tiers = names.rate(text);
    return countries.flatMap(([title, code, cca3], number) => {
      const { wholes, capitals } = folded[number];
      const [, named] = wholes.find(([whole]) => whole === text) ?? [text, SCORES[tiers[number]]];
      const [capital] = capitals
        .map(({ name, folded: heading }) => ({ name, score: capitalScore(heading, text) }))
        .sort((one, other) => other.score - one.score);
      const score = Math.max(named, capital.score);
      const detail = `${capital.score > named ? `Capital: ${capital.name}, ` : ''}${code}, ${cca3}`;
      const image = `${flags}/svg/${code.toLowerCase()}.svg`;
      const href = root + countryPage(code);
      return score > 0 ? [{ group: 'Countries', code, title, image, href, detail, score }] : [];
    });
  };
}

/**
 * @param {string} capital
 * @param {string} text
 * @returns {number} none below the beginning of a capital
 */
function capitalScore(capital, text) {
  return capital === text ? 7.5 : capital.startsWith(text) && text.length >= LONG ? 5 : 0;
}

/**
 * A part of a page matches by its heading, and by words that are all in its text.
 * @param {Part} part
 * @param {string} root
 * @returns {Candidate}
 */
function partCandidate([page, title, address, text, further = ''], root) {
  const isPage = title === page;
  const heading = fold(title);
  const body = ` ${fold(`${page} ${title} ${text}`)}`;
  const told = ` ${fold(further)}`;
  const href = root + address;
  return (wanted) => {
    const words = wanted.split(' ');
    // A field that matches by its whole name comes before a country with that word in its name: gini, Papua Niu Gini.
    const inHeading = (isPage ? 2 : 1.25) * quality(heading, wanted);
    const inText = words.every((word) => hasWord(body, word) || hasWord(told, word));
    const tells = words.filter((word) => hasWord(told, word)).length;
    const isTold = tells > 0 && words.every((word) => hasWord(told, word) || hasWord(` ${heading}`, word));
    const shown = around(text, inHeading ? '' : wanted);
    const begins = Number(words.some((word) => !ALL.test(word) && `${heading} `.startsWith(`${word} `)));
    const score = Math.max(inHeading, isTold ? (isPage ? 6.5 : 4.5) + tells / 50 + begins / 10 : Number(inText));
    return { group: 'Pages', title, href, detail: isPage ? shown : `${page}: ${shown}`, score };
  };
}

/**
 * Rate the match of a heading: whole, beginning, beginning of a word, anywhere, none. A match in another grammatical
 * number, or with other spaces, has a lower score.
 * @param {string} heading
 * @param {string} text
 * @returns {number}
 */
function quality(heading, text) {
  const singular = text.split(' ').map(stem).join(' ');
  return (
    place(heading, text) || 0.8 * place(heading, singular) || 0.7 * place(closed(heading), closed(singular))
  );
}

/**
 * @param {string} heading
 * @param {string} text
 * @returns {number} more for whole words than for their beginning
 */
function place(heading, text) {
  const ranked = /** @type {[boolean, number][]} */ ([
    [heading === text, 4],
    [heading.startsWith(`${text} `), 3.4],
    [heading.startsWith(text), 3],
    [`${heading} `.includes(` ${text} `), 2.8],
    [heading.includes(` ${text}`), 2.5],
    [heading.includes(text), 1.5],
  ]);
  return ranked.find(([isMatch]) => isMatch)?.[1] ?? 0;
}

/**
 * Remove the ending that distinguishes plural from singular.
 * @param {string} word
 * @returns {string}
 */
function stem(word) {
  return word.length > 3 ? word.replace(/(?:ies|y|s)$/, '') : word;
}

/**
 * @param {string} text
 * @returns {string}
 */
function closed(text) {
  return text.replaceAll(' ', '');
}

/**
 * Return the part of a text around the first of some words.
 * @param {string} text
 * @param {string} wanted
 * @returns {string}
 */
function around(text, wanted) {
  const at = text.toLowerCase().indexOf(stem(wanted.split(' ')[0]));
  const part = at > AHEAD ? `…${text.slice(at - AHEAD)}` : text;
  return part.length > SHOWN ? `${part.slice(0, SHOWN - 1)}…` : part;
}
