/** The adapter of Vercel's routing middleware. */

import { askFor, toResponse } from '../../../edge/adapters/fetch.js';

// Static URLs and tables are files, but windows are not uploaded. Vercel reads this object without running it.
export const config = {
  matcher:
    '/((?!tables/|[.]well-known/|(?:v1|health|v1/(?:[a-z0-9._~-]+/)*(?![0-9]+-[0-9]+[.])[a-z0-9._~-]+)[.]json$).*)',
};

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
