/**
 * Answers requests for static addresses as a file server does: it ignores the query, and sends every file with the same
 * headers, except ETag.
 */

import { catalogWindow } from './catalogs.js';
import { entityTag } from './etag.js';
import { contentAt } from './files.js';
import { fixedAnswer, succeed } from './responses.js';

/** @import { Request, Result, Site } from './types.js' */

// Static addresses have only these characters. An address with another character goes to its route, which reads the
// query.
const STATIC_PATH = /^[a-z0-9._~/-]+$/;

/**
 * Answer a static address.
 * @param {Request} request
 * @param {Site} site
 * @param {string[]} segments decoded
 * @returns {Result | undefined} undefined if the path is not a static address
 */
export function answerStatic({ path, ifNoneMatch }, site, segments) {
  const { manifest } = site;
  const content = STATIC_PATH.test(path) ? contentAt(site, segments) : undefined;
  if (content === undefined) {
    return undefined;
  }
  const file = path.slice(1);
  if ('value' in content) {
    return fixedAnswer(manifest, ifNoneMatch, manifest.values[content.value], file);
  }
  const { window } = content;
  if ('catalog' in content) {
    const { body, tag } = catalogWindow(site, content.catalog, window);
    return succeed(manifest, ifNoneMatch, { body, file }, { type: 'json', cache: 'ok', tag });
  }
  const members = content.members.slice(window.offset, window.offset + window.limit);
  const tag = entityTag(site, members, content.members.length, '*');
  return succeed(manifest, ifNoneMatch, { members, file }, { type: 'json', cache: 'ok', tag });
}
