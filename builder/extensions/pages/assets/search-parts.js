/** What a search finds: how well countries and parts of pages match a text. */

import { fold } from '../../../../edge/core/fold.js';
import { countryPage } from './dom.js';

/**
 * @typedef {[title: string, page: string, address: string, text: string, names: string[], words: string,
 *   group?: Group]} Part of the page of a title, which is empty for a page as a whole
 * @typedef {[name: string, cca2: string, cca3: string, ccn3: string, dialled: string[],
 *   former: [name: string, until: number][], region: string, facts: Record<string, string>]} Country
 * @typedef {'Countries' | 'Groups' | 'Pages' | 'Values' | 'Try instead'} Group
 * @typedef {{ score: number, group: Group, title: string, detail: string, href: string, image?: string, code?: string,
 *   later?: () => Promise<string> }} Hit `later`: a detail that is not in the index
 */

// The characters that are shown of a text, and the characters among them before the matched word.
const [SHOWN, AHEAD] = [120, 24];
// Tiers of the core's search: the name of a capital in any language, and the beginning of one.
const [CAPITAL_WHOLE, CAPITAL_START] = [7, 4];
/** From this length on, the beginning of a capital or of a former name finds its country. */
export const LONG = 4;
/**
 * How well a hit fits: a country by its whole name, its code, its calling code or its capital; a page by its name, a
 * heading, its words or its text; a fact of a country.
 */
export const SCORES = {
  ...{ whole: 10, code: 9.5, dialled: 9.4, capital: 9 },
  ...{ named: 9.3, headed: 8.3, words: 7.4, text: 1, fact: 8.8 },
};

/** @param {...string} texts whose folded words are joined, each after a space */
export function bagOf(...texts) {
  return ` ${fold(texts.join(' '))}`;
}

/** @type {(bag: string, word: string) => boolean} whether a word of the bag begins with it, in singular or plural */
export function hasWord(bag, word) {
  const [, base] = /^(.{3,})(?:y|ies)$/.exec(word) ?? [];
  const forms = base ? [`${base}y`, `${base}ies`] : [stem(word)];
  return forms.some((form) => bag.includes(` ${form}`));
}

/** @param {Country} country @param {string} root @param {string} flags */
export function candidateOf([name, code, cca3, ccn3, dialled, former, , facts], root, flags) {
  const { whole, code: coded, words, named: ofPage } = SCORES;
  // Dutch means the Netherlands rather than a territory with the same demonym.
  const byPeople = ofPage - (facts.independent === 'yes' ? 0.1 : 0.2);
  const wholes = new Map([
    ...(facts.demonyms?.split(', ') ?? []).flatMap((people) => {
      return ['', 's'].map((ending) => /** @type {const} */ ([fold(people) + ending, byPeople]));
    }),
    [fold(ccn3), words - 0.1],
    [fold(cca3), coded],
    [fold(code), coded],
    [fold(name), whole],
  ]);
  const about = [facts.capital, `${code}, ${cca3}`].filter(Boolean).join(' · ');
  /** @type {Hit} */
  const hit = {
    score: 0,
    group: 'Countries',
    title: name,
    detail: about,
    href: root + countryPage(code),
    image: `${flags}/svg/${code.toLowerCase()}.svg`,
    code,
  };

  /** @type {(text: string, named: number, ofCapital: number) => Hit[]} by a score of names and a tier of capitals */
  function match(text, named, ofCapital) {
    const score = wholes.get(text) ?? named;
    const [old] = former.find(([title]) => `${fold(title)} `.startsWith(text.length < LONG ? `${text} ` : text)) ?? [];
    if (old && score < whole) {
      return [{ ...hit, score: Math.max(score, fold(old) === text ? coded : 6.9), title: `${name}, formerly ${old}` }];
    }
    const byStart = ofCapital >= CAPITAL_START && text.length >= LONG ? 5 : 0;
    const byCapital = ofCapital >= CAPITAL_WHOLE ? SCORES.capital : byStart;
    if (byCapital > score) {
      return [{ ...hit, score: byCapital, detail: `Capital: ${about}` }];
    }
    return score > 0 ? [{ ...hit, score }] : [];
  }
  return { name, dialled, facts, hit, match };
}

/**
 * A part of a page matches by one of its names, by words of its names and its search words, or by words of its text.
 * @param {Part} part
 * @param {string} root
 */
export function partOf([title, page, address, text, others, words, group = 'Pages'], root) {
  const names = [title, ...others].map(fold);
  const bag = bagOf(title, ...others, words);
  const body = bagOf(page, title, text);
  const own = bagOf(words);
  const isPage = page === '';
  const top = isPage ? SCORES.named : SCORES.headed;
  /** @type {(typed: string, each: string[]) => Hit[]} for a folded text and its words; none if nothing matches */
  function match(typed, each) {
    const score = Math.max(byName(typed), byWords(each));
    // A hit by a word of the text shows the text around that word.
    const at = score >= top / 2 ? 0 : text.toLowerCase().indexOf(stem(each[0]));
    const shown = cut(at > AHEAD ? `…${text.slice(text.lastIndexOf(' ', at - AHEAD) + 1)}` : text);
    const detail = isPage ? shown : `${page}: ${shown}`;
    return score > 0 ? [{ group, title, href: root + address, detail, score }] : [];
  }
  /** @type {(typed: string) => number} more for a whole name than for its beginning, and for that than for a word */
  function byName(typed) {
    const stems = String(wordsOf(typed));
    const near = /** @type {[(name: string) => boolean, number][]} */ ([
      [(name) => name === typed, top],
      [(name) => String(wordsOf(name)) === stems, top - (isPage ? 0.3 : 1.3)],
      [(name) => isPage && name.endsWith(` ${typed}`), SCORES.words + 0.1],
      [(name) => name.startsWith(typed), isPage ? 6.2 : 4.7],
      [(name) => ` ${name}`.includes(` ${typed}`), isPage ? 5.2 : 3.7],
    ]);
    return near.find(([isMatch]) => names.some(isMatch))?.[1] ?? 0;
  }
  /** @param {string[]} each */
  function byWords(each) {
    if (each.every((word) => hasWord(bag, word))) {
      return (isPage ? SCORES.words : 4.6) + each.filter((word) => hasWord(own, word)).length / 20;
    }
    return each.every((word) => hasWord(body, word) || hasWord(bag, word)) ? SCORES.text : 0;
  }
  return { names, match };
}

/** @param {string} text whose words are returned, folded and without their endings */
export function wordsOf(text) {
  return fold(text).split(' ').map(stem);
}

/** @param {string} word whose ending, which distinguishes plural from singular, is removed */
export function stem(word) {
  return word.length > 3 ? word.replace(/(?:ies|y|s)$/, '') : word;
}

/** @param {string} text of which the beginning is shown */
export function cut(text) {
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text;
}
