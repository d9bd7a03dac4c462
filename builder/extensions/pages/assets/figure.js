/** The page of an indicator: sorts and filters its table, compares countries over time, and saves a picture. */

import { addPicker, filterBox } from './country-boxes.js';
import { decoded, embedded, find, make } from './dom.js';
import { pointsOf, yearsOf } from './history.js';
import { LineChart, MOST_LINES } from './line-chart.js';
import { addSaving } from './picture.js';
import { written } from './rounding.js';
import { addSorting } from './sorting.js';

const table = find('.ranked', HTMLTableElement);
const rows = [...table.tBodies[0].rows];
const { before = '', after = '', digits = '0', name: indicator = '', unit = '' } = table.dataset;
const add = find('[name=add]', HTMLInputElement);
const text = find('[name=text]', HTMLInputElement);
const region = find('[name=region]', HTMLSelectElement);
const told = find('#told', HTMLElement);
const arrange = addSorting(table);

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
    ? new LineChart(lines, { label: `${unit} by year`, isFromZero: lines.dataset.zero === 'true', write })
    : undefined;

/**
 * Show the table as the controls and the chosen countries say, and the lines of these.
 * @returns {Promise<void>} when the lines are drawn
 */
async function show() {
  const { has, advice } = await filterBox(text);
  arrange(chosen.length > 1 ? chosen : []);
  for (const row of rows) {
    row.className = colourOf(row);
    const isWanted = has(row.id) && (region.value === '' || row.dataset.region === region.value);
    row.hidden = !isWanted && !chosen.includes(row);
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
  return row.cells[1].textContent;
}

/** @param {HTMLTableRowElement[]} these the countries to compare */
function choose(these) {
  chosen = these.slice(0, MOST_LINES);
  keep('pushState');
}

/**
 * Write the chosen countries and the controls to the address. Back undoes a choice, but not each letter.
 * @param {'pushState' | 'replaceState'} how
 */
function keep(how) {
  const asked = [text, region].filter(({ value }) => value !== '');
  const controls = asked.map(({ name, value }) => `&${name}=${encodeURIComponent(value)}`);
  history[how](null, '', `#${chosen.map((row) => row.id).join(',')}${controls.join('')}`);
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
  text.value = given.get('text') ?? '';
  region.value = given.get('region') ?? '';
  return show();
}

addPicker(add, (country) => {
  if (country === undefined) {
    return;
  }
  const row = rows.find((one) => one.id === country.code);
  add.value = '';
  told.textContent = row ? '' : `${country.name} has no value.`;
  if (row && !chosen.includes(row)) {
    choose([...chosen, row]);
  }
});
for (const control of [text, region]) {
  control.addEventListener('input', () => keep('replaceState'));
}
if (chart) {
  const title = find('h1', HTMLElement).textContent;
  addSaving(chart.svg, () => ({ title, unit, source: chart.box.dataset.source ?? '' }));
}
addEventListener('hashchange', restore);
await restore();
// The image of the flags takes as long to load as all else.
table.classList.add('ready');
// The lines above the table have moved the row that the address names.
if (chosen.length === 1) {
  chosen[0].scrollIntoView({ block: 'center' });
}
