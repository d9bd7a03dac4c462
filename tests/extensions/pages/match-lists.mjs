/** Prints the match of each line: `node match-lists.mjs SCRIPTS ASSETS`, lines as JSON on stdin. */

import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

const [scripts, assets] = process.argv.slice(2);
const { CountrySearch } = await import(`${scripts}/country-search.js`);
const { ListMatcher } = await import(`${scripts}/list-matcher.js`);
const [index, { countries }, names] = await Promise.all(
  ['search', 'names', 'name-index'].map(async (name) => JSON.parse(await readFile(`${assets}/${name}.json`, 'utf8'))),
);
const matcher = new ListMatcher(new CountrySearch(countries, names), index.countries, index);
const found = JSON.parse(await text(process.stdin)).map((/** @type {string} */ line) => {
  const { number, sureness, suggested } = matcher.match(line);
  const codes = [number, ...suggested].map((one) => index.countries[one]?.[1] ?? '');
  return { code: codes[0], sureness, suggested: codes.slice(1) };
});
console.log(JSON.stringify(found));
