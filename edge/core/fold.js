/** Folds names: maps different spellings of a name to the same text. */

const PLAIN = /^[a-z]+(?: [a-z]+)*$/;
const DROPPED = /[\p{Mn}\p{Cf}.'’‘‛ʻʼʾʿ′`]/gu;
const SPACES = /[\s_,()/\u2010-\u2015-]+/g;
const SAINT = /(^| )st(?= |$)/g;
const ARTICLE = /(^| )the(?= |$)/g;

/** @type {Record<string, string>} */
const REPLACEMENTS = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
  // Keyboards for Arabic, Persian and Urdu have different forms of these letters.
  ...{ ک: 'ك', ى: 'ي', ی: 'ي', ہ: 'ه', ھ: 'ه', ە: 'ه', ة: 'ه', ۃ: 'ه' },
  臺: '台',
};
const LETTERS = new RegExp(`[${Object.keys(REPLACEMENTS).join('')}]`, 'g');

/**
 * Fold a name. Case, diacritics, invisible characters, apostrophes, dots, the article `the` and the choice of word
 * separators do not count. The word `st` becomes `saint`, and `&` becomes `and`. Folding a folded name changes nothing.
 * @param {string} text
 * @returns {string}
 */
export function fold(text) {
  if (PLAIN.test(text)) {
    return foldWords(text);
  }
  // NFKD can produce capitals (U+2121 becomes TEL), so the text is lowercased again.
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .toLowerCase()
    .replace(DROPPED, '')
    .replace(LETTERS, (letter) => REPLACEMENTS[letter])
    .replaceAll('&', ' and ')
    .replace(SPACES, ' ')
    .trim();
  return foldWords(plain);
}

/**
 * @param {string} text words in lowercase, with one space between
 * @returns {string}
 */
function foldWords(text) {
  const expanded = text.includes('st') ? text.replace(SAINT, '$1saint') : text;
  // A text that has only articles keeps them.
  return (expanded.includes('the') && expanded.replace(ARTICLE, '').trim()) || expanded;
}

/**
 * The key of a name in an index. Names with the same key are the same to searches.
 * @param {string} text
 * @returns {string}
 */
export function keyOf(text) {
  return withoutSpaces(fold(text));
}

/**
 * Remove the spaces of a folded name. Names are compared without spaces.
 * @param {string} folded
 * @returns {string}
 */
export function withoutSpaces(folded) {
  return folded.includes(' ') ? folded.replaceAll(' ', '') : folded;
}
