/** Writes numbers as people read them, as `builder/extensions/pages/number_format.py` does. */

/**
 * @typedef {{ before: string, after: string, digits: number }} Written how the values of a metric are written
 * @typedef {Written & { name: string, short: string, title: string, unit: string, path: string, lowest: boolean,
 *   isLog: boolean }} Metric
 * @typedef {[value: number, year: string, source: number] | null} Entry
 * @typedef {{ indicators: Metric[], sources: string[], countries: Record<string, Entry[]> }} Figures
 *   the newest values: `indicators` are the metrics, and each country has an entry for each of them
 */

const SIGNIFICANT = 3;
const THREE_DIGITS = new Intl.NumberFormat('en', { maximumSignificantDigits: SIGNIFICANT });
const IN_WORDS = new Intl.NumberFormat('en', {
  ...{ notation: 'compact', compactDisplay: 'long' },
  ...{ minimumSignificantDigits: SIGNIFICANT, maximumSignificantDigits: SIGNIFICANT },
});

/** @type {(metric: Written, value: number) => string} rounded as people say it: `$4.44 trillion`, `84.1 years` */
export function written({ before, after, digits }, value) {
  return `${before}${rounded(value, digits)}${after}`;
}

/** @type {(value: number, digits?: number) => string} three significant digits; `digits`: decimals below 100 */
export function rounded(value, digits = 0) {
  if (value >= 1e6) {
    return IN_WORDS.format(value);
  }
  return value >= 1000 ? THREE_DIGITS.format(value) : withDecimals(value, value < 100 ? digits : 0);
}

/** @type {(value: number, digits: number) => string} `digits` decimals, and more to have three significant digits */
export function withDecimals(value, digits) {
  if (value === 0) {
    return '0';
  }
  const needed = Number.isInteger(value) ? 0 : SIGNIFICANT - 1 - Math.floor(Math.log10(Math.abs(value)));
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: Math.max(digits, needed) });
}

/**
 * Write the rank of a value, from the greatest: `Rank 26 of 250`. Equal values share it: `Rank 2= of 250`.
 * @type {(value: number, values: number[]) => string}
 */
export function rankOf(value, values) {
  const isShared = values.filter((other) => other === value).length > 1;
  const rank = 1 + values.filter((other) => other > value).length;
  return `Rank ${rank}${isShared ? '=' : ''} of ${values.length}`;
}
