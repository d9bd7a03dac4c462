/** Reads the table of figures by year, as CSV, for all countries. */

/**
 * Group the rows of the table by metric and year.
 * @param {string} csv with the columns `cca2`, `year` and one for each metric, in which no cell has quotes
 * @returns {Map<string, Map<string, number>>} values by country, by metric and year with a space between
 */
export function parseYears(csv) {
  const [head, ...lines] = csv.trimEnd().split('\r\n');
  const [, , ...metrics] = head.split(',');
  /** @type {Map<string, Map<string, number>>} */
  const table = new Map();
  for (const line of lines) {
    const [code, year, ...cells] = line.split(',');
    cells.forEach((cell, at) => {
      if (cell) {
        const key = `${metrics[at]} ${year}`;
        const countries = table.get(key) ?? new Map();
        table.set(key, countries.set(code, Number(cell)));
      }
    });
  }
  return table;
}
