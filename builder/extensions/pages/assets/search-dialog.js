/** The dialog of the search. It is there at once, and searches when the code for that is loaded. Back closes it. */

import { find, searchAddress } from './dom.js';

const DIALOG = `<dialog class="search" aria-label="Search" closedby="any">
<input type="text" aria-label="Search pages and countries" placeholder="A country, a fact, a page, a request">
<form method="dialog"><button class="close" aria-label="Close the search">×</button></form>
<div id="hits" class="options" role="listbox" aria-label="Results"></div>
<p aria-live="polite">Type to search.</p></dialog>`;

/** @type {ReturnType<typeof makeDialog> | undefined} */
let opened;
/** @type {((text: string) => Promise<void>) | undefined} */
let search;
/** @type {Promise<unknown> | undefined} settled when the step of the history that a closed search had is gone */
let leaving;

/** @returns {string | null} the text in the address, or null without a search */
export function queryInAddress() {
  return new URLSearchParams(location.search).get('q');
}

/**
 * Open the search. The box has the focus when this returns, so that no key is lost.
 * @param {string} root the path from this page to the documents
 * @param {string} text what to search for, or empty
 */
export async function openSearch(root, text) {
  opened ??= makeDialog();
  const { dialog, input, list, hint } = opened;
  dialog.showModal();
  input.value = text;
  input.select();
  await leaving;
  if (dialog.open && queryInAddress() === null) {
    history.pushState('search', '', searchAddress(input.value));
  }
  const { addSearchBox } = await import('./search-box.js');
  search ??= addSearchBox(input, list, hint, root);
  // It can be closed before the code is loaded.
  if (dialog.open) {
    await search(input.value);
  }
}

function makeDialog() {
  document.body.insertAdjacentHTML('beforeend', DIALOG);
  const dialog = find('dialog.search', HTMLDialogElement);
  const input = find('input', HTMLInputElement, dialog);
  // An Enter that comes before the code of the search is not lost.
  input.addEventListener('keydown', ({ key }) => (input.dataset.key = key));
  // Closing the dialog goes back from the step that opened it. A page that began with the search has no such step.
  dialog.addEventListener('close', () => {
    // It can be open again before this event comes.
    if (dialog.open || leaving || queryInAddress() === null) {
      return;
    }
    if (history.state === 'search') {
      const left = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
      leaving = left.then(() => (leaving = undefined));
      history.back();
    } else {
      history.replaceState(null, '', location.pathname + location.hash);
    }
  });
  addEventListener('popstate', () => {
    if (queryInAddress() === null && !leaving) {
      dialog.close();
    }
  });
  const [list, hint] = ['.options', 'p'].map((part) => find(part, HTMLElement, dialog));
  return { dialog, input, list, hint };
}
