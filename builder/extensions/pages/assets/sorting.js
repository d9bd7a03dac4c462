/** Tables that are sorted by a column when its heading is pressed, and the second time in the other direction. */

import { make } from './dom.js';

const { compare } = new Intl.Collator('en', { numeric: true });

/**
 * @param {HTMLTableRowElement} row
 * @param {number} at
 * @returns {string} what a cell is sorted by
 */
function keyOf({ cells }, at) {
  return cells[at].dataset.value ?? cells[at].textContent;
}

/**
 * Make buttons of the headings with `data-sort`.
 * @param {HTMLTableElement} table
 * @returns {(first: HTMLTableRowElement[]) => void} puts some rows before all others
 */
export function addSorting(table) {
  const body = table.tBodies[0];
  let rows = [...body.rows];
  /** @type {HTMLTableRowElement[]} */
  let top = [];
  const arrange = () => {
    body.append(...rows.filter((row) => top.includes(row)), ...rows.filter((row) => !top.includes(row)));
  };
  for (const head of table.querySelectorAll('th[data-sort]')) {
    const button = make('button', { type: 'button' }, ...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const { cellIndex: at, ariaSort, classList } = /** @type {HTMLTableCellElement} */ (head);
      // Numbers begin with the greatest.
      const isUp = ariaSort ? ariaSort === 'descending' : !classList.contains('number');
      table.querySelector('[aria-sort]')?.removeAttribute('aria-sort');
      head.ariaSort = isUp ? 'ascending' : 'descending';
      rows = rows.toSorted((one, other) => {
        const [first, second] = [keyOf(one, at), keyOf(other, at)];
        return (isUp ? 1 : -1) * (Number(first) - Number(second) || compare(first, second));
      });
      arrange();
    });
  }
  return (first) => {
    top = first;
    arrange();
  };
}
