/** Bodies as bytes, for adapters. Each record is encoded once, for the first answer that contains it. */

/** @import { Form, Records, RecordsResult } from './types.js' */

const [OPEN, COMMA, CLOSE] = [0x5b, 0x2c, 0x5d];

/**
 * Join encoded records as an array, or return the single record without an array.
 * @param {{records: Records, encoded: Uint8Array[]}} site
 * @param {number[]} numbers
 * @param {Form} form
 * @returns {Uint8Array}
 */
export function joinRecords({ records, encoded }, numbers, form) {
  let length = numbers.length === 0 ? 2 : numbers.length + 1;
  for (const number of numbers) {
    encoded[number] ??= encode(records[number]);
    length += encoded[number].length;
  }
  if (form === 'object') {
    return encoded[numbers[0]];
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

/**
 * @param {string[]} texts
 * @returns {Uint8Array}
 */
function encode(texts) {
  return new TextEncoder().encode(`{${texts.join(',')}}`);
}

/**
 * The text of complete records, for hosts that send strings.
 * @param {RecordsResult} result
 * @param {{records: Records}} site
 * @returns {string}
 */
export function textOf({ records: numbers, form }, site) {
  const bodies = numbers.map((number) => `{${site.records[number].join(',')}}`);
  return form === 'object' ? bodies[0] : `[${bodies.join(',')}]`;
}
