/** Where the answers come from: a host with the function, or one that has nothing but files. */

import { declared } from './dom.js';
import { staticAddress } from './static-address.js';

/** @import { Index } from './static-address.js' */

/**
 * @typedef {{ base: string, hasFunction: boolean }} Place
 * @typedef {{ url: string, note: string }} Address without a URL where only a function has the answer; the note says
 *   what differs from the call
 * @typedef {{ hasFunction: boolean, addressOf: (target: string, origin?: string) => Address }} Service
 */

const NEEDED = 'This host serves files only, and this call needs a function.';

/** @type {Promise<Service> | undefined} */
let opening;

/**
 * Find the service; one request tells, and the answer is kept for the session.
 * @returns {Promise<Service>}
 */
export function openService() {
  opening ??= open();
  return opening;
}

/** @returns {Promise<Service>} */
async function open() {
  const place = await findPlace();
  if (place.hasFunction) {
    return { hasFunction: true, addressOf: (target, origin = place.base) => ({ url: origin + target, note: '' }) };
  }
  const answer = await fetch(`${place.base}/v1/index.json`);
  /** @type {Index} */
  const index = await answer.json();
  const [lists, catalogs] = declared('windows').split('; ').map(sizesOf);
  const windows = { lists, catalogs };
  return { hasFunction: false, addressOf: (target) => fileOf(place.base, staticAddress(index, target, windows)) };
}

/**
 * Read the sizes of pages that have files, behind the one that a call has which names none.
 * @param {string} text such as `5: 5 10 25`
 * @returns {import('./static-address.js').Sizes}
 */
function sizesOf(text) {
  const [limit, sizes] = text.split(':');
  return { limit: Number(limit), sizes: sizes.trim().split(' ').map(Number) };
}

/**
 * @param {string} base
 * @param {import('./static-address.js').Found | undefined} found
 * @returns {Address}
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
  return { url, note: `This host serves files only. The answer is the file /${path}${without}.` };
}

/** @returns {Promise<Place>} */
async function findPlace() {
  const api = declared('api');
  // A site below a path, such as the page of a project, knows no more of its own address than its pages do.
  const beside = new URL('../..', import.meta.url).href.replace(/\/$/, '');
  const key = `service of ${beside}`;
  const kept = sessionStorage.getItem(key);
  if (kept !== null) {
    return JSON.parse(kept);
  }
  const places = new URL(api).origin === location.origin ? [beside, api] : [api, beside];
  for (const base of new Set(places)) {
    const place = await lookAt(base);
    if (place !== undefined) {
      sessionStorage.setItem(key, JSON.stringify(place));
      return place;
    }
  }
  // Nothing answers: whoever sends a call is told so.
  return { base: api, hasFunction: true };
}

/**
 * Ask for a file that every host has. One that was deployed with the function gives the headers of the service even to
 * files, and a file server does not know them; asking for a route instead would put an error on its console.
 * @param {string} base
 * @returns {Promise<Place | undefined>}
 */
async function lookAt(base) {
  try {
    const answer = await fetch(`${base}/health.json`, { method: 'HEAD' });
    return answer.ok ? { base, hasFunction: answer.headers.has('X-Dataset-Revision') } : undefined;
  } catch {
    return undefined;
  }
}
