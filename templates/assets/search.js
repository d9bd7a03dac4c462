/** The dialog of the search, whose index is fetched when it is first opened. */

import { find, make } from './dom.js';
import { openHits } from './search-hits.js';

/** @import { Found, Hit } from './search-hits.js' */

/** @type {HTMLDialogElement | undefined} */
let dialog;

/**
 * Open the search.
 * @param {string} root the path from this page to the documents
 * @param {string} [text] what to search for
 */
export async function openSearch(root, text) {
  dialog ??= makeDialog(root);
  if (!dialog.open) {
    dialog.showModal();
  }
  const input = find('input', HTMLInputElement, dialog);
  input.select();
  await openHits(root);
  if (text !== undefined) {
    input.value = text;
    input.dispatchEvent(new Event('input'));
  }
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
    const search = await openHits(root);
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
 * @param {(text: string) => Found} search
 */
function show(input, list, hint, search) {
  const { hits, corrected } = search(input.value);
  const groups = [...new Set(hits.map(({ group }) => group))];
  list.replaceChildren(
    ...groups.map((group) => {
      const own = hits.filter((hit) => hit.group === group);
      const heading = make('p', { 'aria-hidden': 'true' }, group);
      return make('div', { role: 'group', 'aria-label': group }, heading, ...own.map(optionOf));
    }),
  );
  const options = [...list.querySelectorAll('[role=option]')];
  for (const [number, option] of options.entries()) {
    option.id = `hit-${number}`;
    option.setAttribute('aria-selected', String(number === 0));
  }
  input.setAttribute('aria-expanded', String(hits.length > 0));
  input.setAttribute('aria-activedescendant', hits.length ? 'hit-0' : '');
  const typed = input.value.trim();
  const count = hits.length === 1 ? '1 result' : `${hits.length} results`;
  const found = corrected ? `No results for “${typed}”. ${count} for “${corrected}”` : count;
  hint.textContent = hits.length
    ? `${found}. Enter opens, Escape closes.`
    : typed
      ? `No results for “${typed}”.`
      : 'Type to search.';
}

/**
 * @param {Hit} hit
 * @returns {HTMLElement}
 */
function optionOf({ href, image, title, detail }) {
  return make(
    'a',
    { role: 'option', href, tabindex: '-1' },
    ...(image ? [make('img', { src: image, alt: '', width: '40', height: '30' })] : []),
    make('span', {}, title),
    make('small', {}, detail),
  );
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLInputElement} input
 * @param {HTMLElement} list
 */
function move(event, input, list) {
  const options = [...list.querySelectorAll('[role=option]')].filter((option) => option instanceof HTMLElement);
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
