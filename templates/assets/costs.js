/** The costs: a slider for the requests a day, and the costs of the hosts for these, from the table on the page. */

import { find, make } from './dom.js';

const heading = find('#cost-by-requests', HTMLElement);
const table = find('table', HTMLTableElement);
const hosts = [...table.rows[0].cells].slice(1).map((cell) => cell.textContent ?? '');
const rows = [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent ?? ''));
// A million requests a day.
const first = rows.findIndex(([daily]) => daily === '1,000,000');
const range = { type: 'range', min: '0', max: String(rows.length - 1), value: String(first), id: 'daily' };
const slider = /** @type {HTMLInputElement} */ (make('input', range));
const told = make('output', { for: 'daily' });
const list = make('ul');

/**
 * @param {string} cost such as `free` or `$1,200`
 * @returns {number} in dollars
 */
function dollars(cost) {
  return Number(cost.replaceAll(/[$,]/g, '')) || 0;
}

/** Show the costs of the chosen row, the lowest first. */
function show() {
  const [daily, ...costs] = rows[Number(slider.value)];
  const most = Math.max(...costs.map(dollars), 1);
  told.textContent = daily;
  slider.setAttribute('aria-valuetext', daily);
  const ordered = costs
    .map((cost, at) => ({ cost, host: hosts[at] }))
    .toSorted((one, other) => dollars(one.cost) - dollars(other.cost));
  list.replaceChildren(
    ...ordered.map(({ cost, host }) => {
      const bar = make('span');
      bar.style.width = `${(100 * dollars(cost)) / most}%`;
      return make('li', {}, host, bar, make('b', {}, cost));
    }),
  );
}

slider.addEventListener('input', show);
const label = make('label', { for: 'daily' }, 'Requests a day: ');
heading.after(make('div', { class: 'costs' }, label, told, slider, list));
show();
