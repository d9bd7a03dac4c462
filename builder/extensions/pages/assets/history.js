/** Reads the table of years, a file for each country, once. */

/**
 * @typedef {import('./line-chart.js').Point} Point
 * @typedef {{ rows: ({ year: number } & Record<string, number | null>)[] }} Table
 */

/** @typedef {[first: number, values: (number | null)[]]} Years the values of the first year and of every later one */

/**
 * @param {Years} years
 * @returns {Point[]} without the years that have no value
 */
export function pointsOf([first, values]) {
  return values.flatMap((value, at) => (value === null ? [] : [[first + at, value]]));
}

const lines = document.getElementById('lines');
/** The codes of the countries without a file. */
const without = new Set(lines?.dataset.without?.split(' '));
/** @type {Map<string, Promise<Table>>} */
const tables = new Map();

/**
 * Return the values of a metric of a country by year.
 * @param {string} folder the address of the tables
 * @param {string} code in lower case
 * @param {string} metric
 * @returns {Promise<Point[]>} empty if the table has none
 */
export async function yearsOf(folder, code, metric) {
  if (without.has(code)) {
    return [];
  }
  if (!tables.has(code)) {
    tables.set(code, read(`${folder}history/${code}.json`));
  }
  const { rows } = await /** @type {Promise<Table>} */ (tables.get(code));
  return rows.flatMap(({ year, [metric]: value }) => (value === null ? [] : [[year, value]]));
}

/** @param {string} address */
async function read(address) {
  const answer = await fetch(address);
  return answer.ok ? answer.json() : { rows: [] };
}
