/** The adapter of Vercel's routing middleware. */

import { askFor, toResponse } from '../../../edge/adapters/fetch.js';

/**
 * @param {Request} request
 * @returns {Response}
 */
export default function middleware(request) {
  // Windows are not uploaded, so answers are joined.
  return toResponse(request, askFor(request, request.headers.get('X-Vercel-IP-Country')));
}
