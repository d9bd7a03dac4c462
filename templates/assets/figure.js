/** The page of an indicator: sorts and filters its table, compares countries over time, and saves a picture. */

import { filterBox } from './country-boxes.js';
import { decoded, embedded, find, make } from './dom.js';
import { pointsOf, yearsOf } from './history.js';
import { LineChart, MOST_LINES, draw } from './line-chart.js';
import { written } from './rounding.js';

const table = find('.ranked', HTMLTableElement);
const body = table.tBodies[0];
const rows = [...body.rows];
const { before = '', after = '', digits = '0', name: indicator = '', unit = '' } = table.dataset;
const values = new Map(rows.map((row) => [row, Number(row.dataset.value)]));
const add = find('[name=add]', HTMLSelectElement);
const scale = document.querySelector('[name=scale]');
const controls = ['text', 'region', ...(scale ? ['scale'] : [])].map((name) =>
  /** @type {HTMLInputElement | HTMLSelectElement} */ (find(`[name=${name}]`, HTMLElement)),
);
const text = find('[name=text]', HTMLInputElement);
const region = find('[name=region]', HTMLSelectElement);
const defaults = controls.map((control) => control.value);
const MOST_IN_PICTURE = 20;

/** @type {HTMLTableRowElement[]} the chosen countries; two or more are compared, in the first rows */
let chosen = [];
let sorted = rows;

const lines = document.querySelector('#lines');
// The lines that are shown before a visitor chooses any, by code.
const first = new Map(
  Object.entries(lines ? /** @type {Record<string, import('./history.js').Years>} */ (embedded('first')) : {}),
);
const firstRows = rows.filter((row) => first.has(row.id));
const chart =
  lines instanceof HTMLElement
    ? new LineChart(lines, { label: `${unit} by year`, isFromZero: scale !== null, write })
    : undefined;

/**
 * @param {number} value
 * @returns {string}
 */
function write(value) {
  return written({ before, after, digits: Number(digits) }, value);
}

/**
 * The axis of the rows that are shown: from zero for bars, otherwise from the least to the greatest value. A comparison
 * has an axis of its own.
 * @returns {{ kind: 'bar' | 'dot', ticks: number[], place: (value: number) => number }} places in percent
 */
function axis() {
  const all = (chosen.length > 1 ? chosen : rows).map((row) => values.get(row) ?? 0);
  const isLog = scale instanceof HTMLSelectElement && scale.value === 'log';
  const above = isLog ? all.filter((value) => value > 0) : all;
  const [least, most] = [Math.min(...above), Math.max(...above)];
  if (isLog) {
    const width = Math.log(most / least) || 1;
    const place = (/** @type {number} */ value) => (value > 0 ? (100 * Math.log(value / least)) / width : 0);
    return { kind: 'dot', ticks: [least, Math.sqrt(least * most), most], place };
  }
  const low = scale === null ? least : 0;
  const width = most - low || 1;
  const place = (/** @type {number} */ value) => (100 * (value - low)) / width;
  return { kind: scale === null ? 'dot' : 'bar', ticks: [low, low + width / 2, most], place };
}

/**
 * Show the table as the controls and the chosen countries say, and the lines and marks of these.
 * @returns {Promise<void>} when the lines are drawn
 */
async function show() {
  const { has, advice } = await filterBox(text);
  const isCompared = chosen.length > 1;
  const top = isCompared ? sorted.filter((row) => chosen.includes(row)) : [];
  body.append(...top, ...sorted.filter((row) => !top.includes(row)));
  for (const row of rows) {
    const isWanted = has(row.id) && (region.value === '' || row.dataset.region === region.value);
    row.hidden = !isWanted && !top.includes(row);
  }
  const count = rows.filter((row) => !row.hidden).length;
  find('#count', HTMLElement).textContent = count === 1 ? '1 country' : `${count} countries${advice}`;
  drawMarks();
  listChosen();
  await drawLines();
}

/** Draw the bar or the dot of each row, and the axis. Beside a comparison, whose axis is shorter, others have none. */
function drawMarks() {
  const { kind, ticks, place } = axis();
  for (const row of rows) {
    row.className = colourOf(row);
    const x = place(values.get(row) ?? 0).toFixed(2);
    const mark = find('rect', SVGRectElement, row);
    mark.setAttribute('class', chosen.length > 1 && !row.className ? 'none' : kind);
    mark.setAttribute('width', kind === 'bar' ? `${x}%` : '10');
    mark.setAttribute('x', kind === 'bar' ? '0' : `${x}%`);
  }
  find('#axis', HTMLElement).replaceChildren(...ticks.map((tick) => make('span', {}, write(tick))));
  find('#marks', SVGGElement).replaceChildren(
    ...chosen.map((row) => draw('path', { class: colourOf(row), d: `M${row.dataset.place} 0v16` })),
  );
}

function listChosen() {
  const years = [...new Set(chosen.map(yearOf))].toSorted();
  find('#chosen', HTMLElement).replaceChildren(
    ...chosen.map((row) => {
      const swatch = make('i', { class: `swatch ${colourOf(row)}` });
      const label = { type: 'button', 'aria-label': `Remove ${nameOf(row)}` };
      const button = make('button', label, swatch, nameOf(row), ' ×');
      button.addEventListener('click', () => choose(chosen.filter((other) => other !== row)));
      return button;
    }),
    chosen.length > 1 && years.length > 1 ? `The years differ: ${years.join(', ')}.` : '',
  );
}

/** Draw the chosen countries over time, or those with the greatest values. */
async function drawLines() {
  if (!(lines instanceof HTMLElement)) {
    return;
  }
  const shown = chosen;
  const read = (shown.length > 0 ? shown : firstRows).map(async (row) => {
    const years = first.get(row.id);
    const points = years ? pointsOf(years) : await yearsOf(lines.dataset.tables ?? '', row.id, indicator);
    return { name: nameOf(row), points };
  });
  const found = await Promise.all(read);
  if (shown === chosen) {
    chart?.show(found);
  }
}

/**
 * @param {HTMLTableRowElement} row
 * @returns {string} the class of the colour of a chosen country, or nothing
 */
function colourOf(row) {
  const at = chosen.indexOf(row);
  return at < 0 ? '' : `chosen c${at + 1}`;
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

/** @param {HTMLTableRowElement[]} these the countries to compare */
function choose(these) {
  chosen = these.slice(0, MOST_LINES);
  keep();
}

/** Write the chosen countries and the controls to the address. */
function keep() {
  const asked = controls
    .filter((control, number) => control.value !== defaults[number])
    .map((control) => `&${control.name}=${encodeURIComponent(control.value)}`);
  history.replaceState(null, '', `#${chosen.map((row) => row.id).join(',')}${asked.join('')}`);
  show();
}

/**
 * Read the chosen countries and the controls from the address.
 * @returns {Promise<void>}
 */
function restore() {
  const [codes, ...asked] = location.hash.slice(1).split('&');
  const named = decoded(codes).toLowerCase().split(',');
  chosen = named.flatMap((code) => rows.find((row) => row.id === code) ?? []).slice(0, MOST_LINES);
  const given = new URLSearchParams(asked.join('&'));
  for (const [number, control] of controls.entries()) {
    control.value = given.get(control.name) ?? defaults[number];
  }
  return show();
}

/**
 * Sort by a column; the second time in the other direction.
 * @param {HTMLTableCellElement} head
 */
function sort(head) {
  const isDown = head.getAttribute('aria-sort') === 'ascending';
  for (const other of table.querySelectorAll('[aria-sort]')) {
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

/** @param {'svg' | 'png'} type */
async function savePicture(type) {
  const { save } = await import('./picture.js');
  const { place } = axis();
  const shown = [...body.rows].filter((row) => (chosen.length > 1 ? chosen.includes(row) : !row.hidden));
  const bars = shown.slice(0, MOST_IN_PICTURE).map((row) => ({
    name: nameOf(row),
    value: row.cells[2].textContent ?? '',
    year: yearOf(row),
    share: place(values.get(row) ?? 0) / 100,
    colour: getComputedStyle(/** @type {Element} */ (row.querySelector('rect'))).fill,
  }));
  const isLog = scale instanceof HTMLSelectElement && scale.value === 'log';
  const titles = [...document.querySelectorAll('.sources span')].map((title) => title.textContent ?? '');
  const sources = new Set(shown.slice(0, MOST_IN_PICTURE).map((row) => titles[Number(row.cells[5].textContent) - 1]));
  const title = find('h1', HTMLElement).textContent ?? '';
  const told = `${unit}${isLog ? ', on a logarithmic scale' : ''}`;
  const drawn = chart && { svg: chart.svg, lines: chart.lines.map(({ name }) => name) };
  save({ title, unit: told, sources: [...sources].join(', '), bars, drawn }, type);
}

for (const head of table.querySelectorAll('th[data-sort]')) {
  if (head instanceof HTMLTableCellElement) {
    const button = make('button', { type: 'button' }, head.textContent ?? '');
    head.replaceChildren(button);
    button.addEventListener('click', () => sort(head));
  }
}
const byName = rows.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), 'en'));
add.append(...byName.map((row) => make('option', { value: row.id }, nameOf(row))));
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
  find(`#${type}`, HTMLButtonElement).addEventListener('click', () => savePicture(type));
}
addEventListener('hashchange', restore);
await restore();
// The image of the flags takes as long to load as all else.
table.classList.add('drawn');
// The lines above the table have moved the row that the address names.
if (chosen.length === 1) {
  chosen[0].scrollIntoView({ block: 'center' });
}
