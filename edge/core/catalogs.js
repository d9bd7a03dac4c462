/** Makes the windows of catalogs. */

import { entityTag } from './etag.js';

/** @import { Site, Span } from './types.js' */

/**
 * Make the JSON of a window of a catalog, and its entity tag.
 * @param {Site} site
 * @param {string} name
 * @param {Span} window
 * @returns {{body: string, tag: string}}
 */
export function catalogWindow(site, name, { limit, offset }) {
  const { catalogs, schemaVersion } = site.manifest;
  const { total, items, digest } = catalogs[name];
  const listed = items.slice(offset, offset + limit);
  const head = JSON.stringify({ kind: name, schemaVersion, total, offset, limit, count: listed.length });
  const body = `${head.slice(0, -1)},"${name}":[${listed.join(',')}]}`;
  return { body, tag: entityTag(site, [], total, `${digest} ${limit} ${offset}`) };
}
