/** The part of the adapter that all hosts with the Fetch API share. */

import { ask, bodyOf, countryHeader, failed } from './site.js';

/** @import { FileResult, Result } from '../core/types.js' */

/**
 * Answer a request. `read` returns a file of `public/` as a response.
 * @param {Request} request
 * @param {string | null | undefined} country as the host reports it
 * @param {(file: string) => Response | Promise<Response>} read
 * @returns {Response | Promise<Response>}
 */
export function respond(request, country, read) {
  const result = askFor(request, country);
  return 'file' in result && request.method !== 'HEAD' ? forwardFile(result, read) : toResponse(request, result);
}

/**
 * Ask the core for the answer of a request.
 * @param {Request} request
 * @param {string | null | undefined} country as the host reports it
 * @returns {Result}
 */
export function askFor({ method, url, headers }, country) {
  return ask({
    method,
    // Sliced from the text, because a parsed URL is normalized.
    target: url.slice(url.indexOf('/', url.indexOf('://') + 3)),
    ifNoneMatch: headers.get('If-None-Match'),
    accept: headers.get('Accept'),
    country: country || (countryHeader === '' ? '' : headers.get(countryHeader)),
  });
}

/**
 * Make the response to a result without a file.
 * @param {Request} request
 * @param {Result} result
 * @returns {Response}
 */
export function toResponse(request, result) {
  const body = request.method === 'HEAD' || 'file' in result ? null : bodyOf(result);
  return new Response(/** @type {BodyInit | null} */ (body), { status: result.status, headers: result.headers });
}

/**
 * @param {FileResult} result
 * @param {(file: string) => Response | Promise<Response>} read
 * @returns {Promise<Response>}
 */
async function forwardFile(result, read) {
  try {
    const stored = await read(result.file);
    if (stored.ok) {
      return new Response(stored.body, { status: result.status, headers: result.headers });
    }
    throw new Error(`the host answers ${stored.status} for ${result.file}`);
  } catch (fault) {
    const { body, ...head } = failed(fault);
    return new Response(body, head);
  }
}
