/** Folding: maps different spellings of a name to the same text. */

const PLAIN = /^[a-z]+(?: [a-z]+)*$/;
const MARKS = /\p{Mn}/gu;
const DROPPED = /[.'’‘‛ʻʼʾʿ′`]/g;
const SPACES = /[\s_,()/\u2010-\u2015-]+/g;
const LETTERS = /[ßæœøłđðþı]/g;
const SAINT = /(^| )st(?= |$)/g;

/** @type {Record<string, string>} */
const SPELLED = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/**
 * Fold a name: ignores case, diacritics, apostrophes, dots and the kind of word separators; `st` becomes `saint`, and
 * `&` becomes `and`. Folding a folded name does not change it.
 * @param {string} text
 * @returns {string}
 */
export function fold(text) {
  if (PLAIN.test(text)) {
    return text.includes('st') ? text.replace(SAINT, '$1saint') : text;
  }
  // NFKD can produce capitals (U+2121 becomes TEL), so lowercase again.
  return text
    .toLowerCase()
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(LETTERS, (letter) => SPELLED[letter])
    .replace(DROPPED, '')
    .replaceAll('&', ' and ')
    .replace(SPACES, ' ')
    .trim()
    .replace(SAINT, '$1saint');
}

/**
 * The key of a name in an index. Names with the same key are the same to searches.
 * @param {string} text
 * @returns {string}
 */
export function keyOf(text) {
  return squash(fold(text));
}

/**
 * Remove the spaces of a folded name. Names are compared without spaces.
 * @param {string} folded
 * @returns {string}
 */
export function squash(folded) {
  return folded.includes(' ') ? folded.replaceAll(' ', '') : folded;
}
