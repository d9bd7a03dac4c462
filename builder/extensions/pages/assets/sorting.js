/** Sorts a table by the column whose heading is pressed; a second press reverses the order. */

import { make } from './dom.js';

const { compare } = new Intl.Collator('en', { numeric: true });

/**
 * Put buttons into the headings with `data-sort`.
 * @param {HTMLTableElement} table
 * @param {() => void} onChoose is called after a press has sorted the table
 * @returns {{ order: string }} the heading of the column, with `-` before it if descending; setting it sorts the table
 */
export function addSorting(table, onChoose) {
  const heads = [...table.querySelectorAll('th')].filter((head) => 'sort' in head.dataset);
  const initial = heads.find(({ ariaSort }) => ariaSort)?.textContent ?? '';
  let chosen = initial;
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

  /** @param {string} order */
  function sort(order) {
    chosen = order;
    const isUp = !order.startsWith('-');
    const at = heads.findIndex(({ textContent }) => textContent === order.replace(/^-/, ''));
    heads.forEach((head, place) => (head.ariaSort = place === at ? (isUp ? 'ascending' : 'descending') : null));
    const keyOf = (/** @type {HTMLTableRowElement} */ { cells }) => {
      const { dataset, textContent } = cells[heads[at]?.cellIndex ?? 0];
      return dataset.value ?? textContent;
    };
    const rows = [...table.tBodies[0].rows].toSorted((one, other) => {
      const [first, second] = [keyOf(one), keyOf(other)];
      return (isUp ? 1 : -1) * (Number(first) - Number(second) || compare(first, second));
    });
    table.tBodies[0].append(...rows);
  }

  return {
    get order() { return chosen === initial ? '' : chosen; },
    set order(order) { sort(order || initial); },
  };
}
