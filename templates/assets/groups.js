/** Filters the list of all currencies, languages or regions by name, code and country. */

import { fold } from '../../edge/core/fold.js';
import { find } from './dom.js';

const input = find('[name=text]', HTMLInputElement);
const count = find('#count', HTMLElement);
const nouns = count.textContent?.replace(/^\d+ /, '');
const rows = [...document.querySelectorAll('.members tbody tr')].filter((row) => row instanceof HTMLTableRowElement);
const texts = rows.map((row) => fold(`${row.cells[0].textContent} ${row.cells[1].textContent} ${row.dataset.names}`));

input.addEventListener('input', () => {
  const wanted = fold(input.value);
  rows.forEach((row, at) => {
    row.hidden = !texts[at].includes(wanted);
  });
  const shown = rows.filter((row) => !row.hidden).length;
  count.textContent = `${shown} of ${rows.length} ${nouns}`;
});
