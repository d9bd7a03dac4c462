/** Writes numbers as people read them, as `builder/api/number_format.py` does. */

/** @typedef {{ before: string, after: string, digits: number }} Written how the values of a metric are written */

/** @type {[number, string][]} */
const LARGE = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
];
const SIGNIFICANT = 3;

/**
 * Round a value of a metric as people say it: `$4.44 trillion`, `84.1 years`.
 * @param {Written} metric
 * @param {number} value
 * @returns {string}
 */
export function written({ before, after, digits }, value) {
  return `${before}${rounded(value, digits)}${after}`;
}

/**
 * Round a value to three significant digits, with a word for millions and more.
 * @param {number} value
 * @param {number} [digits] decimals of a value below 100
 * @returns {string}
 */
export function rounded(value, digits = 0) {
  for (const [size, word] of LARGE) {
    if (value >= size) {
      const part = value / size;
      return `${fixed(part, part < 10 ? 2 : part < 100 ? 1 : 0)} ${word}`;
    }
  }
  if (value >= 10_000) {
    const unit = value < 100_000 ? 100 : 1000;
    return grouped(String(Math.floor(value / unit + 0.5) * unit));
  }
  return spelled(value, value < 100 ? digits : 0);
}

/**
 * Write a value with thousands separated, a small one with three significant digits.
 * @param {number} value
 * @param {number} digits
 * @returns {string}
 */
export function spelled(value, digits) {
  if (value === 0) {
    return '0';
  }
  const needed = Number.isInteger(value) ? 0 : SIGNIFICANT - 1 - Math.floor(Math.log10(Math.abs(value)));
  if (needed <= digits) {
    return fixed(value, digits);
  }
  const [whole, part] = fixed(value, needed).split('.');
  const kept = part.slice(0, digits) + part.slice(digits).replace(/0+$/, '');
  return kept ? `${whole}.${kept}` : whole;
}

/**
 * @param {number} value
 * @param {number} digits
 */
function fixed(value, digits) {
  const [whole, part] = value.toFixed(digits).split('.');
  return part ? `${grouped(whole)}.${part}` : grouped(whole);
}

/** @param {string} whole */
function grouped(whole) {
  return whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/**
 * Write the rank of a value, from the greatest: `26th of 250`. Equal values share it: `joint 2nd of 250`.
 * @param {number} value
 * @param {number[]} values
 * @returns {string}
 */
export function rankOf(value, values) {
  const isShared = values.filter((other) => other === value).length > 1;
  const rank = 1 + values.filter((other) => other > value).length;
  const ending = ['th', 'st', 'nd', 'rd'][/1\d$/.test(String(rank)) ? 0 : rank % 10] ?? 'th';
  return `${isShared ? 'joint ' : ''}${rank}${ending} of ${values.length}`;
}
