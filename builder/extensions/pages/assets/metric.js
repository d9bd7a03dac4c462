/** The page of a metric: sorts and filters its table, compares countries over time, and saves what it shows. */

import { keepState } from './address.js';
import { addPicker, filterBox } from './country-boxes.js';
import { embedded, find, make } from './dom.js';
import { pointsOf, yearsOf } from './history.js';
import { LineChart, MOST_LINES } from './line-chart.js';
import { written } from './rounding.js';
import { addSaveMenu, rowsOf } from './save.js';
import { Sorting } from './sorting.js';

const table = find('.ranked', HTMLTableElement);
const rows = [...table.tBodies[0].rows];
const { before = '', after = '', digits = '0', name: metric = '', unit = '', source = '' } = table.dataset;
const title = find('h1', HTMLElement).textContent;
const add = find('[name=add]', HTMLInputElement);
const text = find('[name=text]', HTMLInputElement);
const region = find('[name=region]', HTMLSelectElement);
const message = find('#told', HTMLElement);
const sorting = new Sorting(table);

/** @type {HTMLTableRowElement[]} the chosen countries, which are in the first rows */
let chosen = [];

const lines = document.querySelector('#lines');
// The lines that are shown before a visitor chooses any, by code.
const first = new Map(
  Object.entries(lines ? /** @type {Record<string, import('./history.js').Years>} */ (embedded('first')) : {}),
);
const firstRows = rows.filter((row) => first.has(row.id));
const write = (/** @type {number} */ value) => written({ before, after, digits: Number(digits) }, value);
const chart =
  lines instanceof HTMLElement
    ? new LineChart(lines, { title, unit, isFromZero: lines.dataset.zero === 'true', write })
    : undefined;

const { keep, restore } = keepState([text, region], {
  show,
  first: () => chosen.map((row) => row.id).join(','),
  more: () => ({ sort: sorting.state, ...chart?.state }),
  read: (codes, state) => {
    const named = [...new Set(codes.toLowerCase().split(','))].filter(Boolean);
    chosen = named.flatMap((code) => rows.find((row) => row.id === code) ?? []).slice(0, MOST_LINES);
    const unknown = named.filter((code) => !rows.some((row) => row.id === code)).map((code) => `“${code}”`);
    message.textContent = unknown.length > 0 ? `No row has the code ${unknown.join(' or ')}.` : '';
    sorting.state = state.get('sort') ?? '';
    if (chart) {
      chart.state = state;
    }
  },
});

/**
 * Show the table as the controls and the chosen countries say, and the lines of these.
 * @returns {Promise<void>} when the lines are drawn
 */
async function show() {
  const { has, advice } = await filterBox(text);
  sorting.top = chosen.length > 1 ? chosen : [];
  sorting.arrange();
  for (const row of rows) {
    row.className = colourOf(row);
    const isChosen = has(row.id) && (region.value === '' || row.dataset.region === region.value);
    row.hidden = !isChosen && !chosen.includes(row);
  }
  const count = rows.filter((row) => !row.hidden).length;
  find('#count', HTMLElement).textContent = count === 1 ? '1 country' : `${count} countries${advice}`;
  listChosen();
  await drawLines();
}

function listChosen() {
  const years = [...new Set(chosen.flatMap((row) => row.querySelector('.year')?.textContent ?? []))].toSorted();
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
    const points = years ? pointsOf(years) : await yearsOf(lines.dataset.tables ?? '', row.id, metric);
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

/** @param {HTMLTableRowElement} row */
function nameOf(row) {
  return row.cells[1].textContent;
}

/** @param {HTMLTableRowElement[]} these the countries to compare */
function choose(these) {
  chosen = these.slice(0, MOST_LINES);
  keep();
}

addPicker(add, (country) => {
  if (country === undefined) {
    return;
  }
  const row = rows.find((one) => one.id === country.code);
  add.value = '';
  message.textContent = row ? '' : `${country.name} has no value.`;
  if (row && !chosen.includes(row)) {
    choose([...chosen, row]);
  }
  if (!chart) {
    row?.scrollIntoView({ block: 'center' });
  }
});
addSaveMenu(find('#save-table', HTMLElement), () => ({ title, source, rows: () => rowsOf(table) }), ['CSV']);
sorting.onChoose = keep;
if (chart) {
  chart.onChoose = keep;
}
await restore();
// The image of the flags takes as long to load as all else.
table.classList.add('ready');
// The lines above the table have moved the row that the address names.
if (chosen.length === 1) {
  chosen[0].scrollIntoView({ block: 'center' });
}
