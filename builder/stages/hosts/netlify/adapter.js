/** The adapter of Netlify Edge Functions. */

import { respond } from '../../../../edge/adapters/fetch.js';

/**
 * @typedef {object} Context
 * @property {{country?: {code?: string}}} geo
 * @property {(request: Request) => Promise<Response>} next
 */

// If the function cannot run, the rules of _redirects answer. Static addresses are excluded, because they are files
// with headers from _headers; methods.js answers other methods there. With `manual` the CDN keeps an answer as long as
// its Cache-Control says, at most until the next deployment, and a kept answer is no invocation.
export const config = {
  path: '/*',
  excludedPath: ['/v1.json', '/health.json', '/v1/*.json'],
  cache: 'manual',
  onError: 'bypass',
};

const KEPT = [200, 301];
const PAIR = /^([A-Za-z]+)=(?:[\w.~,*-]|%[\dA-F]{2})*$/i;

/**
 * @param {Request} request
 * @param {Context} context
 * @returns {Promise<Response>}
 */
export default async function handle(request, context) {
  const country = () => context.geo.country?.code;
  const response = await respond(request, country, (file) =>
    context.next(new Request(new URL(`/${file}`, request.url))),
  );
  // Every answer of an address has to name the same; the keys are of whole queries, whatever the order of their pairs.
  response.headers.set('Netlify-Vary', 'query');
  if (!(request.method === 'GET' && KEPT.includes(response.status) && isPlain(new URL(request.url).search))) {
    response.headers.set('Netlify-CDN-Cache-Control', 'no-store');
  }
  return response;
}

/**
 * Whether a query can only be read in one way. How the CDN reads a name that is there twice, or a pair that cannot be
 * decoded, is documented nowhere: kept under the key of another query, such an answer would be everybody's.
 * @param {string} search
 * @returns {boolean}
 */
function isPlain(search) {
  const names = search === '' ? [] : search.slice(1).split('&').map((pair) => PAIR.exec(pair)?.[1]);
  return !names.includes(undefined) && new Set(names).size === names.length;
}
