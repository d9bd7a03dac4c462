/** The adapter of Vercel's routing middleware. */

import { askFor, toResponse } from '../../../edge/adapters/fetch.js';

// Static URLs, documents, images and tables are files, but windows are not uploaded. Vercel reads this object without
// running it, so the pattern is one literal.
export const config = {
  // eslint-disable-next-line max-len
  matcher: '/((?!$|(?:docs|flags/svg|flags/png|tables|[.]well-known)/(?:.*[^/])?$|[a-z-]+[.](?:html|ico|svg|txt|xml)$|openapi[.]json$|(?:v1|health|v1/(?:[a-z0-9._~-]+/)*(?![0-9]+-[0-9]+[.])[a-z0-9._~-]+)[.]json$).*)',
};

/**
 * @param {Request} request
 * @returns {Response}
 */
export default function middleware(request) {
  // Windows are not uploaded, so answers are joined.
  return toResponse(request, askFor(request, request.headers.get('X-Vercel-IP-Country')));
}
