/** The part of the adapter that all hosts with the Fetch API share. */

import { ask, bodyOf, countryHeader, failed } from './site.js';

/** @import { Result } from '../core/types.js' */

/**
 * Answer a request. `read` returns a file of `public/` as a response, which costs less than to join records. If it
 * cannot be read, the function answers without it, unless the answer is an asset.
 * @param {Request} request
 * @param {string | null | undefined} country as the host reports it
 * @param {(file: string) => Response | Promise<Response>} read
 * @returns {Response | Promise<Response>}
 */
export function respond(request, country, read) {
  const result = askFor(request, country);
  const file = 'asset' in result ? result.asset.file : result.file;
  return file === undefined || request.method === 'HEAD'
    ? toResponse(request, result)
    : forwardFile(request, file, result, read);
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
 * Make the response to a result; that of an asset has no body.
 * @param {Request} request
 * @param {Result} result
 * @returns {Response}
 */
export function toResponse(request, result) {
  const body = request.method === 'HEAD' || 'asset' in result ? null : bodyOf(result);
  return new Response(/** @type {BodyInit | null} */ (body), { status: result.status, headers: result.headers });
}

/**
 * @param {Request} request
 * @param {string} file
 * @param {Result} result
 * @param {(file: string) => Response | Promise<Response>} read
 * @returns {Promise<Response>}
 */
async function forwardFile(request, file, result, read) {
  try {
    const stored = await read(file);
    if (stored.ok) {
      return new Response(stored.body, { status: result.status, headers: result.headers });
    }
    throw new Error(`the host answers ${stored.status} for ${file}`);
  } catch (fault) {
    if ('asset' in result) {
      return toResponse(request, failed(fault));
    }
    console.error(fault);
    return toResponse(request, result);
  }
}
