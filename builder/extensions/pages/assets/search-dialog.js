/** The dialog of the search. Back closes it. */

import { make } from './dom.js';
import { addressOf, addSearchBox, asked } from './search-box.js';

/** @type {ReturnType<typeof makeDialog> | undefined} */
let search;
/** @type {Promise<unknown> | undefined} settled when the step of the history that a closed search had is gone */
let leaving;

/**
 * Open the search.
 * @param {string} root the path from this page to the documents
 * @param {string} text what to search for, or empty
 */
export async function openSearch(root, text) {
  await leaving;
  search ??= makeDialog(root);
  if (!search.dialog.open) {
    search.dialog.showModal();
  }
  if (asked() === null) {
    history.pushState('search', '', addressOf(text));
  }
  search.input.select();
  if (text !== '') {
    await search.find(text);
  }
}

/** @param {string} root */
function makeDialog(root) {
  const looks = { class: 'search', 'aria-label': 'Search', closedby: 'any' };
  const dialog = /** @type {HTMLDialogElement} */ (make('dialog', looks));
  const placeholder = 'A country, a fact, a page, a request';
  const attributes = { type: 'text', 'aria-label': 'Search pages and countries', placeholder };
  const input = /** @type {HTMLInputElement} */ (make('input', attributes));
  const close = make('button', { type: 'button', class: 'close', 'aria-label': 'Close the search' }, '×');
  const list = make('div', { id: 'hits', class: 'options', role: 'listbox', 'aria-label': 'Results' });
  const hint = make('p', { 'aria-live': 'polite' }, 'Type to search. Enter opens, Escape closes.');
  dialog.append(input, close, list, hint);
  document.body.append(dialog);
  close.addEventListener('click', () => dialog.close());
  // The step of the history that opened it goes with it; a page that began with the search stays.
  dialog.addEventListener('close', () => {
    // It can be open again before this event comes.
    if (dialog.open || asked() === null) {
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
      dialog.close();
    }
  });
  return { dialog, input, find: addSearchBox(input, list, hint, root) };
}
