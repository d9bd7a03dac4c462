/** Search over the pages and the countries, from an index that is fetched when the search is first opened. */

import { fold } from '../../edge/core/fold.js';
import { declared, find, make } from './dom.js';

/**
 * @typedef {[page: string, heading: string, address: string, text: string, words?: string]} Part
 * @typedef {[name: string, cca2: string, cca3: string, others: string[], translated: string[]]} Country
 * @typedef {[title: string, anchor: string, words: string]} Aspect a part of every country's page
 * @typedef {{ parts: Part[], countries: Country[], aspects: Aspect[] }} Index
 * @typedef {{ score: number, title: string, detail: string, href: string, image?: string }} Hit
 * @typedef {(text: string) => Hit} Candidate rates its match with a folded text; a score of 0 is no match
 */

const MOST = 12;
// Characters of a text that are shown before the matched word.
const AHEAD = 24;

/** @type {Promise<(text: string) => Hit[]> | undefined} */
let searching;
/** @type {HTMLDialogElement | undefined} */
let dialog;

/**
 * Open the search.
 * @param {string} root the path from this page to the documents
 */
export async function openSearch(root) {
  dialog ??= makeDialog(root);
  if (!dialog.open) {
    dialog.showModal();
  }
  find('input', HTMLInputElement, dialog).select();
  searching ??= load(root);
  await searching;
}

/**
 * @param {string} root
 * @returns {Promise<(text: string) => Hit[]>}
 */
async function load(root) {
  const answer = await fetch(`${root}assets/search.json`);
  /** @type {Index} */
  const index = await answer.json();
  const countries = index.countries.map((country) => countryCandidate(country, root));
  const candidates = [...countries, ...index.parts.map((part) => partCandidate(part, root))];
  return (given) => {
    const text = fold(given);
    if (text === '') {
      return [];
    }
    const hits = candidates.map((candidate) => candidate(text)).filter((hit) => hit.score > 0);
    return [...hits, ...aspectHits(text, countries, index.aspects)]
      .sort((one, other) => other.score - one.score)
      .slice(0, MOST);
  };
}

/**
 * Find a part of a country's page by words of both, in any order: `gdp japan`, `kenya holidays`.
 * @param {string} text
 * @param {Candidate[]} countries
 * @param {Aspect[]} aspects
 * @returns {Hit[]}
 */
function aspectHits(text, countries, aspects) {
  const words = text.split(' ');
  return words.slice(1).flatMap((_, before) =>
    [
      [words.slice(0, before + 1), words.slice(before + 1)],
      [words.slice(before + 1), words.slice(0, before + 1)],
    ].flatMap(([name, rest]) => {
      const found = aspects.filter(([title, , told]) => {
        const all = ` ${fold(`${title} ${told}`)}`;
        return rest.every((word) => hasWord(all, word));
      });
      const [country] = found.length
        ? countries.map((one) => one(name.join(' '))).toSorted((one, other) => other.score - one.score)
        : [];
      // The beginning of a name is enough; its middle is not.
      return country && country.score >= 5.5
        ? found.slice(0, 3).map(([title, anchor], at) => ({
            ...country,
            title: `${country.title}: ${title}`,
            href: country.href + (anchor && `#${anchor}`),
            score: 8.5 - at / 10 + (fold(title) === rest.join(' ') ? 1 : 0),
          }))
        : [];
    }),
  );
}

/**
 * @param {string} text begins with a space
 * @param {string} word
 * @returns {boolean} whether a word of the text begins with it, apart from a plural ending
 */
function hasWord(text, word) {
  return text.includes(` ${stem(word)}`);
}

/**
 * A country matches by its names; codes, short names and names in other languages match only as a whole.
 * @param {Country} country
 * @param {string} root
 * @returns {Candidate}
 */
function countryCandidate([title, cca2, cca3, others, translated], root) {
  const image = `${declared('flags')}/svg/${cca2.toLowerCase()}.svg`;
  const href = `${root}countries/${cca2.toLowerCase()}.html`;
  const codes = [cca2, cca3, ...others.filter((name) => fold(name).length <= 3)].map(fold);
  const long = others.filter((name) => fold(name).length > 3).map((name) => ({ name, folded: fold(name) }));
  const foreign = new Map(translated.map((name) => [fold(name), name]));
  const folded = fold(title);
  return (text) => {
    const plain = codes.includes(text) ? 9 : 2 * quality(folded, text);
    const [other] = [
      ...long.map(({ name, folded: heading }) => ({ name, score: 1.9 * quality(heading, text) })),
      ...(foreign.has(text) ? [{ name: foreign.get(text) ?? '', score: 6 }] : []),
    ].sort((one, two) => two.score - one.score);
    const isOther = other && other.score > plain;
    const detail = `${isOther ? `${other.name}, ` : ''}${cca2}, ${cca3}`;
    return { title, image, href, detail, score: isOther ? other.score : plain };
  };
}

/**
 * A part of a page matches by its heading, and by words that are all in its text.
 * @param {Part} part
 * @param {string} root
 * @returns {Candidate}
 */
function partCandidate([page, title, address, text, further = ''], root) {
  const isPage = title === page;
  const heading = fold(title);
  const body = ` ${fold(`${page} ${title} ${text}`)}`;
  const told = ` ${fold(further)}`;
  const href = root + address;
  return (wanted) => {
    const words = wanted.split(' ');
    // A field that matches by its whole name comes before a country with that word in its name: gini, Papua Niu Gini.
    const inHeading = (isPage ? 2 : 1.25) * quality(heading, wanted);
    const inText = words.every((word) => hasWord(body, word) || hasWord(told, word));
    const isTold = words.every((word) => hasWord(told, word) || hasWord(` ${heading}`, word));
    const shown = inHeading ? text : around(text, wanted);
    const score = Math.max(inHeading, isTold ? 4.5 : Number(inText));
    return { title, href, detail: isPage ? shown : `${page}: ${shown}`, score };
  };
}

/**
 * Rate the match of a heading: whole, beginning, beginning of a word, anywhere, none. A match in another grammatical
 * number, or with other spaces, has a lower score.
 * @param {string} heading
 * @param {string} text
 * @returns {number}
 */
function quality(heading, text) {
  const singular = text.split(' ').map(stem).join(' ');
  return (
    place(heading, text) || 0.9 * place(heading, singular) || 0.8 * place(closed(heading), closed(singular))
  );
}

/**
 * @param {string} heading
 * @param {string} text
 * @returns {number}
 */
function place(heading, text) {
  if (heading === text) {
    return 4;
  }
  if (heading.startsWith(text)) {
    return 3;
  }
  return heading.includes(` ${text}`) ? 2.5 : Number(heading.includes(text)) * 1.5;
}

/**
 * Remove the ending that distinguishes plural from singular.
 * @param {string} word
 * @returns {string}
 */
function stem(word) {
  return word.length > 3 ? word.replace(/(?:ies|y|s)$/, '') : word;
}

/**
 * @param {string} text
 * @returns {string}
 */
function closed(text) {
  return text.replaceAll(' ', '');
}

/**
 * Return the part of a text around the first of some words.
 * @param {string} text
 * @param {string} wanted
 * @returns {string}
 */
function around(text, wanted) {
  const at = text.toLowerCase().indexOf(stem(wanted.split(' ')[0]));
  return at > AHEAD ? `…${text.slice(at - AHEAD)}` : text;
}

/**
 * @param {string} root
 * @returns {HTMLDialogElement}
 */
function makeDialog(root) {
  const input = make('input', {
    type: 'text',
    role: 'combobox',
    'aria-label': 'Search pages and countries',
    'aria-controls': 'hits',
    'aria-expanded': 'false',
    'aria-autocomplete': 'list',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'A page, a parameter, a country, a code',
  });
  const list = make('div', { id: 'hits', role: 'listbox', 'aria-label': 'Results' });
  const hint = make('p', { 'aria-live': 'polite' }, 'Type to search. Enter opens, Escape closes.');
  const made = make('dialog', { class: 'search', 'aria-label': 'Search' }, input, list, hint);
  document.body.append(made);
  input.addEventListener('input', async () => {
    searching ??= load(root);
    const search = await searching;
    show(/** @type {HTMLInputElement} */ (input), list, hint, search);
  });
  input.addEventListener('keydown', (event) => move(event, /** @type {HTMLInputElement} */ (input), list));
  made.addEventListener('click', (event) => {
    if (event.target === made || (event.target instanceof Element && event.target.closest('a'))) {
      /** @type {HTMLDialogElement} */ (made).close();
    }
  });
  return /** @type {HTMLDialogElement} */ (made);
}

/**
 * @param {HTMLInputElement} input
 * @param {HTMLElement} list
 * @param {HTMLElement} hint
 * @param {(text: string) => Hit[]} search
 */
function show(input, list, hint, search) {
  const hits = search(input.value);
  list.replaceChildren(
    ...hits.map((hit, number) =>
      make(
        'a',
        { role: 'option', id: `hit-${number}`, href: hit.href, tabindex: '-1', 'aria-selected': String(number === 0) },
        ...(hit.image ? [make('img', { src: hit.image, alt: '', width: '40', height: '30' })] : []),
        make('span', {}, hit.title),
        make('small', {}, hit.detail),
      ),
    ),
  );
  input.setAttribute('aria-expanded', String(hits.length > 0));
  input.setAttribute('aria-activedescendant', hits.length ? 'hit-0' : '');
  const nothing = input.value.trim() ? `No results for “${input.value.trim()}”.` : 'Type to search.';
  const count = hits.length === 1 ? '1 result' : `${hits.length} results`;
  hint.textContent = hits.length ? `${count}. Enter opens, Escape closes.` : nothing;
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLInputElement} input
 * @param {HTMLElement} list
 */
function move(event, input, list) {
  const options = [...list.children].filter((option) => option instanceof HTMLElement);
  const at = options.findIndex((option) => option.getAttribute('aria-selected') === 'true');
  if (event.key === 'Enter' && at >= 0) {
    event.preventDefault();
    options[at].click();
  } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && options.length) {
    event.preventDefault();
    const next = (at + (event.key === 'ArrowDown' ? 1 : options.length - 1)) % options.length;
    options[at]?.setAttribute('aria-selected', 'false');
    options[next].setAttribute('aria-selected', 'true');
    options[next].scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', options[next].id);
  }
}
