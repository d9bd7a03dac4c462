/** The adapter of Netlify Edge Functions. */

import { respond } from '../../../../edge/adapters/fetch.js';

/**
 * @typedef {object} Context
 * @property {{country?: {code?: string}}} geo
 * @property {(request: Request) => Promise<Response>} next
 */

// If the function cannot run, the rules of _redirects answer. Static addresses are excluded, because they are files
// with headers from _headers.
export const config = {
  path: '/*',
  excludedPath: ['/v1.json', '/health.json', '/v1/*.json'],
  onError: 'bypass',
};

/**
 * @param {Request} request
 * @param {Context} context
 * @returns {Response | Promise<Response>}
 */
export default function handle(request, context) {
  const country = () => context.geo.country?.code;
  return respond(request, country, (file) => context.next(new Request(new URL(`/${file}`, request.url))));
}
