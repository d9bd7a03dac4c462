/**
 * Prints the first address and the first three titles for each query, and the values of all facts:
 * `node search-queries.mjs SCRIPTS ASSETS`, queries as JSON on stdin.
 */

import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

const [scripts, assets] = process.argv.slice(2);
const { searchOf } = await import(`${scripts}/search-hits.js`);
const { CountrySearch } = await import(`${scripts}/country-search.js`);
const [index, figures, { countries }, names, capitals] = await Promise.all(
  ['search', 'figures', 'names', 'name-index', 'capital-index'].map(async (name) =>
    JSON.parse(await readFile(`${assets}/${name}.json`, 'utf8')),
  ),
);
const search = searchOf(new CountrySearch(countries, names), index, figures, capitals, { root: '', flags: '' });
const found = JSON.parse(await text(process.stdin)).map((/** @type {string} */ query) => search(query).hits);
const longest = Math.max(...found.flat().map(({ title, detail }) => title.length + detail.length));
const titles = found.map((hits) => hits.slice(0, 3).map(({ title }) => title));
const values = found.flat().flatMap(({ group, detail }) => (group === 'Values' ? [detail] : []));
console.log(JSON.stringify({ values, first: found.map(([hit]) => hit?.href ?? ''), titles, longest }));
