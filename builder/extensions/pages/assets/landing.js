/** The search box in a page. The search is loaded when the box has the focus or a text. */

import { find } from './dom.js';

const input = find('#question', HTMLInputElement);
const root = find('.open-search', HTMLElement).dataset.search ?? '';

async function open() {
  const { addSearchBox } = await import('./search-box.js');
  const search = addSearchBox(input, find('#found', HTMLElement), find('#hint', HTMLElement), root);
  if (input.value !== '') {
    await search(input.value);
  }
}

// After Back from a page that was found, and after Enter before this script was loaded, the address has the text.
input.value ||= new URLSearchParams(location.search).get('q') ?? '';
if (input.value === '') {
  input.addEventListener('focus', open, { once: true });
} else {
  open();
}
