/** Pages of groups of countries: their table is sorted and saved, that of all groups is filtered. */

import { fold } from '../../../../edge/core/fold.js';
import { keepState } from './address.js';
import { find } from './dom.js';
import { addSaveMenu, rowsOf } from './save.js';
import { Sorting } from './sorting.js';

const table = find('table.members', HTMLTableElement);
const rows = [...table.tBodies[0].rows];
const texts = rows.map((row) => fold(`${row.cells[0].textContent} ${row.cells[1].textContent} ${row.dataset.names}`));
const input = document.querySelector('[name=text]');
const count = document.querySelector('#count');
const nouns = count?.textContent.replace(/^\d+ /, '');
const sorting = new Sorting(table);

/** Show the groups that match what is typed. */
function show() {
  const typed = input instanceof HTMLInputElement ? fold(input.value) : '';
  rows.forEach((row, at) => (row.hidden = !texts[at].includes(typed)));
  count?.replaceChildren(`${rows.filter((row) => !row.hidden).length} of ${rows.length} ${nouns}`);
}

const { keep, restore } = keepState(input instanceof HTMLInputElement ? [input] : [], {
  show,
  more: () => ({ sort: sorting.state }),
  read: (_, state) => (sorting.state = state.get('sort') ?? ''),
});
sorting.onChoose = keep;
const { title = '', source = '' } = table.dataset;
addSaveMenu(find('#save-table', HTMLElement), () => ({ title, source, rows: () => rowsOf(table) }), ['CSV']);
restore();
