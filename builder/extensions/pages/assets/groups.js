/** Pages of groups of countries and their indexes: sorts and saves the table; an index filters its table. */

import { fold } from '../../../../edge/core/fold.js';
import { keepState } from './address.js';
import { find } from './dom.js';
import { addSaveMenu, rowsOf } from './save.js';
import { addSorting } from './sorting.js';

const table = find('table.members', HTMLTableElement);
/** @param {HTMLTableRowElement} row */
const textOf = (row) => fold(`${row.cells[0].textContent} ${row.cells[1].textContent} ${row.dataset.names}`);
const texts = new Map([...table.tBodies[0].rows].map((row) => [row, textOf(row)]));
const input = document.querySelector('[name=text]');
const count = document.querySelector('#count');
const nouns = count?.textContent.replace(/^\d+ /, '');
const { title = '', source = '' } = table.dataset;

/** Show the rows that match the typed text, or all. */
function show() {
  const typed = input instanceof HTMLInputElement ? fold(input.value) : '';
  texts.forEach((text, row) => (row.hidden = !text.includes(typed)));
  const shown = [...texts.keys()].filter((row) => !row.hidden);
  count?.replaceChildren(`${shown.length < texts.size ? `${shown.length} of ` : ''}${texts.size} ${nouns}`);
}

const sorting = addSorting(table, () => keep());
const { keep, restore } = keepState(input instanceof HTMLInputElement ? [input] : [], {
  show,
  more: () => ({ sort: sorting.order }),
  read: (_, state) => (sorting.order = state.get('sort') ?? ''),
});
addSaveMenu(find('#save-table', HTMLElement), () => ({ title, source, rows: () => rowsOf(table) }), ['CSV']);
restore();
