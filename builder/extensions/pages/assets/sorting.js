/** Tables that are sorted by a column when its heading is pressed, and the second time in the other direction. */

import { make } from './dom.js';

const { compare } = new Intl.Collator('en', { numeric: true });

/**
 * Put buttons into the headings of a table that have `data-sort`.
 * @param {HTMLTableElement} table
 * @param {() => void} onChoose follows the choice of a column
 * @returns {{ order: string }} the name of the column, after a minus if the greatest is first; empty as at first
 */
export function addSorting(table, onChoose) {
  const heads = [...table.querySelectorAll('th')].filter((head) => 'sort' in head.dataset);
  const initial = readOrder();
  for (const head of heads) {
    const button = make('button', { type: 'button' }, ...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      // Numbers begin with the greatest.
      const isUp = head.ariaSort ? head.ariaSort === 'descending' : !head.classList.contains('number');
      sort((isUp ? '' : '-') + head.textContent);
      onChoose();
    });
  }

  function readOrder() {
    const head = heads.find(({ ariaSort }) => ariaSort);
    return head ? (head.ariaSort === 'ascending' ? '' : '-') + head.textContent : '';
  }

  /** @param {string} order */
  function sort(order) {
    const isUp = !order.startsWith('-');
    const head = heads.find(({ textContent }) => textContent === order.replace(/^-/, ''));
    heads.forEach((other) => other.removeAttribute('aria-sort'));
    if (head) {
      head.ariaSort = isUp ? 'ascending' : 'descending';
      const keyOf = (/** @type {HTMLTableRowElement} */ { cells }) => {
        const { dataset, textContent } = cells[head.cellIndex];
        return dataset.value ?? textContent;
      };
      const rows = [...table.tBodies[0].rows].toSorted((one, other) => {
        const [first, second] = [keyOf(one), keyOf(other)];
        return (isUp ? 1 : -1) * (Number(first) - Number(second) || compare(first, second));
      });
      table.tBodies[0].append(...rows);
    }
  }

  return {
    get order() {
      const order = readOrder();
      return order === initial ? '' : order;
    },
    set order(order) {
      sort(order || initial);
    },
  };
}
