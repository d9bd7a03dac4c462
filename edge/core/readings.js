/** Finds records by other readings of a name: turned round, without brackets, with abbreviated words. */

import { fold } from './fold.js';
import { getOwn } from './request_text.js';
import { search } from './search.js';

/** @import { Haystack } from './types.js' */

// No name of a record is longer; a search of each reading takes some 20 µs.
const LONGEST = 120;
const BRACKET = /^([^()[\]]*)[([]([^()[\]]*)[)\]]([^()[\]]*)$/;
// Signs of footnotes, quotes, and notes after a semicolon.
const MARKS = /[*†‡"“”]|[([]\s*the\s*[)\]]|;.*$/gi;
const FORMERLY = /^(?:formerly|former|fmr|previously|ex|aka|also|now)[\s.:]+/i;
// What lists append for the state that a place belongs to, or for its form of state.
const AREA = '(?:sar|special administrative region|prov(?:ince|\\.)?)(?: of(?: china)?)?';
const APPENDED = new RegExp(`[\\s,]+(?:rb|china|prc|and dependencies|${AREA})$`, 'i');
const PREPENDED = /^china\s*(?:,\s*p\.?r\.?\s*)?[,:]\s*/i;
// Lists call states by forms that these do not use themselves: the Republic of Georgia.
const KINDS = "people's|democratic|socialist|islamic|federal|federative|united|overseas|territorial";
const FORMS = 'republic|kingdom|territory|state|union|commonwealth|principality|sultanate|country|federation';
const FORM = new RegExp(`^(?:the\\s+)?(?:(?:${KINDS})\\s+)*(?:${FORMS}|collectivity|lands)\\s+of\\s+`, 'i');
// A shorter text in brackets is a code: that of the state to which lists say that a place belongs.
const SHORTEST_INSIDE = 4;
// Also without a comma: Korea South.
const DIRECTION = /^(.+)\s((?:north|south|east|west)(?:ern)?)$/i;
const ISLANDS = /\b(?:is|isl|isls|isds)\b/gi;
const SMALL = new Set(['of', 'and', 'the']);
// Abbreviations that lists also write without a dot.
const SHORTENED = new Set('rep dem fed is isl n s e w fr eq arab afr herz'.split(' '));
/** @type {Record<string, string>} */
const CONTRACTED = { sts: 'state', isds: 'island' };

/**
 * Find the records that another reading of a name names as a whole. It is only asked for what no search finds.
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
  const whole = [`${outside} ${inside}`, `${inside} ${outside}`];
  const readings = inside === '' ? orders(text) : [...whole, ...orders(outside)];
  for (const reading of readings) {
    const found = findWhole(haystack, reading);
    if (found.length > 0) {
      return found;
    }
  }
  return inside === ''
    ? findTwice(haystack, text.split(/[,/]/))
    : findInside(haystack, inside.trim().replace(FORMERLY, ''), outside);
}

/**
 * Find what both of two names mean: Burma/Myanmar.
 * @param {Haystack} haystack
 * @param {string[]} names
 * @returns {number[]}
 */
function findTwice(haystack, names) {
  const [one, other] = names.length === 2 ? names.map((name) => findWhole(haystack, name)) : [[], []];
  return one.filter((number) => other.includes(number));
}

/**
 * The words of a text in the orders in which lists write them, with and without what they append.
 * @param {string} text
 * @returns {string[]}
 */
function orders(text) {
  const short = text.replace(APPENDED, '').replace(APPENDED, '').replace(PREPENDED, '').replace(APPENDED, '');
  const [first, ...rest] = text.split(/[,:]/);
  const turned = rest.length > 0 ? `${rest.join(' ').trim()} ${first}` : text.replace(DIRECTION, '$2 $1');
  return [...new Set([text, short, turned, ...[turned, short].map((one) => one.replace(FORM, ''))])];
}

/**
 * Find by what stands in brackets, unless records with the text outside have other names.
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
  // Names that only match as a whole are not split into words.
  return abbreviated.length > 0 ? abbreviated : search(haystack, text.replace(ISLANDS, 'islands'), true);
}

/**
 * Find records with a name of the same words. Small words do not count, and the start of an abbreviated word is enough.
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
  // One word has no other reading, and a single letter would be any country with it.
  if (parts.length < 2) {
    return [];
  }
  const numbers = new Set();
  for (const [number, words] of namesByLength(haystack).get(parts.length) ?? []) {
    if (parts.every(({ start, isShortened }, at) => isShortened ? words[at].startsWith(start) : words[at] === start)) {
      numbers.add(number);
    }
  }
  return [...numbers].sort((one, other) => one - other);
}

/**
 * The words of each common and other name without small ones, by their count. They are split at the first call.
 * @param {Haystack} haystack
 * @returns {Map<number, [number: number, words: string[]][]>}
 */
function namesByLength(haystack) {
  if (haystack.words === undefined) {
    haystack.words = new Map();
    for (const [number, [common, others]] of haystack.own.entries()) {
      for (const name of [...common, ...others]) {
        const words = name.split(' ').filter((word) => !SMALL.has(word));
        const alike = haystack.words.get(words.length);
        if (alike === undefined) {
          haystack.words.set(words.length, [[number, words]]);
        } else {
          alike.push([number, words]);
        }
      }
    }
  }
  return haystack.words;
}
