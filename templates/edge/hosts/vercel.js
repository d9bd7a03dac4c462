/** The adapter of Vercel's routing middleware. */

import { askFor, made } from './fetch.js';

// Images have their headers from the configuration.
export const config = { matcher: '/((?!flags/svg/|flags/png/|svg/|png/).*)' };

/**
 * @param {Request} request
 * @returns {Response}
 */
export default function middleware(request) {
  const result = askFor(request, request.headers.get('X-Vercel-IP-Country'));
  const response = made(request, result);
  if ('file' in result) {
    response.headers.set('X-Middleware-Rewrite', String(new URL(`/${result.file}`, request.url)));
  }
  return response;
}
