/** Suggests names that are similar to a query. */

import { keyOf } from './fold.js';

/** @import { Haystack } from './types.js' */

const MOST_SUGGESTED = 3;
// A query shorter than SHORTEST has no suggestions; up to the length SHORT, one letter may differ, above it two.
const [SHORTEST, SHORT] = [4, 7];

/**
 * Find the values whose names differ from the query by one letter or, if the query is long, two.
 * @template T
 * @param {Iterable<[name: string, value: T]>} names folded, without spaces
 * @param {string} query as the caller wrote it
 * @returns {T[]} at most three values, the most similar first
 */
export function suggest(names, query) {
  const folded = keyOf(query);
  if (folded.length < SHORTEST) {
    return [];
  }
  const most = folded.length <= SHORT ? 1 : 2;
  /** @type {Map<T, number>} */
  const distances = new Map();
  for (const [name, value] of names) {
    if (Math.abs(name.length - folded.length) <= most) {
      const distance = distanceOf(name, folded, most);
      if (distance <= Math.min(most, distances.get(value) ?? most)) {
        distances.set(value, distance);
      }
    }
  }
  const nearest = [...distances].sort(([, less], [, more]) => less - more);
  return nearest.slice(0, MOST_SUGGESTED).map(([value]) => value);
}

/**
 * Yield the names of a haystack with their record numbers.
 * @param {Haystack} haystack
 * @returns {Generator<[string, number]>}
 */
export function* namesAndRecords({ text, recordAt }) {
  let start = 1;
  for (let end = text.indexOf('\n', start); end > 0; end = text.indexOf('\n', start)) {
    yield [text.slice(start, end), recordAt[start]];
    start = end + 1;
  }
}

/**
 * Count the letters to insert, remove, replace or swap with the next letter, up to one more than `most`.
 * @param {string} one
 * @param {string} other
 * @param {number} most
 * @returns {number} above `most` if there are more
 */
function distanceOf(one, other, most) {
  const far = most + 1;
  /** @type {number[]} */
  let twoAbove = [];
  let above = new Array(other.length + 2).fill(far);
  for (let place = 0; place <= most; place++) {
    above[place] = place;
  }
  for (let row = 1; row <= one.length; row++) {
    const line = new Array(other.length + 2).fill(far);
    let least = far;
    // Cells further from the diagonal have a distance above `most`.
    for (let place = Math.max(0, row - most); place <= Math.min(other.length, row + most); place++) {
      const replaced = place === 0 ? row : above[place - 1] + (one[row - 1] === other[place - 1] ? 0 : 1);
      const isSwapped = row > 1 && one[row - 1] === other[place - 2] && one[row - 2] === other[place - 1];
      const swapped = isSwapped ? twoAbove[place - 2] + 1 : far;
      line[place] = Math.min(replaced, swapped, above[place] + 1, place === 0 ? far : line[place - 1] + 1);
      least = Math.min(least, line[place]);
    }
    if (least > most) {
      return far;
    }
    twoAbove = above;
    above = line;
  }
  return above[other.length];
}
