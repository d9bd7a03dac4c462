/** Makes the bodies of catalogs. */

import { recordsTag } from './etag.js';

/** @import { Site, Span } from './types.js' */

/**
 * A window of a catalog as JSON, and its entity tag.
 * @param {Site} site
 * @param {string} kind
 * @param {Span} window
 * @returns {{body: string, tag: string}}
 */
export function catalogPage(site, kind, { limit, offset }) {
  const { catalogs, schemaVersion } = site.manifest;
  const { total, items, digest } = catalogs[kind];
  const page = items.slice(offset, offset + limit);
  const head = JSON.stringify({ kind, schemaVersion, total, offset, limit, count: page.length });
  const body = `${head.slice(0, -1)},"${kind}":[${page.join(',')}]}`;
  return { body, tag: recordsTag(site, [], total, `${digest} ${limit} ${offset}`) };
}
