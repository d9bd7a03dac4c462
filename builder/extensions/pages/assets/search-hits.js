/** Finds pages, countries and their facts by what people type, from indexes that are fetched once. */

import { fold, keyOf } from '../../../../edge/core/fold.js';
import { makeHaystack, rank } from '../../../../edge/core/search.js';
import { suggest } from '../../../../edge/core/suggest.js';
import { openCountries } from './country-search.js';
import { declared, fetchOnce } from './dom.js';
import { written } from './rounding.js';
import { bagOf, candidateOf, cut, hasWord, LONG, partOf, SCORES, stem, wordsOf } from './search-parts.js';

/**
 * @typedef {[title: string, anchor: string, words: string]} Fact a part of every country's page
 * @typedef {{ parts: Part[], countries: Country[], facts: Fact[],
 *   steps: [title: string, detail: string, address: string][],
 *   regional: [title: string, address: string, text: string, names: string, words: string][] }} Index
 * @typedef {{ hits: Hit[], corrected: string, isByWord?: boolean }} Found `corrected`: what was searched instead, if
 *   nothing was found; `isByWord`: that are its single words
 * @import { CountrySearch } from './country-search.js'
 * @import { Figures } from './rounding.js'
 * @import { Country, Hit, Part } from './search-parts.js'
 */

const MOST = 12;
// The text for a country without a value.
const NONE = 'No value';
// Facts that are shown with a country that is found by its name.
const FIRST = ['population', 'enrichment-economics-gdp', 'currencies', 'holidays'];
// The score of a country by the tier of the core's search, from no match to a whole name.
const TIERS = [0, 2.8, 3, 4.9, 5.6, 6.6, 6.8, 6, 9.35];
// Words that say nothing about the goal of a search, and words that ask for several countries.
const SMALL = 'a an the of in on for to at with is are was do does did how what whats which who where when';
const VERBS = 'show find get have has that use uses using used speak speaks speaking spoken next';
const FILLERS = new Set(`${SMALL} i me they ${VERBS}`.split(' '));
const COUNTRIES = new Set('country countries member members nations'.split(' '));
const REQUEST = /(?:^|[\s'"])(?:get )?(?:https?:\/\/[^\s/'"]+)?(\/v\d[\w.]*\/[^\s'"]*)/i;
const DIALLING = /(?:\b(?:calling|dial(?:l?ing)?|phone|country) code\s+|\+|^00)([\d ]+)$/i;
const OFFSET = /^(?:utc|gmt)\s*([+\u2212-])\s*(\d{1,2})(?::?(\d\d))?$/i;
const VERSUS = /\s+(?:vs\.?|versus)\s+/i;
const BETWEEN = /\s+(?:and|or|vs\.?|versus|to|with)\s+|\s*[,;/]\s*/i;
// A value in words, how many values a shared fact has at most, and facts not to list: regions have their own pages.
const [IN_WORDS, MOST_VALUES, UNLISTED] = [/^\p{L}[\p{L}\d ,.()…-]+$/u, 60, /^(?:(?:sub)?region|continents|former)$/];
const YEAR = /^(?:19|20)\d\d$/;
const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

const byScore = (/** @type {Hit} */ one, /** @type {Hit} */ other) => other.score - one.score;

/** @type {Promise<(text: string) => Found>} */
let opening;

/** @param {string} root the path from this page to the documents */
export function openHits(root) {
  opening ??= load(root);
  return opening;
}

/** @param {string} root */
async function load(root) {
  const files = ['search', 'figures', 'capital-index'].map((name) => fetchOnce(`${root}assets/${name}.json`));
  const [names, index, figures, capitals] = await Promise.all([openCountries(), ...files]);
  return searchOf(names, index, figures, capitals, { root, flags: declared('flags') });
}

/**
 * @type {(names: CountrySearch, index: Index, figures: Figures, capitals: Parameters<typeof makeHaystack>[0],
 *   addresses: { root: string, flags: string }) => (text: string) => Found} the search; capitals in any language, and
 *   the addresses of documents and flags
 */
export function searchOf(names, index, figures, capitals, { root, flags }) {
  const capitalNames = makeHaystack(capitals);
  const countries = index.countries.map((country) => candidateOf(country, root, flags));
  const parts = index.parts.map((part) => partOf(part, root));
  const regions = index.countries.map(({ 6: region }) => fold(region));
  const regional = index.regional.map(([title, address, text, name, words]) => {
    return { title, address, text, name: bagOf(name), words: bagOf(words) };
  });
  const steps = index.steps.map(([title, detail, address]) => {
    return { group: /** @type {const} */ ('Try instead'), title, detail, href: root + address, score: 0 };
  });
  // The longest first: GDP per capita begins with GDP.
  const metrics = figures.indicators
    .flatMap(({ name, title, short }) => [title, short, name].map((text) => ({ name, title, words: fold(text) })))
    .toSorted((one, other) => other.words.length - one.words.length)
    .map(({ name, title, words }) => ({ name, title, pattern: new RegExp(`\\b${words}\\b`, 'i') }));
  const facts = index.facts.map(([title, anchor, words]) => ({ title, anchor, bag: bagOf(title, words) }));
  const shared = facts.flatMap(({ title, anchor, bag }) => {
    const values = countries.map((country) => country.facts[anchor] ?? '');
    const distinct = [...new Set(values)];
    const isShared = distinct.length <= MOST_VALUES && distinct.filter((value) => IN_WORDS.test(value)).length > 1;
    return isShared && !UNLISTED.test(anchor) ? [{ title, bag, stems: values.map(wordsOf) }] : [];
  });

  /** @type {(text: string, typed?: string, tiers?: Uint8Array) => Hit[]} best first; `typed` has marks: Congo, Rep. */
  function countryHits(text, typed = text, tiers = names.rate(typed)) {
    const ofCapitals = rank(capitalNames, text, false);
    return countries
      .flatMap((country, number) => country.match(text, TIERS[tiers[number]], ofCapitals[number]))
      .toSorted(byScore);
  }

  /** @param {string[]} words of a country and a part of its page, in any order: `gdp japan`, `kenya holidays 2027` */
  function factHits(words) {
    const terms = words.filter((word) => !YEAR.test(word));
    return terms.slice(1).flatMap((_, before) => {
      const [start, end] = [terms.slice(0, before + 1), terms.slice(before + 1)];
      return [...factsOf(start.join(' '), end), ...factsOf(end.join(' '), start)];
    });
  }

  /** @type {(name: string, terms: string[]) => Hit[]} */
  function factsOf(name, terms) {
    const found = facts.filter(({ bag }) => terms.every((word) => hasWord(bag, word)));
    const [country] = found.length > 0 ? countryHits(name) : [];
    if (!` ${fold(country?.title ?? '')}`.includes(` ${name}`) && !(country?.score >= SCORES.capital)) {
      return [];
    }
    return found
      .map((fact, at) => {
        const isTitle = Number(fold(fact.title) === terms.join(' '));
        const isWhole = Number(terms.every((word) => `${fact.bag} `.includes(` ${word} `)));
        // A short name can be another word: in flags png, it is a format and not a country.
        const base = name.length < LONG ? SCORES.words - 0.2 : SCORES.fact;
        return factHit(country, fact, base - at / 50 + isTitle / 2 + isWhole / 4);
      })
      .toSorted(byScore)
      .filter(({ detail }, at) => at === 0 || detail !== NONE)
      .slice(0, 3);
  }

  /** @type {(country: Hit, fact: { title: string, anchor: string }, score: number) => Hit} */
  function factHit(country, { title, anchor }, score) {
    const { code = '' } = country;
    const value = valueAt(code, anchor);
    return {
      ...country,
      group: 'Values',
      later: value && anchor === 'holidays' ? () => nextHoliday(root, code) : undefined,
      title: `${country.title.split(',')[0]}: ${title}`,
      href: anchor === 'changes' ? `${root}changes.html#${code}` : `${country.href}#${anchor}`,
      detail: value || NONE,
      score,
    };
  }

  /** @type {(code: string, anchor: string) => string} of a fact of a country; a metric has its year */
  function valueAt(code, anchor) {
    const at = figures.indicators.findIndex(({ path }) => path.replaceAll('.', '-') === anchor);
    const entry = figures.countries[code]?.[at];
    if (entry) {
      return [written(figures.indicators[at], entry[0]), entry[1].slice(0, 4)].filter(Boolean).join(', ');
    }
    return countries.find(({ hit }) => hit.code === code)?.facts[anchor] ?? '';
  }

  /** @type {(terms: string[]) => Hit[]} a metric in a part of the world: `highest gdp per head in africa` */
  function regionalHits(terms) {
    return regional
      .filter(({ name, words }) => {
        const others = terms.filter((word) => !`${name} `.includes(` ${word} `));
        const ofMetric = others.filter((word) => !COUNTRIES.has(word));
        return others.length < terms.length && ofMetric.length > 0 && ofMetric.every((word) => hasWord(words, word));
      })
      .map(({ title, address, text, words }, at) => ({
        group: /** @type {const} */ ('Values'),
        title,
        detail: text,
        href: root + address,
        // A word for countries can also be a word of the metric: the largest country.
        score: SCORES.whole - at / 50 + terms.filter((word) => COUNTRIES.has(word) && hasWord(words, word)).length,
      }));
  }

  /** @type {(words: string[], isList: boolean) => Hit[]} countries that share a value, such as `monarchies` */
  function sharedHits(words, isList) {
    const region = words.find((word) => regions.includes(word)) ?? '';
    const terms = words.filter((word) => word !== 'not' && word !== region);
    const yes = words.includes('not') ? 'no' : 'yes';
    return (terms.length > 0 ? shared : []).flatMap(({ title, bag, stems }) => {
      const isBoolean = stems.some((value) => value.includes('yes'));
      const expected = isBoolean ? [yes] : terms.map(stem);
      const counts = stems.map((value) => expected.filter((word) => value.includes(word)).length);
      const most = Math.max(...counts);
      const found = countries.filter((_, at) => counts[at] === most && (region === '' || regions[at] === region));
      const named = terms.filter((word) => !isBoolean && stems.some((value) => value.includes(stem(word))));
      if (found.length < 2 || most === 0 || !terms.every((word) => named.includes(word) || hasWord(bag, word))) {
        return [];
      }
      const within = region && `, in ${index.countries[regions.indexOf(region)][6]}`;
      const of = `${title}: ${named.join(' ') || yes}${within}`;
      return [{
        group: /** @type {const} */ ('Values'),
        title: of,
        detail: `${found.length} countries: ${found.map(({ name }) => name).join(', ')}`,
        href: `${root}countries.html#&${new URLSearchParams({ of, only: found.map(({ hit }) => hit.code).join(',') })}`,
        // The list is above parts of pages and, in a region, above facts of one country.
        score: isList || fold(title) === terms.join(' ') || (named.length > 0 && named.length < terms.length)
          ? SCORES[region ? 'capital' : 'headed'] + 0.2
          : TIERS[3],
      }];
    });
  }

  /** @type {(title: string, detail: string, address: string) => Hit[]} */
  function pageHit(title, detail, address) {
    return [{ group: 'Pages', title, detail, href: root + address, score: SCORES.whole }];
  }

  /** @type {(name: string, least: number, tiers?: Uint8Array) => Hit[]} countries that a name can mean */
  function meantBy(name, least, tiers) {
    const found = countryHits(fold(name), name, tiers);
    return found.filter(({ score }) => score >= least && score === found[0].score);
  }

  /** @type {(words: string[]) => Hit[][]} what each name in the words can mean; empty if a word is in no name */
  function namesIn(words) {
    for (let end = words.length; end > 0; end -= 1) {
      const name = words.slice(0, end).join(' ');
      // No other readings: they may leave out a word that names the next country.
      const found = meantBy(name, TIERS[8], rank(names.haystack, name, false));
      const others = found.length > 0 ? namesIn(words.slice(end)) : [];
      if (found.length > 0 && (others.length > 0 || end === words.length)) {
        return [found, ...others];
      }
    }
    return [];
  }

  /** @type {(typed: string) => Hit[]} countries to compare: `france vs germany`, `gdp japan korea` */
  function comparedHits(typed) {
    const text = typed.replace(/^compare /i, '');
    const { name = '', title = '', pattern = '' } = metrics.find((metric) => metric.pattern.test(text)) ?? {};
    const listed = text.replace(pattern, '').trim().replace(/^(?:of|in|for) /i, '');
    const isAsked = text !== typed || name !== '' || BETWEEN.test(listed);
    const least = VERSUS.test(typed) ? TIERS[3] : TIERS[8];
    const meant = (isAsked ? listed.split(BETWEEN) : []).flatMap((one) => {
      const named = namesIn(fold(one).split(' '));
      return named.length > 0 ? named : [meantBy(one, least)];
    });
    // A choice has one country for each name.
    const choices = meant.reduce(
      (lists, found) => lists.flatMap((list) => found.map((country) => [...list, country])),
      /** @type {Hit[][]} */ ([[]]),
    );
    return (meant.length > 1 ? choices : []).slice(0, 2).flatMap((chosen) => {
      const codes = chosen.map(({ code }) => code?.toLowerCase());
      const address = `compare.html#${codes}${name && `/${name}`}`;
      const detail = title ? `Compared: ${title}` : 'Compare these countries';
      return pageHit(chosen.map((country) => country.title).join(', '), detail, address);
    });
  }

  /** @type {(typed: string) => Hit[]} what a text as a whole asks for, such as an offset from UTC */
  function formHits(typed) {
    const [, request] = REQUEST.exec(typed) ?? [];
    if (request) {
      return pageHit(request, 'Open in the console', `console.html#${request}`);
    }
    const [, sign, hours, minutes = '00'] = OFFSET.exec(typed) ?? [];
    const offset = hours ? `UTC${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}` : '';
    const digits = DIALLING.exec(typed)?.[1].replaceAll(' ', '') ?? '';
    return countries.flatMap(({ hit, name, dialled, facts: { timezones, independent } }) => {
      const own = dialled.find((code) => code.replace(/\D/g, '') === digits);
      const sharing = dialled.filter((code) => code.startsWith(`+${digits} `));
      const zone = offset && timezones?.includes(offset);
      const score = SCORES.dialled - (own ? 0 : 0.05) - (independent === 'yes' ? 0 : 0.01);
      return [
        ...(own || sharing[0] ? [{ ...hit, score, title: `${own ?? `+${digits}`} ${name}` }] : []),
        ...(zone ? [{ ...hit, score: SCORES.dialled, href: `${hit.href}#timezones`, detail: timezones }] : []),
      ];
    });
  }

  /** @type {(text: string, typed?: string) => Hit[]} for a folded text */
  function hitsOf(text, typed) {
    const words = text.split(' ');
    const named = countryHits(text, typed);
    const top = named[0]?.score ?? 0;
    // A text that names a country asks for no fact of another one: South Georgia, United States.
    const most = top >= TIERS[6] ? top - 0.1 : SCORES.whole;
    const limited = factHits(words).map((hit) => ({ ...hit, score: Math.min(hit.score, most) }));
    const first = top < SCORES.capital ? [] : facts.filter(({ anchor }) => FIRST.includes(anchor));
    const scored = first.map((fact) => factHit(named[0], fact, 8 - FIRST.indexOf(fact.anchor) / 50));
    const values = scored.filter(({ detail }) => detail !== NONE);
    return [...named, ...values, ...parts.flatMap(({ match }) => match(text, words)), ...limited];
  }

  return (typed) => {
    const plain = typed.replace(/[?!“”"]+/g, ' ').replace(/\btop \d+\b/i, 'highest').trim();
    const question = plain.replace(/\ball (?=countries (?:in|of)\b)/i, '');
    const whole = fold(question);
    const without = whole.split(' ').filter((word) => !FILLERS.has(word));
    const named = without.filter((word) => !COUNTRIES.has(word));
    // A hit for the text with its small words is nearer, unless the rest is its whole title.
    const readings = new Set([whole, without.join(' '), named.join(' ')].filter((text) => text !== ''));
    const all = [...readings].flatMap((text, at) => {
      const farther = (/** @type {Hit} */ { title }) => (fold(title) === text ? 0 : at / 5);
      return hitsOf(text, at === 0 ? question : text).map((hit) => ({ ...hit, score: hit.score - farther(hit) }));
    });
    // A text that names a country or a page asks for no list of countries.
    const isNamed = all.some(({ score }) => score >= SCORES.named);
    const ofMany = isNamed ? [] : sharedHits(named, named.length < without.length);
    const forms = [...comparedHits(question), ...formHits(typed), ...regionalHits(without)];
    const hits = best(whole === '' ? [] : [...forms, ...ofMany, ...all], Math.max(MOST, forms.length));
    if (hits[0]?.score > SCORES.text || whole === '') {
      return { hits, corrected: '' };
    }
    /** @type {[string, string][]} */
    const known = parts.flatMap((part) => part.names.map((name) => [keyOf(name), name]));
    const [corrected] = [...names.near(question).map(({ name }) => name), ...suggest(known, question)];
    if (corrected) {
      return { hits: best(hitsOf(fold(corrected))), corrected };
    }
    // Countries and pages that a single word of the text names.
    const ofWords = best(named.flatMap((word) => hitsOf(word)).filter(({ score }) => score >= SCORES.headed));
    if (hits.length === 0 && ofWords.length > 0) {
      return { hits: ofWords, corrected: named.join(' or '), isByWord: true };
    }
    return { hits: hits.length > 0 ? hits : steps, corrected: '' };
  };
}

/** @type {(root: string, code: string) => Promise<string>} from the record of a country; empty if none is known */
async function nextHoliday(root, code) {
  const [{ holidays }] = await fetchOnce(`${root}../v1/alpha/${code.toLowerCase()}.json`);
  const today = new Date().toLocaleDateString('sv');
  const next = holidays?.items.find((/** @type {{ date: string }} */ { date }) => date >= today);
  return next ? `Next: ${DAY.format(new Date(`${next.date}T12:00`)).replace(',', '')}, ${next.name}` : '';
}

/** @type {(hits: Hit[], most?: number) => Hit[]} each address once, the best first */
function best(hits, most = MOST) {
  const byAddress = new Map(hits.toSorted((one, other) => one.score - other.score).map((hit) => [hit.href, hit]));
  return [...byAddress.values()]
    .toSorted(byScore)
    .slice(0, most)
    .map((hit) => ({ ...hit, detail: cut(hit.detail) }));
}
