/** The dialog of the search, whose index is fetched when it is first opened. */

import { find, make } from './dom.js';
import { OptionList, optionOf } from './option-list.js';
import { openHits } from './search-hits.js';

/** @type {HTMLDialogElement | undefined} */
let dialog;

/**
 * Open the search.
 * @param {string} root the path from this page to the documents
 * @param {string} text what to search for, or empty
 */
export async function openSearch(root, text) {
  dialog ??= makeDialog(root);
  if (!dialog.open) {
    dialog.showModal();
  }
  const input = find('input', HTMLInputElement, dialog);
  input.select();
  await openHits(root);
  if (text !== '') {
    input.value = text;
    input.dispatchEvent(new Event('input'));
  }
}

/**
 * @param {string} root
 * @returns {HTMLDialogElement}
 */
function makeDialog(root) {
  const made = /** @type {HTMLDialogElement} */ (make('dialog', { class: 'search', 'aria-label': 'Search' }));
  const placeholder = 'A page, a parameter, a country, a code';
  const attributes = { type: 'text', 'aria-label': 'Search pages and countries', placeholder };
  const input = /** @type {HTMLInputElement} */ (make('input', attributes));
  const list = make('div', { id: 'hits', class: 'options', role: 'listbox', 'aria-label': 'Results' });
  const hint = make('p', { 'aria-live': 'polite' }, 'Type to search. Enter opens, Escape closes.');
  made.append(input, list, hint);
  document.body.append(made);
  const options = new OptionList(input, list, { choose: () => made.close() });
  input.addEventListener('input', async () => show(input.value.trim(), options, hint, await openHits(root)));
  made.addEventListener('click', (event) => {
    if (event.target === made) {
      made.close();
    }
  });
  return made;
}

/**
 * @param {string} typed
 * @param {OptionList} options
 * @param {HTMLElement} hint
 * @param {(text: string) => import('./search-hits.js').Found} search
 */
function show(typed, options, hint, search) {
  const { hits, corrected } = search(typed);
  const groups = [...new Set(hits.map(({ group }) => group))];
  options.show(
    ...groups.map((group) => {
      const own = hits.filter((hit) => hit.group === group);
      const heading = make('p', { 'aria-hidden': 'true' }, group);
      return make('div', { role: 'group', 'aria-label': group }, heading, ...own.map(optionOf));
    }),
  );
  const count = hits.length === 1 ? '1 result' : `${hits.length} results`;
  const found = corrected ? `No results for “${typed}”. ${count} for “${corrected}”` : count;
  hint.textContent = hits.length
    ? `${found}. Enter opens, Escape closes.`
    : typed
      ? `No results for “${typed}”.`
      : 'Type to search.';
}
