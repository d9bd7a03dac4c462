/** Functions for text from requests: decoding, quoting and lookups. */

const NOT_ASCII = /[^\x00-\x7f]/;
const LONE_SURROGATE = /[\ud800-\udfff]/u;
const SHOWN = 60;

/**
 * Whether a text is ASCII. Only ASCII is lowercased, because U+212A, the Kelvin sign, must not become a k.
 * @param {string} text
 * @returns {boolean}
 */
function isAscii(text) {
  return !NOT_ASCII.test(text);
}

/**
 * Lowercase a code or keyword. A text that is not ASCII is unchanged, so it matches no code.
 * @param {string} text
 * @returns {string}
 */
export function lowerAscii(text) {
  return isAscii(text) ? text.toLowerCase() : text;
}

/**
 * Percent-decode a text as UTF-8; null if it is invalid.
 * @param {string} text
 * @returns {string | null}
 */
export function percentDecode(text) {
  try {
    const decoded = text.includes('%') ? decodeURIComponent(text) : text;
    return isAscii(decoded) || !LONE_SURROGATE.test(decoded) ? decoded : null;
  } catch {
    return null;
  }
}

/**
 * Percent-encode a text; unreserved characters (RFC 3986) stay as they are.
 * @param {string} text
 * @returns {string}
 */
export function percentEncode(text) {
  const encode = (/** @type {string} */ sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[!'()*]/g, encode);
}

/**
 * Make the header that names ignored texts of a request. A long value is cut between characters.
 * @param {string} name of the header
 * @param {string[]} texts
 * @param {number} most bytes
 * @returns {[name: string, value: string][]} none without texts
 */
export function ignoredHeader(name, texts, most) {
  let value = '';
  for (const character of texts.join(',')) {
    const next = value + (character === ',' ? character : encodeURIComponent(character));
    if (next.length > most) {
      break;
    }
    value = next;
  }
  return value === '' ? [] : [[name, value]];
}

/**
 * Read an object's own property, so that `constructor` is not found in a table.
 * @template T
 * @param {Record<string, T>} table
 * @param {string} key
 * @returns {T | undefined}
 */
export function getOwn(table, key) {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/**
 * Quote text of a request for a message, truncated to a readable length.
 * @param {string} text
 * @returns {string}
 */
export function quote(text) {
  const characters = [...text.slice(0, 2 * SHOWN + 2)];
  return JSON.stringify(characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : text);
}
