/** The dialog of the search. Its text is in the address as `?q=`, and Back closes it. */

import { find, make } from './dom.js';
import { OptionList, optionOf } from './option-list.js';
import { openHits } from './search-hits.js';

/** @type {HTMLDialogElement | undefined} */
let dialog;
/** @type {Promise<unknown> | undefined} settled when the step of the history that a closed search had is gone */
let leaving;

/** @returns {string | null} the text in the address, if the search is open there */
function asked() {
  return new URLSearchParams(location.search).get('q');
}

/**
 * Open the search.
 * @param {string} root the path from this page to the documents
 * @param {string} text what to search for, or empty
 */
export async function openSearch(root, text) {
  await leaving;
  dialog ??= makeDialog(root);
  if (!dialog.open) {
    dialog.showModal();
  }
  if (asked() === null) {
    history.pushState('search', '', `?${new URLSearchParams({ q: text })}${location.hash}`);
  }
  const input = find('input', HTMLInputElement, dialog);
  input.select();
  await openHits(root);
  if (text !== '') {
    input.value = text;
    input.dispatchEvent(new Event('input'));
  }
}

/** @param {string} root */
function makeDialog(root) {
  const made = /** @type {HTMLDialogElement} */ (make('dialog', { class: 'search', 'aria-label': 'Search' }));
  const placeholder = 'A country, a fact, a page, a request';
  const attributes = { type: 'text', 'aria-label': 'Search pages and countries', placeholder };
  const input = /** @type {HTMLInputElement} */ (make('input', attributes));
  const close = make('button', { type: 'button', class: 'close', 'aria-label': 'Close the search' }, '×');
  const list = make('div', { id: 'hits', class: 'options', role: 'listbox', 'aria-label': 'Results' });
  const hint = make('p', { 'aria-live': 'polite' }, 'Type to search. Enter opens, Escape closes.');
  made.append(input, close, list, hint);
  document.body.append(made);
  const options = new OptionList(input, list, {});
  input.addEventListener('input', async () => {
    history.replaceState(history.state, '', `?${new URLSearchParams({ q: input.value })}${location.hash}`);
    show(input.value.trim(), options, hint, await openHits(root));
  });
  close.addEventListener('click', () => made.close());
  made.addEventListener('click', (event) => {
    if (event.target === made) {
      made.close();
    }
  });
  // The step of the history that opened it goes with it; a page that began with the search stays.
  made.addEventListener('close', () => {
    // It can be open again before this event comes.
    if (made.open || asked() === null) {
      return;
    }
    if (history.state === 'search') {
      leaving = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
      history.back();
    } else {
      history.replaceState(null, '', location.pathname + location.hash);
    }
  });
  addEventListener('popstate', () => {
    if (asked() === null) {
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
  const isNothing = groups.includes('Try instead') || corrected !== '';
  const count = hits.length === 1 ? '1 result' : `${hits.length} results`;
  const found = corrected ? ` ${count} for “${corrected}”.` : '';
  hint.textContent = isNothing
    ? `No results for “${typed}”.${found}`
    : typed
      ? `${count}. Enter opens, Escape closes.`
      : 'Type to search.';
}
