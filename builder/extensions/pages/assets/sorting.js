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

/** The order of a table, with buttons in the headings that have `data-sort`. */
export class Sorting {
  /** Follows the choice of a column. */
  onChoose = () => {};

  /** @param {HTMLTableElement} table */
  constructor(table) {
    this.body = table.tBodies[0];
    this.rows = [...this.body.rows];
    this.heads = [...table.querySelectorAll('th')].filter((head) => 'sort' in head.dataset);
    this.initial = this.order;
    /** @type {HTMLTableRowElement[]} rows that are before all others */
    this.top = [];
    for (const head of this.heads) {
      const button = make('button', { type: 'button' }, ...head.childNodes);
      head.append(button);
      button.addEventListener('click', () => {
        // Numbers begin with the greatest.
        const isUp = head.ariaSort ? head.ariaSort === 'descending' : !head.classList.contains('number');
        this.order = (isUp ? '' : '-') + head.textContent;
        this.onChoose();
      });
    }
  }

  /** @returns {string} the name of the column, after a minus if the greatest is first; empty for the first order */
  get state() {
    return this.order === this.initial ? '' : this.order;
  }

  /** @param {string} state */
  set state(state) {
    this.order = state || this.initial;
  }

  get order() {
    const head = this.heads.find(({ ariaSort }) => ariaSort);
    return head ? (head.ariaSort === 'ascending' ? '' : '-') + head.textContent : '';
  }

  /** @param {string} order */
  set order(order) {
    const isUp = !order.startsWith('-');
    const head = this.heads.find(({ textContent }) => textContent === order.replace(/^-/, ''));
    this.heads.forEach((other) => other.removeAttribute('aria-sort'));
    if (head) {
      head.ariaSort = isUp ? 'ascending' : 'descending';
      this.rows = this.rows.toSorted((one, other) => {
        const [first, second] = [keyOf(one, head.cellIndex), keyOf(other, head.cellIndex)];
        return (isUp ? 1 : -1) * (Number(first) - Number(second) || compare(first, second));
      });
      this.arrange();
    }
  }

  /** Put the rows into their order. */
  arrange() {
    const [first, others] = [true, false].map((isTop) => this.rows.filter((row) => this.top.includes(row) === isTop));
    this.body.append(...first, ...others);
  }
}
