/** Bodies as bytes, for adapters: a record is encoded once when the function starts, not once for each answer. */

/**
 * @typedef {import('./types.js').Form} Form
 * @typedef {import('./types.js').Records} Records
 * @typedef {import('./types.js').RecordsResult} RecordsResult
 */

const [OPEN, COMMA, CLOSE] = [0x5b, 0x2c, 0x5d];

/**
 * Encode every record.
 * @param {Records} records
 * @returns {Uint8Array[]}
 */
export function encodeRecords(records) {
  const encoder = new TextEncoder();
  return records.map((texts) => encoder.encode(`{${texts.join(',')}}`));
}

/**
 * Join encoded records as an array, or give the bare object of the only one.
 * @param {Uint8Array[]} encoded
 * @param {number[]} numbers
 * @param {Form} form
 * @returns {Uint8Array}
 */
export function joinRecords(encoded, numbers, form) {
  if (form === 'object') {
    return encoded[numbers[0]];
  }
  let length = numbers.length === 0 ? 2 : numbers.length + 1;
  for (const number of numbers) {
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

/**
 * The text of whole records, for engines that answer strings.
 * @param {RecordsResult} result
 * @param {{records: Records}} site
 * @returns {string}
 */
export function textOf({ records: numbers, form }, site) {
  const bodies = numbers.map((number) => `{${site.records[number].join(',')}}`);
  return form === 'object' ? bodies[0] : `[${bodies.join(',')}]`;
}
