/** The part of an adapter that all hosts with the Fetch API share. */

import { ask, bodyOf, countryHeader } from './site.js';

/** @import { Result } from '../core/types.js' */

/**
 * Answer a request. If a file of `public/` has the body, `read` returns that file as a response, which costs less than
 * joining records. If `read` fails, the body is made from the core's result.
 * @param {Request} request
 * @param {string | null | undefined} country as the host reports it
 * @param {(file: string) => Response | Promise<Response>} read
 * @returns {Response | Promise<Response>}
 */
export function respond(request, country, read) {
  const result = askFor(request, country);
  const page = 'page' in result ? result.page : undefined;
  const { file, headers } = page ?? { file: 'members' in result ? result.file : undefined, headers: result.headers };
  return file === undefined || (request.method === 'HEAD' && page === undefined)
    ? toResponse(request, result)
    : forwardFile(request, { file, headers }, result, read);
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
    // The target is cut from the text, because a parsed URL is normalized.
    target: url.slice(url.indexOf('/', url.indexOf('://') + 3)),
    ifNoneMatch: headers.get('If-None-Match'),
    accept: headers.get('Accept'),
    country: country || (countryHeader === '' ? '' : headers.get(countryHeader)),
  });
}

/**
 * Make the response to a result without reading a file.
 * @param {Request} request
 * @param {Result} result
 * @returns {Response}
 */
export function toResponse(request, result) {
  const body = request.method === 'HEAD' ? null : bodyOf(result);
  return new Response(/** @type {BodyInit | null} */ (body), { status: result.status, headers: result.headers });
}

/**
 * @param {Request} request
 * @param {{file: string, headers: [name: string, value: string][]}} sent
 * @param {Result} result
 * @param {(file: string) => Response | Promise<Response>} read
 * @returns {Promise<Response>}
 */
async function forwardFile(request, { file, headers }, result, read) {
  try {
    const stored = await read(file);
    if (stored.ok) {
      return new Response(request.method === 'HEAD' ? null : stored.body, { status: result.status, headers });
    }
    throw new Error(`the host answers ${stored.status} for ${file}`);
  } catch (fault) {
    console.error(fault);
    return toResponse(request, result);
  }
}
