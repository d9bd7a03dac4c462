/**
 * Matches requests against redirect rules in Netlify's own engine: `node netlify-rules.js RULES < requests.json`.
 * A request is `{path, query, country}`; the answers are `{to, status}` or null, in the same order.
 */

import { createRequire } from 'node:module';
import { parseAllRedirects } from '@netlify/redirect-parser';

const redirector = createRequire(import.meta.url)('netlify-redirector');
const { redirects, errors } = await parseAllRedirects({
  redirectsFiles: [process.argv[2]],
  configRedirects: [],
  minimal: false,
});
if (errors.length > 0) {
  throw new Error(errors.map(String).join('\n'));
}
const rules = redirects.map(({ from, query, ...rule }) => ({ ...rule, origin: from, params: query }));
const matcher = await redirector.parseJSON(JSON.stringify(rules), {});

let text = '';
for await (const chunk of process.stdin) {
  text += chunk;
}
const answers = JSON.parse(text).map((/** @type {{path: string, query: string, country: string}} */ asked) => {
  /** @type {Record<string, string>} */
  const headers = { 'x-country': asked.country.toLowerCase(), 'x-language': 'en' };
  const found = matcher.match({
    scheme: 'http',
    host: 'example.org',
    path: asked.path,
    query: asked.query,
    headers,
    cookieValues: {},
    getHeader: (/** @type {string} */ name) => headers[name.toLowerCase()] ?? '',
    getCookie: () => '',
  });
  return found ? { to: found.to, status: found.status } : null;
});
process.stdout.write(JSON.stringify(answers));
