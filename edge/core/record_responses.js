/** Makes answers from record numbers: a file if there is one, complete records, or a projection. */

import { pagePath, recordPath } from './paths.js';
import { recordsTag } from './etag.js';
import { pagingHeaders } from './paging.js';
import { openRecord, project } from './projection.js';
import { succeed } from './responses.js';

/** @import { CacheName, Call, Header, Listing, Payload, Policy, Result, Window } from './types.js' */

/**
 * The `listing` equal to a list of matches, and the `file` of the answer without a query, if they exist.
 * @typedef {{listing?: Listing, file?: () => string | undefined}} Stored
 */

/**
 * Name the paths of `fields` that no record has, so that a typing error is seen.
 * @param {Call} call
 * @returns {Header[]}
 */
function ignoredFields({ site, values }) {
  const paths = values.fields?.ignored ?? [];
  let text = '';
  for (const character of paths.join(',')) {
    const next = text + (character === ',' ? character : encodeURIComponent(character));
    if (next.length > site.manifest.bounds.ignored) {
      break;
    }
    text = next;
  }
  return text === '' ? [] : [['X-Ignored-Fields', text]];
}

/**
 * Answer a window of matches as an array.
 * @param {Call} call
 * @param {number[]} members all matches
 * @param {Window} window
 * @param {Stored & {headers?: Header[], cache?: CacheName, isPaged?: boolean}} [about]
 * @returns {Result}
 */
export function deliverWindow(call, members, window, about = {}) {
  const { headers = [], cache = 'ok', isPaged = true, ...stored } = about;
  const { site, values } = call;
  const { limit, offset } = window;
  const numbers = members.slice(offset, offset + limit);
  const payload =
    values.fields === undefined
      ? wholeRecords(call, members.length, numbers, window, stored)
      : { body: `[${numbers.map((number) => textOf(call, number)).join(',')}]` };
  const paging = isPaged ? pagingHeaders(call, window, members.length) : [];
  const shape = values.fields?.canonical ?? '*';
  const tag = cache === 'ok' ? recordsTag(site, numbers, members.length, shape) : undefined;
  const sent = [...headers, ...paging, ...ignoredFields(call)];
  return succeed(site.manifest, call.request, payload, { type: 'json', cache, tag, headers: sent });
}

/**
 * @param {Call} call
 * @param {number} total
 * @param {number[]} numbers
 * @param {Window} window
 * @param {Stored} stored
 * @returns {Payload}
 */
function wholeRecords(call, total, numbers, window, { listing, file }) {
  const { manifest } = call.site;
  if (numbers.length === 0) {
    return { body: '[]' };
  }
  if (numbers.length === 1) {
    return { file: recordPath(manifest.cca2[numbers[0]]) };
  }
  if (listing?.name && isWritten(manifest.policy, window, manifest.policy.limits)) {
    return { file: pagePath(listing.name, window.limit, window.offset, total) };
  }
  const path = isDefault(call, window) ? file?.() : undefined;
  return path === undefined ? { records: numbers } : { file: path };
}

/**
 * Answer random records, as an array without paging headers.
 * @param {Call} call
 * @param {number[]} numbers
 * @returns {Result}
 */
export function deliverSample(call, numbers) {
  const all = { limit: numbers.length, offset: 0, mode: /** @type {const} */ ('offset') };
  return deliverWindow(call, numbers, all, { cache: 'none', isPaged: false });
}

/**
 * Answer a single record without an array.
 * @param {Call} call
 * @param {number} number
 * @param {CacheName} cache
 * @returns {Result}
 */
export function deliverObject(call, number, cache) {
  const { site, values } = call;
  const payload = { body: textOf(call, number) };
  const tag = recordsTag(site, [number], 1, `object ${values.fields?.canonical ?? '*'}`);
  return succeed(site.manifest, call.request, payload, { type: 'json', cache, tag, headers: ignoredFields(call) });
}

/**
 * Whether the build wrote the file of a window that starts inside its list.
 * @param {Policy} policy
 * @param {{limit: number, offset: number}} window
 * @param {number[]} sizes
 * @returns {boolean}
 */
export function isWritten(policy, { limit, offset }, sizes) {
  return policy.files === 'windows' && offset % limit === 0 && sizes.includes(limit);
}

/**
 * Whether the window is that of a request without a query, which has a file.
 * @param {Call} call
 * @param {Window} window
 * @returns {boolean}
 */
function isDefault({ site, values }, { limit, offset, mode }) {
  const { params, policy } = site.manifest;
  return (
    policy.files !== 'none' &&
    mode === 'offset' &&
    offset === 0 &&
    limit === params.limit.default &&
    values.given.size === 0
  );
}

/**
 * Encode a record: the requested fields, or all of it.
 * @param {Call} call
 * @param {number} number
 * @returns {string}
 */
function textOf({ site, values }, number) {
  return values.fields === undefined
    ? `{${site.records[number].join(',')}}`
    : project((site.open[number] ??= openRecord(site.records[number])), values.fields.tree);
}
