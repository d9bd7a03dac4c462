/** Searches folded names. */

import { fold, squash } from './fold.js';
import { lowerAscii } from './request_text.js';

/** @import { Haystack, Names } from './types.js' */

const TIERS = [8, 7, 6, 5, 4, 3, 2, 1];
const [WHOLE, ELSEWHERE, COMMON_PREFIX, COMMON_WORD, PREFIX, WORD, COMMON_ANYWHERE, ANYWHERE] = TIERS;

/**
 * Join names to one text, so that a search is a sequence of `indexOf` calls.
 * @param {Names[]} names by record
 * @returns {Haystack}
 */
export function makeHaystack(names) {
  const texts = names.flatMap(([common, others]) => [...common, ...others].map(squash));
  const text = `\n${texts.join('\n')}\n`;
  const owner = new Uint16Array(text.length);
  const wordEnd = new Uint32Array(text.length);
  const commonEnd = new Uint32Array(names.length);
  const end = new Uint32Array(names.length);
  let length = 1;
  names.forEach(([common, others], number) => {
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
    owner.fill(number, start, length);
  });
  const exact = byName(names.map((kinds) => kinds[2].map(squash)));
  const elsewhere = byName(names.map((kinds) => kinds[3].split('\n')));
  return { text, owner, wordEnd, commonEnd, end, exact, elsewhere };
}

/**
 * @param {string[][]} names by record, without spaces
 * @returns {Map<string, number[]>} records by name
 */
function byName(names) {
  /** @type {Map<string, number[]>} */
  const records = new Map();
  names.forEach((texts, number) => {
    for (const text of texts) {
      const others = records.get(text);
      if (others === undefined) {
        records.set(text, [number]);
      } else {
        others.push(number);
      }
    }
  });
  return records;
}

/**
 * Find records by a name. The best match of each record counts. `TIERS` ranks the matches; records of a tier are in
 * dataset order.
 * @param {Haystack} haystack
 * @param {string} query as the caller wrote it
 * @param {boolean} wholeOnly
 * @returns {number[]} record numbers
 */
export function search(haystack, query, wholeOnly) {
  const folded = fold(query);
  const wanted = squash(folded);
  if (wanted === '') {
    return [];
  }
  const tiers = new Uint8Array(haystack.end.length);
  for (const number of haystack.elsewhere.get(wanted) ?? []) {
    tiers[number] = ELSEWHERE;
  }
  scan(haystack, folded, wholeOnly, tiers);
  // Codes are also searched without folding: ST is a code, but folding turns the word into saint.
  for (const key of [wanted, lowerAscii(query.normalize('NFKC').trim())]) {
    for (const number of haystack.exact.get(key) ?? []) {
      tiers[number] = WHOLE;
    }
  }
  /** @type {number[]} */
  const found = [];
  for (const tier of TIERS) {
    for (let at = tiers.indexOf(tier); at >= 0; at = tiers.indexOf(tier, at + 1)) {
      found.push(at);
    }
  }
  return found;
}

/**
 * Store the best tier of each record in `tiers`.
 * @param {Haystack} haystack
 * @param {string} folded
 * @param {boolean} wholeOnly
 * @param {Uint8Array} tiers
 */
function scan(haystack, folded, wholeOnly, tiers) {
  const { text, owner, end } = haystack;
  const wanted = squash(folded);
  const spaces = [...folded.matchAll(/ /g)].map(({ index }, count) => index - count);
  const needle = wholeOnly ? `\n${wanted}\n` : wanted;
  const shift = wholeOnly ? 1 : 0;
  for (let hit = text.indexOf(needle); hit >= 0; ) {
    const at = hit + shift;
    const number = owner[at];
    const tier = fitsWords(haystack, at, wanted.length, spaces) ? tierOf(haystack, at, wanted.length) : 0;
    if (tier > tiers[number]) {
      tiers[number] = tier;
    }
    hit = text.indexOf(needle, tier === WHOLE ? end[number] - 1 : at + 1);
  }
}

/**
 * Whether a match is in one word, or else starts with a word and, unless the query has the same spaces, ends with one:
 * `usa` is not in `Eustatius and`, nor `duc` in `République du Congo`.
 * @param {Haystack} haystack
 * @param {number} at
 * @param {number} length
 * @param {number[]} spaces of the query, as positions in it without spaces
 * @returns {boolean}
 */
function fitsWords({ wordEnd }, at, length, spaces) {
  const stop = at + length;
  let end = wordEnd[at];
  if (end >= stop) {
    return true;
  }
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
 * @param {number} length
 * @returns {number}
 */
function tierOf({ text, owner, wordEnd, commonEnd }, at, length) {
  const isCommon = at < commonEnd[owner[at]];
  if (text[at - 1] === '\n') {
    if (text[at + length] === '\n') {
      return WHOLE;
    }
    return isCommon ? COMMON_PREFIX : PREFIX;
  }
  if (wordEnd[at - 1] !== wordEnd[at]) {
    return isCommon ? COMMON_WORD : WORD;
  }
  return isCommon ? COMMON_ANYWHERE : ANYWHERE;
}
