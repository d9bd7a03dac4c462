/** Makes bodies as bytes, for adapters. Each record is encoded once, for the first answer that contains it. */

/** @import { Site } from './types.js' */

const [OPEN, COMMA, CLOSE] = [0x5b, 0x2c, 0x5d];

/**
 * Join records as a JSON array.
 * @param {Pick<Site, 'record' | 'encoded'>} site
 * @param {number[]} numbers
 * @returns {Uint8Array}
 */
export function joinRecords({ record, encoded }, numbers) {
  let length = numbers.length === 0 ? 2 : numbers.length + 1;
  for (const number of numbers) {
    encoded[number] ??= new TextEncoder().encode(record(number));
    length += encoded[number].length;
  }
  const body = new Uint8Array(length);
  let at = 0;
  for (const number of numbers) {
    body[at] = COMMA;
    body.set(encoded[number], at + 1);
    at += 1 + encoded[number].length;
  }
  body[0] = OPEN;
  body[length - 1] = CLOSE;
  return body;
}
