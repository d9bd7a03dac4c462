/** The part that every host with the Fetch API shares. */

import { ask, bodyOf, countryHeader, failed, site } from './site.js';

/** @typedef {import('../core/types.js').Result} Result */

/**
 * Answer a request; `read` hands over a file of `public/`.
 * @param {Request} request
 * @param {() => string | null | undefined} country as the host reports it
 * @param {(file: string) => Response | Promise<Response>} read
 * @returns {Response | Promise<Response>}
 */
export function respond(request, country, read) {
  const result = askFor(request, country);
  return 'file' in result && request.method !== 'HEAD' ? passOn(result, read) : made(request, result);
}

/**
 * Ask the core for the answer of a request.
 * @param {Request} request
 * @param {() => string | null | undefined} country as the host reports it
 * @returns {Result}
 */
export function askFor({ method, url, headers }, country) {
  return ask({
    method,
    // Sliced, for a parsed URL no longer tells how the caller spelled it.
    target: url.slice(url.indexOf('/', url.indexOf('://') + 3)),
    ifNoneMatch: headers.get('If-None-Match'),
    country: () => country() || (countryHeader === '' ? '' : headers.get(countryHeader)),
  });
}

/**
 * Make the response of a result that needs no file.
 * @param {Request} request
 * @param {Result} result
 * @returns {Response}
 */
export function made(request, result) {
  const body = request.method === 'HEAD' || 'file' in result ? null : bodyOf(result);
  return new Response(/** @type {BodyInit | null} */ (body), { status: result.status, headers: headersOf(result) });
}

/** @type {Map<string, Headers>} */
const begun = new Map();

/**
 * Lay out the headers. Every answer begins with the common ones and one of few cache rules; copying these from an
 * object of the host's saves a tenth of the time of a whole answer against handing over every name and value.
 * @param {Result} result
 * @returns {Headers}
 */
function headersOf({ headers: sent }) {
  const same = site.manifest.headers.common.length + 1;
  const rule = sent[same - 1][1];
  let start = begun.get(rule);
  if (start === undefined) {
    start = new Headers(sent.slice(0, same));
    begun.set(rule, start);
  }
  const headers = new Headers(start);
  for (let at = same; at < sent.length; at++) {
    headers.append(sent[at][0], sent[at][1]);
  }
  return headers;
}

/**
 * @param {import('../core/types.js').FileResult} result
 * @param {(file: string) => Response | Promise<Response>} read
 * @returns {Promise<Response>}
 */
async function passOn(result, read) {
  try {
    const stored = await read(result.file);
    if (stored.ok) {
      return new Response(stored.body, { status: result.status, headers: headersOf(result) });
    }
    throw new Error(`the host answers ${stored.status} for ${result.file}`);
  } catch (fault) {
    const failure = failed(fault);
    return new Response(failure.body, { status: failure.status, headers: headersOf(failure) });
  }
}
