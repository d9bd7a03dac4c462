/** Countries side by side: their figures with year and rank, their facts, and lines over time. */

import { addPicker } from './country-boxes.js';
import { countryPage, declared, decoded, find, make } from './dom.js';
import { yearsOf } from './history.js';
import { LineChart, MOST_LINES } from './line-chart.js';
import { addSaving, saveFile } from './picture.js';
import { rankOf, written } from './rounding.js';

/**
 * @typedef {import('./rounding.js').Written & { name: string, short: string, unit: string,
 *   lowest: boolean, isLog: boolean }} Indicator
 * @typedef {[value: number, year: string, source: number] | null} Entry
 * @typedef {{ indicators: Indicator[], countries: Record<string, Entry[]> }} Figures
 * @typedef {Record<string, any>} Country a record of the API
 */

const FACTS = /** @type {[title: string, write: (country: Country) => string][]} */ ([
  ['Capital', ({ capital = [] }) => capital.join(', ')],
  ['Region', ({ subregion, region }) => subregion ?? region],
  ['Languages', ({ languages = {} }) => Object.values(languages).join(', ')],
  ['Currency', ({ currencies = {} }) => Object.entries(currencies).map(currencyOf).join(', ')],
  ['Time zones', ({ timezones = [] }) => [...new Set([timezones[0], timezones.at(-1)])].join(' to ')],
  ['Government', ({ enrichment }) => enrichment?.government?.type],
  ['Land borders', ({ borders = [] }) => String(borders.length)],
  ['Member of the United Nations', ({ unMember }) => (unMember ? 'yes' : 'no')],
  ['Domain', ({ tld = [] }) => tld.join(', ')],
]);

const table = find('.compared', HTMLTableElement);
const input = find('[name=country]', HTMLInputElement);
const select = find('[name=indicator]', HTMLSelectElement);
const told = find('#told', HTMLElement);
const files = find('#compared', HTMLElement).dataset.files ?? '';
const call = find('#call code', HTMLElement);

/** @type {string[]} codes in lower case, in the order in which they were added */
let chosen = [];

const [named, figures] = /** @type {[{ countries: string[][] }, Figures]} */ (
  await Promise.all(['assets/names.json', 'assets/figures.json'].map(async (file) => (await fetch(file)).json()))
);
const names = new Map(named.countries.map(([name, code]) => [code.toLowerCase(), name]));
const chart = new LineChart(find('#lines', HTMLElement), { label: '', isFromZero: true, write: String });

/**
 * @param {[code: string, currency: { name: string }]} entry
 * @returns {string}
 */
function currencyOf([code, { name }]) {
  return `${name} (${code})`;
}

/**
 * @param {string} code
 * @returns {Promise<Country>} from its file, which every host has
 */
async function recordOf(code) {
  const [record] = await (await fetch(`${files}v1/alpha/${code}.json`)).json();
  return record;
}

/** Show the chosen countries: their figures, and their facts when their records are there. */
async function show() {
  const shown = chosen;
  const reading = Promise.all(shown.map(recordOf));
  find('#empty', HTMLElement).hidden = shown.length > 0;
  table.hidden = shown.length === 0;
  table.style.setProperty('--countries', String(shown.length));
  /** @type {HTMLTableSectionElement} */ (table.tHead).replaceChildren(
    make('tr', {}, make('td', {}), ...shown.map(headOf)),
  );
  const rows = figures.indicators.map((indicator, at) => rowOfFigure(indicator, at, shown));
  table.tBodies[0].replaceChildren(...rows);
  // The chart has its width when it is shown.
  drawLines();
  const countries = await reading;
  if (shown !== chosen) {
    return;
  }
  table.tBodies[0].append(
    ...FACTS.map(([title, write]) =>
      make('tr', {}, make('th', { scope: 'row' }, title), ...countries.map((one) => make('td', {}, write(one) || '–'))),
    ),
  );
  const target = `/v1/alpha/${shown.join(',')}`;
  call.textContent = target;
  find('#call a', HTMLAnchorElement).href = `console.html#${target}`;
  // Not before: what is below the table would move.
  for (const part of [find('#time', HTMLElement), find('#call', HTMLElement)]) {
    part.hidden = shown.length === 0;
  }
}

/**
 * @param {string} code
 * @param {number} at
 * @returns {HTMLElement}
 */
function headOf(code, at) {
  const name = names.get(code) ?? code;
  const remove = make('button', { type: 'button', 'aria-label': `Remove ${name}` }, '×');
  remove.addEventListener('click', () => choose(chosen.filter((other) => other !== code)));
  const src = `${declared('flags')}/svg/${code}.svg`;
  return make(
    'th',
    { scope: 'col' },
    make('img', { src, alt: '', width: '64', height: '48' }),
    remove,
    make('div', {}, make('i', { class: `swatch c${at + 1}` }), make('a', { href: countryPage(code) }, name)),
  );
}

/**
 * @param {Indicator} indicator
 * @param {number} at its place among the figures of a country
 * @param {string[]} codes
 * @returns {HTMLElement}
 */
function rowOfFigure(indicator, at, codes) {
  const ranked = Object.values(figures.countries).flatMap((entries) => entries[at]?.[0] ?? []);
  const entries = codes.map((code) => figures.countries[code.toUpperCase()]?.[at]);
  const values = entries.flatMap((entry) => (entry ? [entry[0]] : []));
  const best = indicator.lowest ? Math.min(...values) : Math.max(...values);
  const cells = entries.map((entry) => {
    if (!entry) {
      return make('td', {}, '–');
    }
    const [value, year] = entry;
    const isBest = values.length > 1 && value === best;
    const mark = isBest ? [' ', make('em', {}, indicator.lowest ? 'lowest' : 'highest')] : [];
    const place = `${year ? `${year.slice(0, 4)}, ` : ''}#${rankOf(value, ranked)}`;
    return make('td', {}, make('b', {}, written(indicator, value)), ...mark, make('small', {}, place));
  });
  const title = make('a', { href: `figures/${indicator.name}.html#${codes.join(',')}` }, indicator.short);
  const count = make('small', {}, `rank # of ${ranked.length}`);
  return make('tr', {}, make('th', { scope: 'row' }, title, ' ', count), ...cells);
}

/** @returns {Indicator} the figure over time */
function overTime() {
  return figures.indicators.find(({ name }) => name === select.value) ?? figures.indicators[0];
}

/** Draw the chosen figure of the chosen countries over time. */
async function drawLines() {
  const shown = chosen;
  const indicator = overTime();
  const lines = await Promise.all(
    shown.map(async (code) => {
      const points = await yearsOf(`${files}tables/`, code, indicator.name);
      return { name: names.get(code) ?? code, points };
    }),
  );
  if (shown === chosen && indicator === overTime()) {
    const label = `${indicator.short} by year`;
    chart.look = { label, isFromZero: indicator.isLog, write: (value) => written(indicator, value) };
    chart.show(lines);
  }
}

/** Write the chosen countries, and the figure over time, to the address, so that Back undoes the choice. */
function keep() {
  const figure = select.selectedIndex > 0 ? `/${select.value}` : '';
  history.pushState(null, '', `#${chosen.join(',')}${figure}`);
}

/** @param {string[]} codes the countries to compare */
function choose(codes) {
  chosen = codes;
  told.textContent = '';
  keep();
  show();
}

/** Read the chosen countries from the address. */
function restore() {
  const [countries, figure = ''] = decoded(location.hash.slice(1)).split('/');
  const codes = [...new Set(countries.toLowerCase().split(','))].filter(Boolean);
  select.selectedIndex = Math.max(0, [...select.options].findIndex(({ value }) => value === figure));
  chosen = codes.filter((code) => names.has(code)).slice(0, MOST_LINES);
  const unknown = codes.filter((code) => !names.has(code)).map((code) => `“${code}”`);
  const left = codes.length - unknown.length - chosen.length;
  told.textContent = [
    unknown.length > 0 ? `No country has the code ${unknown.join(' or ')}.` : '',
    left > 0 ? `At most ${MOST_LINES} countries are compared; ${left} are left out.` : '',
  ].join(' ');
  show();
}

addPicker(input, (country) => {
  if (country === undefined) {
    return;
  }
  input.value = '';
  if (chosen.length === MOST_LINES && !chosen.includes(country.code)) {
    told.textContent = `At most ${MOST_LINES} countries; remove one first.`;
  } else {
    choose([...new Set([...chosen, country.code])]);
  }
});
select.addEventListener('change', () => {
  keep();
  drawLines();
});
find('#csv', HTMLButtonElement).addEventListener('click', () => {
  const rows = figures.indicators.flatMap(({ name, unit }, at) =>
    chosen.map((code) => {
      const [value = '', year = ''] = figures.countries[code.toUpperCase()]?.[at] ?? [];
      return [name, code.toUpperCase(), value, unit, year].join(',');
    }),
  );
  saveFile('comparison.csv', new Blob([['metric,cca2,value,unit,year', ...rows, ''].join('\r\n')]));
});
addSaving(chart.svg, () => {
  const { short, unit } = overTime();
  return { title: short, unit, source: chart.box.dataset.source ?? '' };
});
addEventListener('hashchange', restore);
restore();
