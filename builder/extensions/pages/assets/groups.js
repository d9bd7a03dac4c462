/** Pages of groups of countries: their table is sorted, that of all groups filtered by name, code and country. */

import { fold } from '../../../../edge/core/fold.js';
import { find } from './dom.js';
import { addSorting } from './sorting.js';

const table = find('table.members', HTMLTableElement);
const input = document.querySelector('[name=text]');
addSorting(table);
if (input instanceof HTMLInputElement) {
  const count = find('#count', HTMLElement);
  const nouns = count.textContent.replace(/^\d+ /, '');
  const rows = [...table.tBodies[0].rows];
  const texts = rows.map((row) => fold(`${row.cells[0].textContent} ${row.cells[1].textContent} ${row.dataset.names}`));
  input.addEventListener('input', () => {
    const wanted = fold(input.value);
    rows.forEach((row, at) => {
      row.hidden = !texts[at].includes(wanted);
    });
    count.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length} ${nouns}`;
  });
}
