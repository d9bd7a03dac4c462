/** Answers with the records that have a code or a folded name, such as the name of a region. */

import { fold, keyOf } from '../fold.js';
import { listingOf } from '../listings.js';
import { answerMatches } from '../record_responses.js';
import { getOwn, lowerAscii } from '../request_text.js';
import { suggest } from '../suggest.js';

/** @import { Kind, Listing } from '../types.js' */

/**
 * By index: other forms of a code or a folded name, which are tried if the caller's form is not a key.
 * @type {Record<string, (code: string, folded: string) => string[]>}
 */
const OTHER_FORMS = {
  // The language of a language tag (RFC 5646), such as en-US.
  lang: (code) => /^([a-z]{2,3})[-_]/.exec(code)?.slice(1) ?? [],
  // The number with its leading zeros, and the singular of a word such as dollars or kroner.
  currency: (code, folded) => [code.padStart(3, '0'), folded.replace(/s$|(?<=e)r$/, '')],
};

/**
 * By index: the names in a record that are keys of the index once they are folded.
 * @type {Record<string, (record: any) => string[]>}
 */
const NAMES = {
  lang: ({ languages }) => Object.values(languages),
  currency: ({ currencies }) => Object.values(currencies).map(({ name }) => name),
};

/** @type {Kind} */
export const match = {
  answer: answerMatches,

  find(site, route, text) {
    const index = /** @type {string} */ (route.index);
    const keys = site.manifest.indexes[index];
    // Programs print marks of the writing direction around some currency signs.
    const code = lowerAscii(route.exact ? text.trim() : text.normalize('NFKC').replace(/\p{Cf}/gu, '').trim());
    const folded = route.exact || Object.hasOwn(keys, code) ? code : keyOf(text);
    const forms = OTHER_FORMS[index]?.(code, folded) ?? [];
    const key = [folded, ...forms].find((form) => Object.hasOwn(keys, form)) ?? folded;
    return listingOf(site, index, key, key);
  },

  /** Suggest names of languages or currencies that are similar to the text, or a word that several currencies share. */
  advise({ site, route }, text) {
    const index = /** @type {string} */ (route.index);
    const namesIn = getOwn(NAMES, index);
    if (namesIn === undefined) {
      return '';
    }
    const listingAt = (/** @type {string} */ key) => listingOf(site, index, key)?.listing;
    /** @type {Map<Listing | undefined, string>} */
    const suggestions = new Map();
    /** @type {[string, string][]} */
    const keys = Object.keys(site.manifest.indexes[index]).map((key) => [key, key]);
    const forms = [text, ...(OTHER_FORMS[index]?.('', keyOf(text)) ?? [])];
    for (const key of forms.flatMap((form) => suggest(keys, form))) {
      const listing = listingAt(key);
      const names = namesIn(JSON.parse(site.record(listing?.members[0] ?? 0)));
      const whole = names.find((name) => listingAt(keyOf(name)) === listing);
      const suggested = whole ?? names.flatMap((name) => fold(name).split(' ')).find((word) => word === key);
      if (suggested !== undefined) {
        suggestions.set(listing, suggested);
      }
    }
    return suggestions.size === 0 ? '' : ` Did you mean ${[...suggestions.values()].join(' or ')}?`;
  },
};
