/** The adapter of Netlify Edge Functions. */

import { respond } from '../../../edge/adapters/fetch.js';

/**
 * @typedef {object} Context
 * @property {{country?: {code?: string}}} geo
 * @property {(request: Request) => Promise<Response>} next
 */

const CACHED_STATUSES = [200, 301];
const PAIR = /^([A-Za-z]+)=(?:[\w.~,*-]|%[\dA-F]{2})*$/i;

/**
 * @param {Request} request
 * @param {Context} context
 * @returns {Promise<Response>}
 */
export default async function handle(request, context) {
  const response = await respond(request, context.geo.country?.code, (file) =>
    context.next(new Request(new URL(`/${file}`, request.url))),
  );
  // All answers of an address need the same Netlify-Vary. The cache key is the query, with its pairs in any order.
  response.headers.set('Netlify-Vary', 'query');
  const isCacheable = request.method === 'GET' && CACHED_STATUSES.includes(response.status);
  if (!isCacheable || !isPlain(new URL(request.url).search)) {
    response.headers.set('Netlify-CDN-Cache-Control', 'no-store');
  }
  return response;
}

/**
 * Whether a query is unambiguous. How the CDN reads a repeated name, or a pair that cannot be decoded, is not
 * documented: the answer could be cached under the key of another query, and be sent to other callers.
 * @param {string} search
 * @returns {boolean}
 */
function isPlain(search) {
  const names = search === '' ? [] : search.slice(1).split('&').map((pair) => PAIR.exec(pair)?.[1]);
  return !names.includes(undefined) && new Set(names).size === names.length;
}
