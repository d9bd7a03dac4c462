/** The adapter of Netlify Edge Functions. */

import { respond } from '../../../../edge/adapters/fetch.js';

/**
 * @typedef {object} Context
 * @property {{country?: {code?: string}}} geo
 * @property {(request: Request) => Promise<Response>} next
 */

// When the function cannot be run, the rules of _redirects answer what they can. Answers at their own addresses are
// files, whose headers _headers has.
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
