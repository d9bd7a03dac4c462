/** The page that matches a list: finds the country of each line, lets people correct it, adds columns, saves rows. */

import { keepState } from './address.js';
import { addPicker } from './country-boxes.js';
import { openCountries } from './country-search.js';
import { countryPage, declared, fetchOnce, find, make } from './dom.js';
import { ListMatcher } from './list-matcher.js';
import { saveRows } from './save.js';

/**
 * @import { Figures } from './rounding.js'
 * @import { Index } from './search-hits.js'
 * @import { Further, Match } from './list-matcher.js'
 * @import { Country } from './search-parts.js'
 */

const SURE = { exact: 'Exact', 'other name': 'Other name', yours: 'Your choice' };
const TITLES = { ...SURE, part: 'Part of', guess: 'Guess', several: 'Several', none: 'None' };
const text = find('#names', HTMLTextAreaElement);
const body = find('#matched tbody', HTMLTableSectionElement);
const boxes = find('#columns', HTMLElement);
const toCheck = find('[name=check]', HTMLInputElement);
const correction = find('#correction', HTMLElement);

const files = ['search', 'figures'].map((name) => fetchOnce(`assets/${name}.json`));
const [search, index, figures] =
  /** @type {[Awaited<ReturnType<typeof openCountries>>, Index & Further, Figures]} */ (
    await Promise.all([openCountries(), ...files])
  );
const matcher = new ListMatcher(search, index.countries, index);
/** The line that is being corrected. */
let corrected = '';

/** @returns {HTMLInputElement[]} the boxes of the columns that a person chose */
function columns() {
  return [...boxes.querySelectorAll('input')].filter((box) => box.checked);
}

/** @param {Country} [country] whose cells of the chosen columns are returned */
function cellsOf(country) {
  const [, code = '', cca3 = '', ccn3 = '', , , area = '', facts = {}] = country ?? [];
  const values = figures.countries[code] ?? [];
  const metrics = figures.indicators.map(({ name }, at) => [name, String(values[at]?.[0] ?? '')]);
  /** @type {Record<string, string>} */
  const all = { ...Object.fromEntries(metrics), ...facts, cca3, ccn3, region: area };
  return columns().map((box) => all[box.dataset.from ?? ''] ?? '');
}

/** @returns {(Match & { line: string, country?: Country })[]} */
function matched() {
  return text.value.trimEnd().split(/\r?\n/).map((line) => {
    const match = matcher.match(line);
    return { line, country: index.countries[match.number], ...match };
  });
}

/** Show the country of every line, and how sure it is. */
function show() {
  correction.hidden = true;
  find('#correct', HTMLElement).append(correction);
  const rows = text.value.trim() === '' ? [] : matched();
  const titles = ['Your list', 'Match', 'Country', ...columns().map((box) => box.value)];
  find('#matched thead tr', HTMLElement).replaceChildren(...titles.map((title) => make('th', { scope: 'col' }, title)));
  const shown = rows.filter(({ line, sureness }) => !toCheck.checked || (line.trim() && !(sureness in SURE)));
  body.replaceChildren(...shown.map(rowOf));
  const named = rows.filter(({ line }) => line.trim());
  const groups = Object.entries(Object.groupBy(named, ({ sureness }) => TITLES[sureness]));
  const counts = groups.map(([title, found]) => `${title}: ${found?.length}`);
  find('#counts', HTMLElement).textContent = named.length > 0 ? `${named.length} lines. ${counts.join(', ')}.` : '';
  find('#results', HTMLElement).hidden = named.length === 0;
}

/** @param {ReturnType<typeof matched>[number]} row */
function rowOf({ line, country, sureness, suggested }) {
  const [name, code] = country ?? ['', ''];
  const src = `${declared('flags')}/svg/${code.toLowerCase()}.svg`;
  const flag = country ? [make('img', { src, alt: '', width: '32', height: '24', loading: 'lazy' })] : [];
  const link = country ? [make('a', { href: countryPage(code) }, name), ' ', make('small', {}, code)] : [];
  const choices = suggested.map((number) => {
    const button = make('button', { type: 'button' }, index.countries[number][0]);
    button.addEventListener('click', () => {
      matcher.choose(line, number);
      show();
    });
    return button;
  });
  const act = country ? 'Change' : 'Choose';
  const label = `${act} the country of ${line}`;
  const change = make('button', { type: 'button', class: 'change', 'aria-label': label }, act);
  const cell = make('td', { class: 'found' }, ...flag, ...link, ...choices, change);
  change.addEventListener('click', () => {
    corrected = line;
    correction.hidden = false;
    cell.append(correction);
    find('input', HTMLInputElement, correction).focus();
  });
  const isEmpty = line.trim() === '';
  const titles = columns().map((box) => ({ 'data-title': box.value }));
  const cells = isEmpty ? [] : cellsOf(country).map((value, at) => make('td', titles[at], value));
  const sure = make('td', { class: `sure ${sureness}` }, TITLES[sureness]);
  const first = isEmpty ? make('td') : make('th', { scope: 'row' }, line);
  return make('tr', {}, first, ...(isEmpty ? [] : [sure, cell]), ...cells);
}

addPicker(find('input', HTMLInputElement, correction), (country) => {
  if (country) {
    matcher.choose(corrected, country.number);
    show();
  }
});
find('#save', HTMLButtonElement).addEventListener('click', () => {
  const rows = matched().map(({ line, country: [name, code] = ['', ''], country, sureness }) => {
    return [line, name, code, line.trim() && TITLES[sureness], ...cellsOf(country)];
  });
  const head = ['name', 'country', 'cca2', 'match', ...columns().map((box) => box.value)];
  saveRows('matched-countries.csv', [head, ...rows]);
});
find('#example', HTMLButtonElement).addEventListener('click', ({ target }) => {
  text.value = /** @type {HTMLElement} */ (target).dataset.names ?? '';
  show();
});
text.addEventListener('input', show);
toCheck.addEventListener('input', show);
const { keep, restore } = keepState([], {
  show,
  more: () => ({ columns: columns().map((box) => box.value).join(',') }),
  read: (_, state) => {
    const names = (state.get('columns') ?? 'Alpha-3').split(',');
    boxes.querySelectorAll('input').forEach((box) => (box.checked = names.includes(box.value)));
  },
});
boxes.addEventListener('input', () => keep());
restore();
