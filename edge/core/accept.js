/** Reads from Accept whether a caller prefers HTML or JSON (RFC 9110, 12.5.1). */

const RANGES = { html: ['text/html', 'text/*', '*/*'], json: ['application/json', 'application/*', '*/*'] };
// The most characters of the header that are read. Browsers send fewer, and a long header costs little time.
const MOST_READ = 1024;
const WEIGHT = /;\s*q\s*=\s*([01](?:\.[0-9]{0,3})?)\s*(?:;|$)/i;

/**
 * Whether a caller prefers HTML to JSON: the header gives HTML the greater weight or, with equal weights above 0,
 * contains `text/html` and not `application/json`.
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
 * Return the weight of the most exact name that the header has, and whether this name is the one without a wildcard.
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
