/** The page of a metric: sorts and filters its table, compares countries over time, and saves what it shows. */

import { keepState } from './address.js';
import { addPicker, filterBox } from './country-boxes.js';
import { find } from './dom.js';
import { LineChart, MOST_LINES } from './line-chart.js';
import { written } from './rounding.js';
import { addSaveMenu, rowsOf } from './save.js';
import { addSorting } from './sorting.js';

const table = find('.ranked', HTMLTableElement);
const rows = [...table.tBodies[0].rows];
const { before = '', after = '', digits = '0', name: metric = '', unit = '', source = '' } = table.dataset;
const title = find('h1', HTMLElement).textContent;
const text = find('[name=text]', HTMLInputElement);
const region = find('[name=region]', HTMLSelectElement);
const message = find('#message', HTMLElement);

/** @type {HTMLTableRowElement[]} the chosen countries */
let chosen = [];

const write = (/** @type {number} */ value) => written({ before, after, digits: Number(digits) }, value);
const box = document.querySelector('#lines');
const look = { name: metric, title, unit, isLog: 'log' in table.dataset, write };
const chart = box instanceof HTMLElement ? new LineChart(box, look) : undefined;

const sorting = addSorting(table, () => keep());
const { keep, restore } = keepState([text, region, ...(chart ? [chart.since, chart.scale] : [])], {
  show,
  first: () => chosen.map((row) => row.id).join(','),
  more: () => ({ sort: sorting.order, year: chart?.year ?? '' }),
  read: (codes, state) => {
    const named = [...new Set(codes.toLowerCase().split(','))].filter(Boolean);
    chosen = named.flatMap((code) => rows.find((row) => row.id === code) ?? []).slice(0, MOST_LINES);
    const unknown = named.filter((code) => !rows.some((row) => row.id === code)).map((code) => `“${code}”`);
    message.textContent = unknown.length > 0 ? `No row has the code ${unknown.join(' or ')}.` : '';
    sorting.order = state.get('sort') ?? '';
    if (chart) {
      chart.year = state.get('year') ?? '';
    }
  },
});

/** Filter the table by the controls, mark the chosen countries, and draw the lines. */
async function show() {
  const { has, advice } = await filterBox(text);
  for (const row of rows) {
    row.className = chosen.includes(row) ? `chosen c${chosen.indexOf(row) + 1}` : '';
    row.hidden = !has(row.id) || !['', row.dataset.region].includes(region.value);
  }
  const count = rows.filter((row) => !row.hidden).length;
  find('#count', HTMLElement).textContent = count === 1 ? '1 country' : `${count} countries${advice}`;
  const shown = chosen;
  const countries = drawn().map((row) => /** @type {[string, string]} */ ([row.id, row.cells[1].textContent]));
  await chart?.show(countries, () => shown === chosen);
}

/** @returns {HTMLTableRowElement[]} the countries in the chart: the chosen countries, or else `data-first` */
function drawn() {
  const first = chart?.box.dataset.first?.split(' ') ?? [];
  return chosen.length > 0 ? chosen : rows.filter(({ id }) => first.includes(id));
}

/** @param {HTMLTableRowElement[]} compared rows of the countries to compare */
function choose(compared) {
  chosen = compared.slice(0, MOST_LINES);
  keep();
}

if (chart) {
  const add = find('[name=add]', HTMLInputElement);
  addPicker(add, (country) => {
    if (country) {
      const row = rows.find((one) => one.id === country.code);
      add.value = '';
      const all = [...new Set([...drawn(), ...(row ? [row] : [])])];
      const isFull = all.length > MOST_LINES ? `At most ${MOST_LINES} countries; remove one first.` : '';
      message.textContent = row ? isFull : `${country.name} has no value.`;
      choose(all);
    }
  });
  chart.onRemove = (at) => choose(drawn().toSpliced(at, 1));
  chart.onChoose = () => keep();
}
addSaveMenu(find('#save-table', HTMLElement), () => ({ title, source, rows: () => rowsOf(table) }), ['CSV']);
await restore();
// Flags are shown last: their image takes as long to load as the rest of the page.
table.classList.add('ready');
// The chart above the table has moved the row that the address names.
if (chosen.length === 1) {
  chosen[0].scrollIntoView({ block: 'center' });
}
