/** The adapter of Vercel's routing middleware. */

import { askFor, toResponse } from '../../../edge/adapters/fetch.js';

/**
 * @param {Request} request
 * @returns {Response}
 */
export default function middleware(request) {
  // The files of windows are not uploaded, so no answer is read from a file.
  return toResponse(request, askFor(request, request.headers.get('X-Vercel-IP-Country')));
}
