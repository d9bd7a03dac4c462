/** Reads from Accept whether a caller prefers HTML or JSON (RFC 9110, 12.5.1). */

const RANGES = { html: ['text/html', 'text/*', '*/*'], json: ['application/json', 'application/*', '*/*'] };
// So many characters of the header are read, more than browsers send. So a long header costs no time.
const MOST_READ = 1024;
const WEIGHT = /;\s*q\s*=\s*([01](?:\.[0-9]{0,3})?)\s*(?:;|$)/i;

/**
 * Whether a caller prefers HTML to JSON: the header gives HTML the greater weight or, with equal weights, contains
 * `text/html` and not `application/json`.
 * @param {string} accept value of the header, or empty
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
 * Return the weight of the first of the names that the header has, and whether that is the first of all names.
 * @param {{name: string, weight: number}[]} ranges
 * @param {string[]} names from exact to general
 * @returns {{weight: number, isNamed: boolean}}
 */
function preference(ranges, names) {
  for (const [index, name] of names.entries()) {
    const found = ranges.find((range) => range.name === name);
    if (found !== undefined) {
      return { weight: found.weight, isNamed: index === 0 };
    }
  }
  return { weight: 0, isNamed: false };
}
