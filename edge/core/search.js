/** Search in folded names. */

import { fold, squash } from './fold.js';
import { lowerAscii } from './text.js';

/** @import { Haystack, Names } from './types.js' */

const [WHOLE, PREFIX, WORD, ANYWHERE] = [4, 3, 2, 1];
const TIERS = [WHOLE, PREFIX, WORD, ANYWHERE];

/**
 * Lay names out as one text, so that a search is a run of `indexOf`.
 * @param {Names[]} names by record
 * @returns {Haystack}
 */
export function makeHaystack(names) {
  /** @type {string[]} */
  const texts = [];
  /** @type {number[]} */
  const words = [];
  /** @type {Map<string, number[]>} */
  const wholes = new Map();
  const end = new Uint32Array(names.length);
  let length = 1;
  for (let number = 0; number < names.length; number++) {
    for (const part of names[number][0]) {
      for (const word of part.split(' ')) {
        words.push(length);
        length += word.length;
      }
      texts.push(squash(part));
      length++;
    }
    end[number] = length;
    for (const whole of names[number][1]) {
      const key = squash(whole);
      wholes.set(key, [...(wholes.get(key) ?? []), number]);
    }
  }
  const owner = new Uint16Array(length);
  const wordStart = new Uint8Array(length);
  for (let number = 0; number < names.length; number++) {
    owner.fill(number, number === 0 ? 0 : end[number - 1], end[number]);
  }
  for (const at of words) {
    wordStart[at] = 1;
  }
  return { text: `\n${texts.join('\n')}\n`, owner, wordStart, end, wholes };
}

/**
 * Find records by a name: in each record its best name counts. Whole names come first, then beginnings, beginnings of
 * a word, and anywhere; within these the dataset's order.
 * @param {Haystack} haystack
 * @param {string} query as the caller wrote it
 * @param {boolean} wholeOnly
 * @returns {number[]} record numbers
 */
export function search(haystack, query, wholeOnly) {
  const wanted = squash(fold(query));
  if (wanted === '') {
    return [];
  }
  const tiers = new Uint8Array(haystack.end.length);
  scan(haystack, wanted, wholeOnly, tiers);
  // A code is looked up unfolded too: ST is a code, while as a word it is saint.
  for (const key of [wanted, lowerAscii(query.trim())]) {
    for (const number of haystack.wholes.get(key) ?? []) {
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
 * Mark each record with its best tier.
 * @param {Haystack} haystack
 * @param {string} wanted
 * @param {boolean} wholeOnly
 * @param {Uint8Array} tiers
 */
function scan({ text, owner, wordStart, end }, wanted, wholeOnly, tiers) {
  const needle = wholeOnly ? `\n${wanted}\n` : wanted;
  const shift = wholeOnly ? 1 : 0;
  for (let hit = text.indexOf(needle); hit >= 0; ) {
    const at = hit + shift;
    const number = owner[at];
    let tier = ANYWHERE;
    if (text[at - 1] === '\n') {
      tier = text[at + wanted.length] === '\n' ? WHOLE : PREFIX;
    } else if (wordStart[at] === 1) {
      tier = WORD;
    }
    if (tier > tiers[number]) {
      tiers[number] = tier;
    }
    hit = text.indexOf(needle, tier === WHOLE ? end[number] - 1 : at + 1);
  }
}
