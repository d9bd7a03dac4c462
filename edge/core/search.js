/** Searches folded names. */

import { fold, withoutSpaces } from './fold.js';
import { getOwn, lowerAscii } from './request_text.js';

/**
 * @import { Haystack, SearchedNames } from './types.js'
 * @typedef {{key: string, spaces: number[], isShort: boolean}} Query a folded text whose spaces were removed; where
 *   they were; whether it only matches at the start of a word
 */

/** @type {number[]} */
const NONE = [];

// A query of at most so many letters, or ideographs and syllable signs, matches only at the start of a word:
// otherwise `roc` would find Maroc.
const [MOST_LETTERS, MOST_SIGNS] = [3, 1];
const SIGN = /[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff]/;

// How well a name matches, the best first.
const TIERS = [8, 7, 6, 5, 4, 3, 2, 1];
const [WHOLE, OTHER_LANGUAGE, COMMON_PREFIX, COMMON_WORD, PREFIX, WORD, COMMON_ANYWHERE, ANYWHERE] = TIERS;

/**
 * Join names to one text, so that a search is a sequence of `indexOf` calls.
 * @param {SearchedNames} names
 * @returns {Haystack}
 */
export function makeHaystack({ own, otherLanguages }) {
  const texts = own.flatMap(([common, others]) => [...common, ...others].map(withoutSpaces));
  const text = `\n${texts.join('\n')}\n`;
  const recordAt = new Uint16Array(text.length);
  const wordEnd = new Uint32Array(text.length);
  const commonEnd = new Uint32Array(own.length);
  const end = new Uint32Array(own.length);
  let length = 1;
  own.forEach(([common, others], number) => {
    const start = length;
    [...common, ...others].forEach((name, place) => {
      for (const word of name.split(' ')) {
        wordEnd.fill(length + word.length, length, length + word.length);
        length += word.length;
      }
      length++;
      if (place < common.length) {
        commonEnd[number] = length;
      }
    });
    end[number] = length;
    recordAt.fill(number, start, length);
  });
  /** @type {Map<string, number[]>} */
  const exact = new Map();
  own.forEach(([, , wholeNames], number) => {
    for (const name of wholeNames.map(withoutSpaces)) {
      exact.set(name, [...(exact.get(name) ?? []), number]);
    }
  });
  return { text, recordAt, wordEnd, commonEnd, end, exact, otherLanguages, own, split: new Map() };
}

/**
 * Find records by a name in another language. Of 20,000 names, only those with the same first letter are split.
 * @param {Haystack} haystack
 * @param {string} name folded, without spaces
 * @returns {number[]} record numbers
 */
function findInOtherLanguages({ otherLanguages, split }, name) {
  const [letter] = name;
  const entries = getOwn(otherLanguages, letter);
  if (entries === undefined) {
    return NONE;
  }
  let numbers = split.get(letter);
  if (numbers === undefined) {
    numbers = new Map(entries.split(' ').map((entry) => halves(entry, entry.indexOf(','))));
    split.set(letter, numbers);
  }
  return numbers.get(name)?.split(',').map(Number) ?? NONE;
}

/** @type {(text: string, at: number) => [before: string, after: string]} */
const halves = (text, at) => [text.slice(0, at), text.slice(at + 1)];

/**
 * Find records by a name, the best tier first; records of the same tier are in dataset order.
 * @param {Haystack} haystack
 * @param {string} query as the caller wrote it
 * @param {boolean} wholeOnly
 * @returns {number[]} record numbers
 */
export function search(haystack, query, wholeOnly) {
  const tiers = rank(haystack, query, wholeOnly);
  /** @type {number[]} */
  const numbers = [];
  for (const tier of TIERS) {
    for (let at = tiers.indexOf(tier); at >= 0; at = tiers.indexOf(tier, at + 1)) {
      numbers.push(at);
    }
  }
  return numbers;
}

/**
 * Rank the best match of each record.
 * @param {Haystack} haystack
 * @param {string} query as the caller wrote it
 * @param {boolean} wholeOnly
 * @returns {Uint8Array} a tier by record number, 0 without a match
 */
export function rank(haystack, query, wholeOnly) {
  const folded = fold(query);
  const key = withoutSpaces(folded);
  const tiers = new Uint8Array(haystack.end.length);
  if (key === '') {
    return tiers;
  }
  for (const number of findInOtherLanguages(haystack, key)) {
    tiers[number] = OTHER_LANGUAGE;
  }
  scan(haystack, { key, spaces: spacesOf(folded), isShort: isShort(key) }, wholeOnly, tiers);
  // Codes are also searched without folding: ST is a code, but folding turns the word into saint.
  for (const whole of [key, lowerAscii(query.normalize('NFKC').trim())]) {
    for (const number of haystack.exact.get(whole) ?? []) {
      tiers[number] = WHOLE;
    }
  }
  return tiers;
}

/**
 * @param {string} key
 * @returns {boolean}
 */
function isShort(key) {
  const most = SIGN.test(key) ? MOST_SIGNS : MOST_LETTERS;
  // Folding splits the syllables of Hangul into letters.
  return key.length <= MOST_LETTERS * MOST_LETTERS && [...key.normalize('NFC')].length <= most;
}

/**
 * Return where the spaces of a folded text were, as positions in the text without them.
 * @param {string} folded
 * @returns {number[]}
 */
function spacesOf(folded) {
  const spaces = [];
  for (let at = folded.indexOf(' '); at >= 0; at = folded.indexOf(' ', at + 1)) {
    spaces.push(at - spaces.length);
  }
  return spaces;
}

/**
 * Store the best tier of each record in `tiers`.
 * @param {Haystack} haystack
 * @param {Query} query
 * @param {boolean} wholeOnly
 * @param {Uint8Array} tiers
 */
function scan(haystack, query, wholeOnly, tiers) {
  const { text, recordAt, end } = haystack;
  const { key } = query;
  const needle = wholeOnly ? `\n${key}\n` : key;
  const shift = wholeOnly ? 1 : 0;
  for (let hit = text.indexOf(needle); hit >= 0; ) {
    const at = hit + shift;
    const number = recordAt[at];
    const tier = tierOf(haystack, at, query);
    if (tier > tiers[number]) {
      tiers[number] = tier;
    }
    hit = text.indexOf(needle, tier === WHOLE ? end[number] - 1 : at + 1);
  }
}

/**
 * Whether a match across a space starts where a word starts and, unless the query has the same spaces, ends where a
 * word ends: `usa` does not match `Eustatius and`, nor does `duc` match `République du Congo`.
 * @param {Haystack} haystack
 * @param {number} at
 * @param {Query} query
 * @returns {boolean}
 */
function fitsWords({ wordEnd }, at, { key, spaces }) {
  const stop = at + key.length;
  let end = wordEnd[at];
  const isStart = wordEnd[at - 1] !== end;
  let hasSpaces = true;
  for (; end < stop; end = wordEnd[end]) {
    hasSpaces &&= spaces.includes(end - at);
  }
  return isStart && (hasSpaces || end === stop);
}

/**
 * Rank a match by its position.
 * @param {Haystack} haystack
 * @param {number} at
 * @param {Query} query
 * @returns {number} 0 if it is not a match
 */
function tierOf(haystack, at, query) {
  const { text, recordAt, wordEnd, commonEnd } = haystack;
  const end = at + query.key.length;
  if (end > wordEnd[at] && !fitsWords(haystack, at, query)) {
    return 0;
  }
  const isCommon = at < commonEnd[recordAt[at]];
  if (text[at - 1] === '\n') {
    if (text[end] === '\n') {
      return WHOLE;
    }
    return isCommon ? COMMON_PREFIX : PREFIX;
  }
  if (wordEnd[at - 1] !== wordEnd[at]) {
    return isCommon ? COMMON_WORD : WORD;
  }
  if (query.isShort) {
    return 0;
  }
  return isCommon ? COMMON_ANYWHERE : ANYWHERE;
}
