/** Reads the values of countries over the years: a file for each country. */

import { fetchOnce } from './dom.js';

/**
 * @import { Line } from './line-chart.js'
 * @typedef {Record<string, number | null>} Row with the year
 * @typedef {{ rows: Row[] }} Table
 */

/** @type {Table} */
const NONE = { rows: [] };

/**
 * Read the lines of a metric.
 * @param {HTMLElement} box of the chart, with the folder of the tables, and the codes of the countries without one
 * @param {string} metric
 * @param {[code: string, name: string][]} countries with codes in lower case
 * @returns {Promise<Line[]>}
 */
export function linesOf({ dataset: { tables: folder, without = '' } }, metric, countries) {
  const missing = new Set(without.split(' '));
  return Promise.all(
    countries.map(async ([code, name]) => {
      /** @type {Table} */
      const { rows } = missing.has(code) ? NONE : await fetchOnce(`${folder}history/${code}.json`);
      /** @type {Line['points']} */
      const points = rows.flatMap(({ year, [metric]: value }) => (value === null ? [] : [[Number(year), value]]));
      return { name, points };
    }),
  );
}
