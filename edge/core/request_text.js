/** Small questions about strings and objects that come from outside. */

const NOT_ASCII = /[^\x00-\x7f]/;
const LONE_SURROGATE = /[\ud800-\udfff]/u;
const SHOWN = 60;

/**
 * Whether a text is ASCII. Case is only mapped where it is: U+212A, the Kelvin sign, must not become a k.
 * @param {string} text
 * @returns {boolean}
 */
export function isAscii(text) {
  return !NOT_ASCII.test(text);
}

/**
 * Lower-case a code or a word of the protocol; a text that is not ASCII stays as it is and so matches none of them.
 * @param {string} text
 * @returns {string}
 */
export function lowerAscii(text) {
  return isAscii(text) ? text.toLowerCase() : text;
}

/**
 * Percent-decode as UTF-8, or null where that cannot be done.
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
 * An object's own property, so that `constructor` is no key of a table.
 * @template T
 * @param {Record<string, T>} table
 * @param {string} key
 * @returns {T | undefined}
 */
export function own(table, key) {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/**
 * Quote what a caller sent for a message, cut to a readable length between characters.
 * @param {string} text
 * @returns {string}
 */
export function shown(text) {
  const characters = [...text.slice(0, 2 * SHOWN + 2)];
  return JSON.stringify(characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : text);
}
