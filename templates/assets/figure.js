/** The page of a metric: sorts and filters its table, changes the scale of the bars, and marks a country. */

import { fold } from '../../edge/core/fold.js';
import { decoded, find, make } from './dom.js';

const controls = find('#controls', HTMLElement);
const body = find('.ranked tbody', HTMLTableSectionElement);
const rows = [...body.rows];
const values = rows.map((row) => Number(row.dataset.value));
const least = Math.min(...values.filter((value) => value > 0));
const most = Math.max(...values);

/** Show the rows that match the name and the region. */
function filter() {
  const text = fold(find('[name=text]', HTMLInputElement).value);
  const region = find('[name=region]', HTMLSelectElement).value;
  for (const row of rows) {
    const names = fold(`${row.cells[1].textContent} ${row.id}`);
    row.hidden = !names.includes(text) || (region !== '' && row.dataset.region !== region);
  }
  const count = rows.filter((row) => !row.hidden).length;
  find('#count', HTMLElement).textContent = count === 1 ? '1 country' : `${count} countries`;
}

/** Draw the bars again on the chosen scale. A logarithmic one begins at half of the least value above zero. */
function scale() {
  const isLog = find('[name=scale]', HTMLSelectElement).value === 'log';
  rows.forEach((row, number) => {
    const value = values[number];
    const share = isLog ? Math.log((2 * value) / least) / Math.log((2 * most) / least) : value / most;
    row.querySelector('rect')?.setAttribute('width', String(Math.max(0, 100 * share) || 0));
  });
}

/**
 * Sort by a column; the second time in the other direction.
 * @param {HTMLTableCellElement} head
 */
function sort(head) {
  const isDown = head.getAttribute('aria-sort') === 'ascending';
  for (const other of body.closest('table')?.querySelectorAll('[aria-sort]') ?? []) {
    other.removeAttribute('aria-sort');
  }
  head.setAttribute('aria-sort', isDown ? 'descending' : 'ascending');
  const at = head.cellIndex;
  const keyed = rows.map((row, number) => ({
    row,
    key: { 1: row.cells[1].textContent ?? '', 2: values[number] }[at] ?? (Number(row.cells[at].textContent) || 0),
  }));
  keyed.sort(({ key: one }, { key: other }) =>
    typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other), 'en'),
  );
  body.append(...(isDown ? keyed.toReversed() : keyed).map(({ row }) => row));
}

/** Mark the country in the address, in the table and on the strip. */
function mark() {
  const code = decoded(location.hash.slice(1)).toLowerCase();
  for (const row of rows) {
    row.classList.toggle('chosen', row.id === code);
  }
  const place = rows.find((row) => row.id === code)?.dataset.place;
  find('#mark', SVGPathElement).setAttribute('d', place === undefined ? '' : `M${place} 0v16`);
}

for (const head of document.querySelectorAll('.ranked th[data-sort]')) {
  if (head instanceof HTMLTableCellElement) {
    const button = make('button', { type: 'button' }, head.textContent ?? '');
    head.replaceChildren(button);
    button.addEventListener('click', () => sort(head));
  }
}
controls.addEventListener('input', () => {
  filter();
  scale();
});
addEventListener('hashchange', mark);
mark();
