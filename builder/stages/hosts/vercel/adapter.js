/** The adapter of Vercel's routing middleware. */

import { recordPath } from '../../../../edge/core/paths.js';
import { askFor, toResponse } from '../../../../edge/adapters/fetch.js';
import { site } from '../../../../edge/adapters/site.js';

/** @import { Result } from '../../../../edge/core/types.js' */

const RECORDS = new Map(site.manifest.cca2.map((code, number) => [recordPath(code), number]));
// Static URLs are files, except windows, which are not uploaded. Vercel reads this object without running it.
export const config = {
  matcher: '/((?!(?:v1|health|v1/(?:[a-z0-9._~-]+/)*(?![0-9]+-[0-9]+[.])[a-z0-9._~-]+)[.]json$).*)',
};

/**
 * @param {Request} request
 * @returns {Response}
 */
export default function middleware(request) {
  const result = joined(askFor(request, request.headers.get('X-Vercel-IP-Country')));
  const response = toResponse(request, result);
  if ('file' in result) {
    response.headers.set('X-Middleware-Rewrite', String(new URL(`/${result.file}`, request.url)));
  }
  return response;
}

/**
 * Join a random answer here. If it were rewritten to a file, the header rules of the file would make it cacheable.
 * @param {Result} result
 * @returns {Result}
 */
function joined(result) {
  const { status, headers } = result;
  const number = 'file' in result ? RECORDS.get(result.file) : undefined;
  const isKept = headers.some(([name]) => name === 'ETag');
  return number === undefined || isKept ? result : { status, headers, records: [number] };
}
