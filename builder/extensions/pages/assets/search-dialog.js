/** The dialog of the search. Back closes it. */

import { find } from './dom.js';
import { addressOf, addSearchBox, queryInAddress } from './search-box.js';

const DIALOG = `<dialog class="search" aria-label="Search" closedby="any">
<input type="text" aria-label="Search pages and countries" placeholder="A country, a fact, a page, a request">
<form method="dialog"><button class="close" aria-label="Close the search">×</button></form>
<div id="hits" class="options" role="listbox" aria-label="Results"></div>
<p aria-live="polite">Type to search.</p></dialog>`;

/** @type {ReturnType<typeof makeDialog> | undefined} */
let opened;
/** @type {Promise<unknown> | undefined} settled when Back has left the step of a closed search */
let leaving;

/**
 * Open the search.
 * @param {string} root the path from this page to the documents
 * @param {string} text what to search for, or empty
 */
export async function openSearch(root, text) {
  await leaving;
  opened ??= makeDialog(root);
  const { dialog, input, search } = opened;
  if (!dialog.open) {
    dialog.showModal();
  }
  if (queryInAddress() === null) {
    history.pushState('search', '', addressOf(text));
  }
  input.select();
  await search(text);
}

/** @param {string} root */
function makeDialog(root) {
  document.body.insertAdjacentHTML('beforeend', DIALOG);
  const dialog = find('dialog.search', HTMLDialogElement);
  const input = find('input', HTMLInputElement, dialog);
  // Closing the dialog goes back from the step that opened it. A page that began with the search has no such step.
  dialog.addEventListener('close', () => {
    // The dialog can be open again before this event comes.
    if (dialog.open || queryInAddress() === null) {
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
    if (queryInAddress() === null) {
      dialog.close();
    }
  });
  const [list, hint] = ['.options', 'p'].map((part) => find(part, HTMLElement, dialog));
  return { dialog, input, search: addSearchBox(input, list, hint, root) };
}
