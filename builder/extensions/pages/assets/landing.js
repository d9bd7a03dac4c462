/** The search in a page, which is loaded when a person turns to it. */

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

// Back from a page that was found shows what was typed; so does Enter before this script was loaded.
input.value ||= new URLSearchParams(location.search).get('q') ?? '';
if (input.value === '') {
  input.addEventListener('focus', open, { once: true });
} else {
  open();
}
