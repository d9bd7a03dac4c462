/** The list of all routes: shows those that contain what was typed. */

import { find, make } from './dom.js';

const article = find('[data-script]', HTMLElement);
const input = /** @type {HTMLInputElement} */ (make('input', { type: 'search', name: 'route', autocomplete: 'off' }));
const count = make('p', { class: 'quiet', 'aria-live': 'polite' });
const rows = [...article.querySelectorAll('tbody tr')].filter((row) => row instanceof HTMLElement);

/** Hide the routes without a word that was typed, and the groups without a route. */
function filter() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const row of rows) {
    const text = (row.textContent ?? '').toLowerCase();
    row.hidden = !words.every((word) => text.includes(word));
  }
  for (const table of article.querySelectorAll('.scroll')) {
    const isEmpty = table.querySelector('tbody tr:not([hidden])') === null;
    for (const part of [table, table.previousElementSibling, table.previousElementSibling?.previousElementSibling]) {
      part?.toggleAttribute('hidden', isEmpty);
    }
  }
  count.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length} routes`;
}

input.addEventListener('input', filter);
article.querySelector('h2')?.before(make('div', { class: 'controls' }, make('label', {}, 'Filter', input), count));
filter();
