/**
 * Answers at static addresses. A file server can give them without this function. It ignores a query, and sends the
 * same headers with every file, except ETag; so do these answers.
 */

import { catalogPage } from './catalogs.js';
import { recordsTag } from './etag.js';
import { contentAt } from './files.js';
import { fixedAnswer, succeed } from './responses.js';

/** @import { Request, Result, Site } from './types.js' */

// The characters of such an address. In another spelling it is that of a route, which reads its query.
const SPELLED = /^[a-z0-9._~/-]+$/;

/**
 * Answer a static address.
 * @param {Request} request
 * @param {Site} site
 * @param {string[]} segments decoded
 * @returns {Result | undefined} undefined if the path is not a static address
 */
export function answerStatic({ path, ifNoneMatch }, site, segments) {
  const { manifest } = site;
  const content = SPELLED.test(path) ? contentAt(site, segments) : undefined;
  if (content === undefined) {
    return undefined;
  }
  const file = path.slice(1);
  if ('value' in content) {
    return fixedAnswer(manifest, ifNoneMatch, manifest.values[content.value], file);
  }
  const { window } = content;
  if ('catalog' in content) {
    const { body, tag } = catalogPage(site, content.catalog, window);
    return succeed(manifest, ifNoneMatch, { body, file }, { type: 'json', cache: 'ok', tag });
  }
  const members = content.members.slice(window.offset, window.offset + window.limit);
  const tag = recordsTag(site, members, content.members.length, '*');
  return succeed(manifest, ifNoneMatch, { members, file }, { type: 'json', cache: 'ok', tag });
}
