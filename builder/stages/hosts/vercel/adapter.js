/** The adapter of Vercel's routing middleware. */

import { askFor, made } from '../../../../edge/adapters/fetch.js';

/**
 * @param {Request} request
 * @returns {Response}
 */
export default function middleware(request) {
  const result = askFor(request, () => request.headers.get('X-Vercel-IP-Country'));
  const response = made(request, result);
  if ('file' in result) {
    response.headers.set('X-Middleware-Rewrite', String(new URL(`/${result.file}`, request.url)));
  }
  return response;
}
