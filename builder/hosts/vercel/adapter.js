/** The adapter of Vercel's routing middleware. */

import { askFor, toResponse } from '../../../edge/adapters/fetch.js';

/**
 * @param {Request} request
 * @returns {Response}
 */
export default function middleware(request) {
  const result = askFor(request, request.headers.get('X-Vercel-IP-Country'));
  const response = toResponse(request, result);
  // Windows are not uploaded, so only assets are files here; answers are joined.
  if ('asset' in result) {
    response.headers.set('X-Middleware-Rewrite', String(new URL(`/${result.asset.file}`, request.url)));
  }
  return response;
}
