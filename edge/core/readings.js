/** Finds records by a name as lists of countries write it: in another order, with brackets, with abbreviated words. */

import { fold } from './fold.js';
import { getOwn } from './request_text.js';
import { search } from './search.js';

/** @import { Haystack } from './types.js' */

// Longer texts are not read: no name of a record is longer, and the search for each reading takes about 20 µs.
const LONGEST = 120;
const BRACKET = /^([^()[\]]*)[([]([^()[\]]*)[)\]]([^()[\]]*)$/;
// Marks of footnotes, quotation marks, an article in brackets, and notes after a semicolon.
const MARKS = /[*†‡"“”]|[([]\s*the\s*[)\]]|;.*$/gi;
const FORMERLY = /^(?:formerly|former|fmr|previously|ex|aka|also|now)[\s.:]+/i;
// Lists append the state that a territory belongs to, or a form of government.
const AREA = '(?:sar|special administrative region|prov(?:ince|\\.)?)(?: of(?: china)?)?';
const APPENDED = new RegExp(`[\\s,]+(?:rb|china|prc|and dependencies|${AREA})$`, 'i');
const PREPENDED = /^china\s*(?:,\s*p\.?r\.?\s*)?[,:]\s*/i;
// Lists prepend forms that the states themselves do not use, such as the Republic of Georgia.
const ADJECTIVES = "people's|democratic|socialist|islamic|federal|federative|united|overseas|territorial";
const FORMS = 'republic|kingdom|territory|state|union|commonwealth|principality|sultanate|country|federation';
const FORM = new RegExp(`^(?:the\\s+)?(?:(?:${ADJECTIVES})\\s+)*(?:${FORMS}|collectivity|lands)\\s+of\\s+`, 'i');
// A shorter text in brackets may be the code of the state that a territory belongs to.
const SHORTEST_INSIDE = 4;
// Some lists write Korea South without a comma.
const DIRECTION = /^(.+)\s((?:north|south|east|west)(?:ern)?)$/i;
const ISLANDS = /\b(?:is|isl|isls|isds)\b/gi;
const SMALL = new Set(['of', 'and', 'the']);
// Some lists write these abbreviations without a dot.
const SHORTENED = new Set('rep dem fed is isl n s e w fr eq arab afr herz'.split(' '));
/** By contraction that does not begin its word: a beginning of the word. @type {Record<string, string>} */
const CONTRACTED = { sts: 'state', isds: 'island' };

/**
 * Find the records whose whole name is another reading of the query. It is called if the search finds nothing.
 * @param {Haystack} haystack
 * @param {string} query as the caller wrote it
 * @returns {number[]} record numbers
 */
export function findByReadings(haystack, query) {
  const text = query.replace(MARKS, ' ').trim();
  if (text.length > LONGEST) {
    return [];
  }
  const [, before = text, inside = '', after = ''] = BRACKET.exec(text) ?? [];
  const outside = `${before.trim()} ${after.trim()}`.trim();
  const bothParts = [`${outside} ${inside}`, `${inside} ${outside}`];
  const readings = inside === '' ? variants(text) : [...bothParts, ...variants(outside)];
  for (const reading of readings) {
    const numbers = findWhole(haystack, reading);
    if (numbers.length > 0) {
      return numbers;
    }
  }
  return inside === ''
    ? findNamedByBoth(haystack, text.split(/[,/]/))
    : findInside(haystack, inside.trim().replace(FORMERLY, ''), outside);
}

/**
 * Find the records that have both of two names, such as Burma/Myanmar. Fewer or more names find none.
 * @param {Haystack} haystack
 * @param {string[]} names
 * @returns {number[]}
 */
function findNamedByBoth(haystack, names) {
  const [one, other] = names.length === 2 ? names.map((name) => findWhole(haystack, name)) : [[], []];
  return one.filter((number) => other.includes(number));
}

/**
 * Return a text, and its readings with the words in another order or without what lists append or prepend.
 * @param {string} text
 * @returns {string[]}
 */
function variants(text) {
  const shortened = text.replace(APPENDED, '').replace(APPENDED, '').replace(PREPENDED, '').replace(APPENDED, '');
  const [first, ...rest] = text.split(/[,:]/);
  const turned = rest.length > 0 ? `${rest.join(' ').trim()} ${first}` : text.replace(DIRECTION, '$2 $1');
  return [...new Set([text, shortened, turned, ...[turned, shortened].map((reading) => reading.replace(FORM, ''))])];
}

/**
 * Find records by the text inside brackets, unless the text outside finds other records.
 * @param {Haystack} haystack
 * @param {string} inside
 * @param {string} outside
 * @returns {number[]}
 */
function findInside(haystack, inside, outside) {
  const found = inside.length < SHORTEST_INSIDE ? [] : findWhole(haystack, inside);
  const others = search(haystack, outside, false);
  return others.length === 0 || found.every((number) => others.includes(number)) ? found : [];
}

/**
 * @param {Haystack} haystack
 * @param {string} text
 * @returns {number[]}
 */
function findWhole(haystack, text) {
  const found = search(haystack, text, true);
  const abbreviated = found.length > 0 ? found : findAbbreviated(haystack, text);
  // `findAbbreviated` does not compare names that only match as a whole.
  return abbreviated.length > 0 ? abbreviated : search(haystack, text.replace(ISLANDS, 'islands'), true);
}

/**
 * Find records with a name of the same words. Small words do not count. An abbreviation matches a word that begins with
 * it.
 * @param {Haystack} haystack
 * @param {string} text
 * @returns {number[]}
 */
function findAbbreviated(haystack, text) {
  const written = text.replaceAll('.', '. ').split(/[\s,_/-]+/);
  const parts = written
    .map((word) => ({ start: fold(word), isShortened: word.endsWith('.') }))
    .filter(({ start }) => start !== '' && !SMALL.has(start))
    .map(({ start, isShortened }) => ({
      start: getOwn(CONTRACTED, start) ?? start,
      isShortened: isShortened || SHORTENED.has(start) || Object.hasOwn(CONTRACTED, start),
    }));
  // One word has no other reading, and a single letter would begin many names.
  if (parts.length < 2) {
    return [];
  }
  const numbers = new Set();
  for (const [number, words] of namesByWordCount(haystack).get(parts.length) ?? []) {
    if (parts.every(({ start, isShortened }, at) => isShortened ? words[at].startsWith(start) : words[at] === start)) {
      numbers.add(number);
    }
  }
  return [...numbers].sort((one, other) => one - other);
}

/**
 * The words of each common and other name, without small words, by number of words. Names are split at the first call.
 * @param {Haystack} haystack
 * @returns {Map<number, [number: number, words: string[]][]>}
 */
function namesByWordCount(haystack) {
  if (haystack.words === undefined) {
    haystack.words = new Map();
    for (const [number, [common, others]] of haystack.own.entries()) {
      for (const name of [...common, ...others]) {
        const words = name.split(' ').filter((word) => !SMALL.has(word));
        const sameCount = haystack.words.get(words.length);
        if (sameCount === undefined) {
          haystack.words.set(words.length, [[number, words]]);
        } else {
          sameCount.push([number, words]);
        }
      }
    }
  }
  return haystack.words;
}
