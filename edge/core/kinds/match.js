/** Records with a code or a folded name, such as those of a region. */

import { keyOf } from '../fold.js';
import { listingOf } from '../listings.js';
import { answerMatches } from '../record_responses.js';
import { getOwn, lowerAscii } from '../request_text.js';

/** @import { Kind, Matches, Route, Site } from '../types.js' */

/**
 * By index: other forms of a code or a folded name, which are sought if it is no key.
 * @type {Record<string, (code: string, folded: string) => string[]>}
 */
const OTHER_FORMS = {
  // The language of a tag (RFC 5646): en-US.
  lang: (code) => /^([a-z]{2,3})[-_]/.exec(code)?.slice(1) ?? [],
  // A number without its zeros, and the plural of a word: dollars, kroner.
  currency: (code, folded) => [code.padStart(3, '0'), folded.replace(/s$|(?<=e)r$/, '')],
};

/**
 * @param {Site} site
 * @param {Route} route
 * @param {string} text
 * @returns {Matches | undefined}
 */
function find(site, route, text) {
  const index = /** @type {string} */ (route.index);
  const known = site.manifest.indexes[index];
  const code = lowerAscii(route.exact ? text.trim() : text.trim().normalize('NFKC'));
  const folded = route.exact || Object.hasOwn(known, code) ? code : keyOf(text);
  const forms = OTHER_FORMS[index]?.(code, folded) ?? [];
  const key = [folded, ...forms].find((form) => Object.hasOwn(known, form)) ?? folded;
  const isAlias = getOwn(site.manifest.aliases, index)?.includes(key);
  return listingOf(site, index, key, isAlias ? undefined : key);
}

/** @type {Kind} */
export const match = { answer: answerMatches, find };
