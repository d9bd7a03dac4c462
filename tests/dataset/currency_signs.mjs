/** Prints the signs by which Intl writes each currency: in English and in the languages of its countries. */

import { readFileSync, readdirSync } from 'node:fs';

const data = process.argv[2];
const read = (/** @type {string} */ path) => JSON.parse(readFileSync(`${data}/${path}`, 'utf8'));
const languages = read('reference/languages.json');
/** @type {Record<string, Set<string>>} */
const signs = {};
for (const file of readdirSync(`${data}/countries`)) {
  const { cca2, currencies = {}, languages: spoken = {} } = read(`countries/${file}`);
  const own = Object.keys(spoken).map((code) => `${languages[code]?.alpha2 ?? code}-${cca2}`);
  for (const currency of Object.keys(currencies)) {
    for (const locale of ['en', ...own]) {
      for (const currencyDisplay of ['symbol', 'narrowSymbol']) {
        const options = { style: 'currency', currency, currencyDisplay };
        const parts = new Intl.NumberFormat(locale, /** @type {any} */ (options)).formatToParts(1);
        (signs[currency] ??= new Set()).add(parts.find(({ type }) => type === 'currency')?.value ?? '');
      }
    }
  }
}
console.log(JSON.stringify(Object.fromEntries(Object.entries(signs).map(([code, every]) => [code, [...every]]))));
