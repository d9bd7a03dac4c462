/** The page of a metric: sorts, filters and scales its table, marks and compares countries, and saves a picture. */

import { fold } from '../../edge/core/fold.js';
import { decoded, find, make } from './dom.js';

const body = find('.ranked tbody', HTMLTableSectionElement);
const rows = [...body.rows];
const values = new Map(rows.map((row) => [row, Number(row.dataset.value)]));
const least = Math.min(...[...values.values()].filter((value) => value > 0));
const most = Math.max(...values.values());
const add = find('[name=add]', HTMLSelectElement);
const controls = ['text', 'region', 'scale'].map((name) =>
  /** @type {HTMLInputElement | HTMLSelectElement} */ (find(`[name=${name}]`, HTMLElement)),
);
const [text, region, scale] = controls;
const defaults = controls.map((control) => control.value);
const MOST_IN_PICTURE = 20;

/** @type {HTMLTableRowElement[]} the marked countries; two or more are compared, in the first rows */
let chosen = [];
let sorted = rows;

/**
 * Calculate the length of a bar in percent. A logarithmic scale begins at half of the least value above zero.
 * @param {HTMLTableRowElement} row
 * @returns {number}
 */
function share(row) {
  const value = values.get(row) ?? 0;
  const part = scale.value === 'log' ? Math.log((2 * value) / least) / Math.log((2 * most) / least) : value / most;
  return Math.max(0, 100 * part) || 0;
}

/** Show the table as the controls and the marked countries say, and the marks on the strip. */
function show() {
  const isCompared = chosen.length > 1;
  const top = isCompared ? sorted.filter((row) => chosen.includes(row)) : [];
  body.append(...top, ...sorted.filter((row) => !top.includes(row)));
  for (const row of rows) {
    const names = fold(`${nameOf(row)} ${row.id}`);
    row.classList.toggle('chosen', chosen.includes(row));
    row.hidden =
      !top.includes(row) &&
      (!names.includes(fold(text.value)) || (region.value !== '' && row.dataset.region !== region.value));
    row.querySelector('rect')?.setAttribute('width', String(share(row)));
  }
  const count = rows.filter((row) => !row.hidden).length;
  const years = [...new Set(chosen.map(yearOf))].toSorted();
  find('#count', HTMLElement).textContent = count === 1 ? '1 country' : `${count} countries`;
  find('#mark', SVGPathElement).setAttribute('d', chosen.map((row) => `M${row.dataset.place} 0v16`).join(''));
  find('#chosen', HTMLElement).replaceChildren(
    ...chosen.map((row) => {
      const button = make('button', { type: 'button', 'aria-label': `Remove ${nameOf(row)}` }, `${nameOf(row)} ×`);
      button.addEventListener('click', () => choose(chosen.filter((other) => other !== row)));
      return button;
    }),
    isCompared && years.length > 1 ? `The years differ: ${years.join(', ')}.` : '',
  );
}

/**
 * @param {HTMLTableRowElement} row
 * @returns {string}
 */
function nameOf(row) {
  return row.cells[1].textContent ?? '';
}

/**
 * @param {HTMLTableRowElement} row
 * @returns {string}
 */
function yearOf(row) {
  return row.cells[4].textContent ?? '';
}

/** @param {HTMLTableRowElement[]} these the countries to mark */
function choose(these) {
  chosen = these;
  keep();
}

/** Write marks and controls to the address. */
function keep() {
  const asked = controls
    .filter((control, number) => control.value !== defaults[number])
    .map((control) => `&${control.name}=${encodeURIComponent(control.value)}`);
  history.replaceState(null, '', `#${chosen.map((row) => row.id).join(',')}${asked.join('')}`);
  show();
}

/** Read marks and controls from the address. */
function restore() {
  const [codes, ...asked] = location.hash.slice(1).split('&');
  const named = decoded(codes).toLowerCase().split(',');
  chosen = rows.filter((row) => named.includes(row.id));
  const given = new URLSearchParams(asked.join('&'));
  for (const [number, control] of controls.entries()) {
    control.value = given.get(control.name) ?? defaults[number];
  }
  show();
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
  const keyed = rows.map((row) => ({
    row,
    key: { 1: nameOf(row), 2: values.get(row) }[at] ?? (Number(row.cells[at].textContent) || 0),
  }));
  keyed.sort(({ key: one }, { key: other }) =>
    typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other), 'en'),
  );
  sorted = (isDown ? keyed.toReversed() : keyed).map(({ row }) => row);
  show();
}

for (const head of document.querySelectorAll('.ranked th[data-sort]')) {
  if (head instanceof HTMLTableCellElement) {
    const button = make('button', { type: 'button' }, head.textContent ?? '');
    head.replaceChildren(button);
    button.addEventListener('click', () => sort(head));
  }
}
const named = rows.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), 'en'));
add.append(...named.map((row) => make('option', { value: row.id }, nameOf(row))));
add.addEventListener('change', () => {
  const row = rows.find((one) => one.id === add.value);
  add.value = '';
  if (row && !chosen.includes(row)) {
    choose([...chosen, row]);
  }
});
for (const control of controls) {
  control.addEventListener('input', keep);
}
find('#link', HTMLButtonElement).addEventListener('click', async (event) => {
  await navigator.clipboard.writeText(location.href);
  /** @type {HTMLElement} */ (event.target).textContent = 'Copied';
});
for (const type of /** @type {const} */ (['svg', 'png'])) {
  find(`#${type}`, HTMLButtonElement).addEventListener('click', async () => {
    const { save } = await import('./picture.js');
    const shown = [...body.rows].filter((row) => (chosen.length > 1 ? chosen.includes(row) : !row.hidden));
    const bars = shown.slice(0, MOST_IN_PICTURE).map((row) => ({
      name: nameOf(row),
      value: row.cells[2].textContent ?? '',
      year: yearOf(row),
      share: share(row) / 100,
      isChosen: chosen.includes(row),
    }));
    const where = scale.value === 'log' ? ', on a logarithmic scale' : '';
    const unit = `${find('h1 + p', HTMLElement).textContent?.split(', for')[0]}${where}`;
    const sources = new Set(shown.slice(0, MOST_IN_PICTURE).map((row) => row.cells[5].textContent ?? ''));
    const title = find('h1', HTMLElement).textContent ?? '';
    save({ title, unit, sources: [...sources].join(', '), bars }, type);
  });
}
addEventListener('hashchange', restore);
restore();
