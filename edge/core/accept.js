/** What kind of answer a caller prefers (RFC 9110, 12.5.1). */

const RANGES = { html: ['text/html', 'text/*', '*/*'], json: ['application/json', 'application/*', '*/*'] };
// Longer than any browser's; the rest is not read, so that a long header costs no more.
const MOST_READ = 1024;
const WEIGHT = /;\s*q\s*=\s*([01](?:\.[0-9]{0,3})?)\s*(?:;|$)/i;

/**
 * Whether a caller prefers HTML to JSON: gives it the greater weight or, with equal weights, names `text/html` and not
 * `application/json`.
 * @param {string} accept value of the header, or nothing
 * @returns {boolean}
 */
export function prefersHtml(accept) {
  const ranges = accept.slice(0, MOST_READ).split(',').map((range) => ({
    name: range.split(';')[0].trim().toLowerCase(),
    weight: Number(WEIGHT.exec(range)?.[1] ?? 1),
  }));
  const [html, json] = [RANGES.html, RANGES.json].map((names) => preference(ranges, names));
  return html.weight > json.weight || (html.weight > 0 && html.weight === json.weight && html.isNamed && !json.isNamed);
}

/**
 * The weight of the most exact of some ranges that the caller has named.
 * @param {{name: string, weight: number}[]} ranges
 * @param {string[]} names from exact to general
 * @returns {{weight: number, isNamed: boolean}}
 */
function preference(ranges, names) {
  for (const [place, name] of names.entries()) {
    const range = ranges.find((one) => one.name === name);
    if (range !== undefined) {
      return { weight: range.weight, isNamed: place === 0 };
    }
  }
  return { weight: 0, isNamed: false };
}
