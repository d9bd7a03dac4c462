/** Finds where the answers come from: a host with the function, or one with only files. */

import { declared, fetchOnce } from './dom.js';

/** @import { Index } from './static-address.js' */

/**
 * @typedef {{ base: string, hasFunction: boolean }} Place
 * @typedef {{ url: string, note: string }} Address without a URL if only a function has the answer; the note says
 *   what differs from the call
 * @typedef {{ hasFunction: boolean, addressOf: (target: string, origin?: string) => Address }} Service
 */

/** Query parameters for which windows and the two orders of a listing have files; all others need the function. */
export const IN_FILES = ['limit', 'offset', 'order', 'status'];

const NEEDED = 'This host serves files only, and this call needs a function.';

/** @returns {Promise<Service>} */
export async function openService() {
  const place = await findPlace();
  if (place.hasFunction) {
    return { hasFunction: true, addressOf: (target, origin = place.base) => ({ url: origin + target, note: '' }) };
  }
  // Only a host of files alone needs this module, and those of the core that it imports.
  const { staticAddress } = await import('./static-address.js');
  /** @type {Index} */
  const index = await fetchOnce(`${place.base}/v1/index.json`);
  const [lists, catalogs] = declared('windows').split('; ').map(sizesOf);
  const windows = { lists, catalogs };
  const found = (/** @type {string} */ target) => staticAddress(index, target, windows, IN_FILES);
  return { hasFunction: false, addressOf: (target) => fileOf(place.base, found(target)) };
}

/**
 * Read the page sizes that have files, after the default page size.
 * @param {string} text such as `5: 5 10 25`
 */
function sizesOf(text) {
  const [limit, sizes] = text.split(':');
  return { limit: Number(limit), sizes: sizes.trim().split(' ').map(Number) };
}

/**
 * @param {string} base
 * @param {import('./static-address.js').Found | undefined} found
 */
function fileOf(base, found) {
  if (found === undefined) {
    return { url: '', note: NEEDED };
  }
  const { path, left } = found;
  const isImage = path.startsWith('flags/');
  const url = isImage ? path.replace('flags', declared('flags')) : `${base}/${path}`;
  const needs = left.length > 1 ? 'these need' : 'this needs';
  const without = left.length > 0 ? ` without ${left.join(', ')}; ${needs} a function` : '';
  return { url, note: `This host serves files only. The response is the file /${path}${without}.` };
}

/**
 * Find the host by a file that every host has. One that was deployed with the function sends the headers of the service
 * even with files, and a file server does not; a request to a route would put an error on its console instead.
 * @returns {Promise<Place>}
 */
async function findPlace() {
  const api = declared('api');
  // A site below a path, such as a project page, has no other information about its own address than its pages.
  const here = new URL('../../../../..', import.meta.url).href.replace(/\/$/, '');
  const places = new URL(api).origin === location.origin ? [here, api] : [api, here];
  for (const base of new Set(places)) {
    const answer = await fetch(`${base}/health.json`, { method: 'HEAD' }).catch(() => undefined);
    if (answer?.ok) {
      return { base, hasFunction: answer.headers.has('X-Dataset-Revision') };
    }
  }
  // There is no answer; a visitor who sends a call sees the error.
  return { base: api, hasFunction: true };
}
