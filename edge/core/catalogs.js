/** Makes the bodies of catalogs. */

import { recordsTag } from './etag.js';

/** @import { Site, Span } from './types.js' */

/**
 * Make the JSON of a window of a catalog, and its entity tag.
 * @param {Site} site
 * @param {string} kind
 * @param {Span} window
 * @returns {{body: string, tag: string}}
 */
export function catalogWindow(site, kind, { limit, offset }) {
  const { catalogs, schemaVersion } = site.manifest;
  const { total, items, digest } = catalogs[kind];
  const listed = items.slice(offset, offset + limit);
  const head = JSON.stringify({ kind, schemaVersion, total, offset, limit, count: listed.length });
  const body = `${head.slice(0, -1)},"${kind}":[${listed.join(',')}]}`;
  return { body, tag: recordsTag(site, [], total, `${digest} ${limit} ${offset}`) };
}
