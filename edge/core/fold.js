/** Folding: what two spellings of a name have in common. */

const PLAIN = /^[a-z]+(?: [a-z]+)*$/;
const MARKS = /\p{Mn}/gu;
const DROPPED = /[.'’‘‛ʻʼʾʿ′`]/g;
const SPACES = /[\s_,()/\u2010-\u2015-]+/g;
const LETTERS = /[ßæœøłđðþı]/g;
const SAINT = /(^| )st(?= |$)/g;

/** @type {Record<string, string>} */
const SPELLED = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/**
 * Fold a name: case, marks, apostrophes, dots and the shape of what separates words are lost; `st` is `saint` and `&`
 * is `and`.
 * Folding twice is folding once.
 * @param {string} text
 * @returns {string}
 */
export function fold(text) {
  if (PLAIN.test(text)) {
    return text.includes('st') ? text.replace(SAINT, '$1saint') : text;
  }
  // NFKD brings capitals back (U+2121 is TEL), hence the second time.
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
 * Take the spaces out of a folded name; both sides of a comparison are compared so.
 * @param {string} folded
 * @returns {string}
 */
export function squash(folded) {
  return folded.includes(' ') ? folded.replaceAll(' ', '') : folded;
}
