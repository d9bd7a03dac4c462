/** Compares countries: a metric over time, the values of all metrics with rank and year, and facts. */

import { keepState } from './address.js';
import { addPicker } from './country-boxes.js';
import { countryPage, declared, fetchOnce, find, make } from './dom.js';
import { LineChart, MOST_LINES } from './line-chart.js';
import { rankOf, written } from './rounding.js';
import { addSaveMenu } from './save.js';

/**
 * @import { Figures, Metric } from './rounding.js'
 * @typedef {Record<string, any>} Country a record of the API
 */

const FACTS = /** @type {[title: string, write: (country: Country) => string][]} */ ([
  ['Capital', ({ capital = [] }) => capital.join(', ')],
  ['Region', ({ subregion, region }) => subregion ?? region],
  ['Languages', ({ languages = {} }) => Object.values(languages).join(', ')],
  ['Currency', ({ currencies = {} }) => Object.values(currencies).map(({ name }) => name).join(', ')],
  ['Time zones', ({ timezones = [] }) => [...new Set([timezones[0], timezones.at(-1)])].join(' to ')],
  ['Government', ({ enrichment }) => enrichment?.government?.type],
  ['Land borders', ({ borders = [] }) => (borders.length > 0 ? `With ${borders.length}` : 'None')],
  ['Member of the United Nations', ({ unMember }) => (unMember ? 'Yes' : 'No')],
  ['Domain', ({ tld = [] }) => tld.join(', ')],
]);

const table = find('.compared', HTMLTableElement);
const input = find('[name=country]', HTMLInputElement);
const select = find('[name=indicator]', HTMLSelectElement);
const message = find('#message', HTMLElement);
const comparison = find('#compared', HTMLElement);
const call = find('#call', HTMLElement);

/** @type {string[]} codes in lower case, in the order in which they were added */
let chosen = [];

const [named, figures] = /** @type {[{ countries: string[][] }, Figures]} */ (
  await Promise.all(['assets/names.json', 'assets/figures.json'].map((file) => fetchOnce(file)))
);
const names = new Map(named.countries.map(([name, code]) => [code.toLowerCase(), name]));
const box = find('#lines', HTMLElement);
const chart = new LineChart(box, lookOf(figures.indicators[0]));

// The address has the countries, then the metric over time: `#ke,gh/gdp`.
const { keep, restore } = keepState([chart.since, chart.scale], {
  show,
  first: () => chosen.join(',') + (select.selectedIndex > 0 ? `/${select.value}` : ''),
  more: () => ({ year: chart.year }),
  read: (address, state) => {
    const [countries, metric = ''] = address.split('/');
    const codes = [...new Set(countries.toLowerCase().split(','))].filter(Boolean);
    select.selectedIndex = Math.max(0, [...select.options].findIndex(({ value }) => value === metric));
    const known = codes.filter((code) => names.has(code));
    chosen = known.length > 0 ? known.slice(0, MOST_LINES) : (box.dataset.first?.split(' ') ?? []);
    chart.year = state.get('year') ?? '';
    const unknown = codes.filter((code) => !names.has(code)).map((code) => `“${code}”`);
    message.textContent = [
      unknown.length > 0 ? `No country has the code ${unknown.join(' or ')}.` : '',
      known.length > MOST_LINES ? `At most ${MOST_LINES} countries are compared.` : '',
    ].filter(Boolean).join(' ');
  },
});

/** @param {Metric} metric */
function lookOf(metric) {
  return { ...metric, write: (/** @type {number} */ value) => written(metric, value) };
}

/** Show the values of the chosen countries, then their lines and facts, whose files must be fetched. */
async function show() {
  const shown = chosen;
  const metric = figures.indicators.find(({ name }) => name === select.value) ?? figures.indicators[0];
  comparison.hidden = shown.length === 0;
  table.style.setProperty('--countries', String(shown.length));
  find('thead tr', HTMLElement, table).replaceChildren(make('td'), ...shown.map(headOf));
  table.tBodies[0].replaceChildren(...figures.indicators.map((one, at) => rowOfMetric(one, at, shown)));
  chart.look = lookOf(metric);
  const isShown = () => shown === chosen && metric.name === select.value;
  const countries = shown.map((code) => /** @type {[string, string]} */ ([code, names.get(code) ?? code]));
  // A record comes from its file, which every host has.
  const reading = Promise.all(shown.map((code) => fetchOnce(`${comparison.dataset.files}v1/alpha/${code}.json`)));
  const [records] = await Promise.all([reading, chart.show(countries, isShown)]);
  if (!isShown()) {
    return;
  }
  table.tBodies[0].append(
    ...FACTS.map(([fact, write]) => {
      return rowOf(fact, records.map(([record]) => make('td', {}, write(record) || '–')));
    }),
  );
  const target = `/v1/alpha/${shown.join(',')}`;
  find('code', HTMLElement, call).textContent = target;
  find('a', HTMLAnchorElement, call).href = `console.html#${target}`;
  // The call is shown last, since rows of facts would move it.
  call.hidden = false;
}

/** @type {(code: string, at: number) => HTMLElement} */
function headOf(code, at) {
  const name = names.get(code) ?? code;
  const src = `${declared('flags')}/svg/${code}.svg`;
  const flag = make('img', { src, alt: '', width: '64', height: '48' });
  const link = make('a', { href: countryPage(code) }, name);
  return make('th', { scope: 'col' }, flag, make('div', {}, make('i', { class: `swatch c${at + 1}` }), link));
}

/** @type {(metric: Metric, at: number, codes: string[]) => HTMLElement} `at`: its index in the values of a country */
function rowOfMetric(metric, at, codes) {
  const ranked = Object.values(figures.countries).flatMap((entries) => entries[at]?.[0] ?? []);
  const entries = codes.map((code) => figures.countries[code.toUpperCase()]?.[at]);
  const values = entries.flatMap((entry) => (entry ? [entry[0]] : []));
  const best = metric.lowest ? Math.min(...values) : Math.max(...values);
  const cells = entries.map((entry) => {
    if (!entry) {
      return make('td', {}, '–');
    }
    const [value, year] = entry;
    const isBest = values.length > 1 && value === best;
    const title = metric.lowest ? 'lowest' : 'highest';
    const mark = isBest ? [' ', make('em', { role: 'img', title, 'aria-label': title })] : [];
    const texts = [` ${rankOf(value, ranked)}`, ...(year ? [` (${year.slice(0, 4)})`] : [])];
    const below = texts.map((text) => make('small', {}, text));
    const cell = make('td', {}, make('b', {}, written(metric, value)), ...mark, ...below);
    cell.style.setProperty('--share', String(value / Math.max(...values)));
    return cell;
  });
  const title = make('a', { href: `figures/${metric.name}.html#${codes.join(',')}` }, metric.short);
  return rowOf(title, cells);
}

/** @type {(title: Node | string, cells: HTMLElement[]) => HTMLElement} whose cells name their countries */
function rowOf(title, cells) {
  cells.forEach((cell, at) => (cell.dataset.country = names.get(chosen[at])));
  return make('tr', {}, make('th', { scope: 'row' }, title), ...cells);
}

/** @param {string[]} codes the countries to compare */
function choose(codes) {
  chosen = codes.slice(0, MOST_LINES);
  message.textContent = codes.length > MOST_LINES ? `At most ${MOST_LINES} countries; remove one first.` : '';
  keep();
}

/** @returns {string[][]} a row for each metric: its newest value in each country, not rounded, with the year */
function newestRows() {
  const heads = chosen.map((code) => names.get(code) ?? code);
  return [
    ['metric', 'unit', ...heads.flatMap((name) => [name, `${name}, year`])],
    ...figures.indicators.map(({ title, unit }, at) => {
      const entries = chosen.map((code) => figures.countries[code.toUpperCase()]?.[at]);
      return [title, unit, ...entries.flatMap((entry) => [String(entry?.[0] ?? ''), entry?.[1] ?? ''])];
    }),
  ];
}

addPicker(input, (country) => {
  if (country) {
    input.value = '';
    choose([...new Set([...chosen, country.code])]);
  }
});
select.addEventListener('change', () => keep());
chart.onChoose = () => keep();
chart.onRemove = (at) => choose(chosen.toSpliced(at, 1));
addSaveMenu(find('#save-table', HTMLElement), () => {
  const title = `Comparison of ${chosen.map((code) => names.get(code)).join(', ')}`;
  return { title, source: figures.sources.join('; '), rows: newestRows };
}, ['CSV']);
restore();
