/** Search over the pages and the countries, from an index that is fetched when the search is first opened. */

import { declared, find, fold, make } from './dom.js';

/**
 * @typedef {[page: string, heading: string, address: string, text: string]} Part
 * @typedef {[name: string, cca2: string, cca3: string]} Country
 * @typedef {{ parts: Part[], countries: Country[] }} Index
 * @typedef {{ score: number, title: string, detail: string, href: string, image?: string }} Hit
 */

const MOST = 12;

/** @type {Promise<(text: string) => Hit[]> | undefined} */
let searching;
/** @type {HTMLDialogElement | undefined} */
let dialog;

/**
 * Open the search.
 * @param {string} root what leads from this page to the documents
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
  const parts = index.parts.map(([page, heading, href, text]) => ({
    title: heading,
    detail: heading === page ? text : `${page}: ${text}`,
    href: root + href,
    heading: fold(heading),
    text: ` ${fold(text)}`,
    weight: heading === page ? 2 : 1,
  }));
  const countries = index.countries.map(([name, cca2, cca3]) => ({
    title: name,
    image: `${declared('flags')}/svg/${cca2.toLowerCase()}.svg`,
    detail: `${cca2}, ${cca3}`,
    href: `${root}countries.html#${cca2}`,
    heading: fold(name),
    codes: [cca2.toLowerCase(), cca3.toLowerCase()],
  }));
  return (given) => {
    const text = fold(given);
    const hits = [
      ...countries.map((one) => ({ ...one, score: one.codes.includes(text) ? 9 : 2 * quality(one.heading, text) })),
      ...parts.map((one) => ({
        ...one,
        score: one.weight * quality(one.heading, text) || Number(one.text.includes(` ${text}`)),
      })),
    ];
    return hits
      .filter((hit) => text !== '' && hit.score > 0)
      .sort((one, other) => other.score - one.score)
      .slice(0, MOST);
  };
}

/**
 * How well a heading answers: whole, beginning, beginning of a word, anywhere, not.
 * @param {string} heading
 * @param {string} text
 * @returns {number}
 */
function quality(heading, text) {
  if (heading === text) {
    return 4;
  }
  if (heading.startsWith(text)) {
    return 3;
  }
  return heading.includes(` ${text}`) ? 2.5 : Number(heading.includes(text)) * 1.5;
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
  const list = make('div', { id: 'hits', role: 'listbox', 'aria-label': 'Hits' });
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
  const nothing = input.value.trim() ? `Nothing has “${input.value.trim()}”.` : 'Type to search.';
  hint.textContent = hits.length ? `${hits.length} hits. Enter opens, Escape closes.` : nothing;
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
