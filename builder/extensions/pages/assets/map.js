/** The map: colours countries by a metric and a year; shows value, rank, source and neighbours of a country. */

import { keepState } from './address.js';
import { addPicker } from './country-boxes.js';
import { countryPage, declared, embedded, fetchOnce, find, make } from './dom.js';
import { boxOf, MapView } from './map-view.js';
import { rankOf, written } from './rounding.js';
import { addSaveMenu } from './save.js';

/**
 * @typedef {{ name: string, title: string, unit: string, note: string, edges: number[], ranges: string[],
 *   sources: string[] }} Scale
 * @import { Figures } from './rounding.js'
 * @typedef {[value: number, year: string, source: string]} Value
 * @typedef {Record<string, any>} Row of the table of values over the years
 */

// From this scale on, the map shows finer outlines.
const NEAR = 1.5;
// How many countries the panel lists while none is chosen.
const MOST = 8;
const ARROWS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const ZOOMS = { '+': 1.6, '=': 1.6, '-': 1 / 1.6, 0: 0 };

const scales = /** @type {Scale[]} */ (embedded('scales'));
const borders = /** @type {Record<string, string[]>} */ (embedded('borders'));
const metric = find('[name=metric]', HTMLSelectElement);
const search = find('[name=country]', HTMLInputElement);
const region = find('[name=region]', HTMLSelectElement);
const capitals = find('[name=capitals]', HTMLInputElement);
const year = find('[name=year]', HTMLInputElement);
const details = find('#panel', HTMLElement);
const invitation = [...details.childNodes];
const highest = find('#greatest ul', HTMLElement);
const tip = find('#tip', HTMLElement);
const sea = find('#sea', HTMLElement);
const world = find('#world', SVGSVGElement);
const shapes = [...world.querySelectorAll('[data-code]')].filter((shape) => shape instanceof SVGGraphicsElement);
const omitted = Object.entries(/** @type {Record<string, string>} */ (embedded('omitted')));
const nameOf = new Map([
  ...shapes.map((shape) => /** @type {const} */ ([shape.dataset.code ?? '', shape.textContent])),
  ...omitted,
]);
const view = new MapView(sea, world, shapes);

/** Code of the chosen country, or empty. */
let country = '';
/** @type {Map<string, Value>} the values that the map shows, by country */
let values = new Map();
/** @type {Figures['indicators']} how values of each metric are written */
let indicators = [];
let isRefined = false;

/** @returns {Scale} of the chosen metric */
function scale() {
  return scales[metric.selectedIndex];
}

/** @returns {boolean} whether the chosen metric has a history */
function isOverTime() {
  return year.dataset.metrics?.split(' ').includes(metric.value) ?? false;
}

/** @returns {string} the year on the slider, or empty for the newest values of all countries */
function chosenYear() {
  return isOverTime() && year.value !== year.max ? year.value : '';
}

/** @returns {string} metric, country, year and region, as they are in the address */
function state() {
  return [metric.value, country, chosenYear(), region.value].join('/').replace(/\/+$/, '');
}

const { keep, restore } = keepState([], {
  show,
  first: state,
  more: () => ({ capitals: capitals.checked ? 'shown' : '' }),
  read: (address, rest) => {
    const [name, code = '', shownYear = '', area = ''] = address.split('/');
    const options = [...metric.options];
    const known = options.find(({ value }) => value === name) ?? options.find((option) => option.defaultSelected);
    metric.value = known?.value ?? '';
    const named = (name.length === 2 ? name : code).toUpperCase();
    country = nameOf.has(named) ? named : '';
    find('#message', HTMLElement).textContent = named && !country ? `No country has the code “${named}”.` : '';
    year.value = /^\d{4}$/.test(shownYear) ? shownYear : year.max;
    region.value = area;
    region.selectedIndex = Math.max(0, region.selectedIndex);
    capitals.checked = rest.has('capitals');
    fit(country);
  },
});

/** Zoom to the chosen region; else to a country and its surroundings; else to the whole map. */
function fit(code = '') {
  view.fit(boxOf(region.selectedOptions[0]) ?? boxOf(shapes.find((shape) => code && shape.dataset.code === code)));
}

/** @returns {Promise<Map<string, Value>>} the values of all countries for the chosen metric and year */
async function read() {
  const at = metric.selectedIndex;
  const { name } = scale();
  const chosen = chosenYear();
  /** @type {Figures} */
  const figures = await fetchOnce('assets/figures.json');
  ({ indicators } = figures);
  if (chosen) {
    const { file = '', source = '' } = year.dataset;
    const { rows } = /** @type {{ rows: Row[] }} */ (await fetchOnce(file));
    const found = rows.filter((row) => String(row.year) === chosen && row[name] !== null);
    return new Map(found.map((row) => [row.cca2, [row[name], chosen, source]]));
  }
  return new Map(
    Object.entries(figures.countries).flatMap(([code, { [at]: entry }]) => {
      return entry ? [[code, [entry[0], entry[1], figures.sources[entry[2]]]]] : [];
    }),
  );
}

/** Show what the controls choose. */
async function show() {
  const shown = state();
  search.value = nameOf.get(country) ?? '';
  find('.year', HTMLElement).hidden = !isOverTime();
  find('#shown-year', HTMLElement).textContent = chosenYear() || 'newest';
  year.setAttribute('aria-valuetext', chosenYear() || 'newest values');
  view.showPlaces(capitals.checked ? await fetchOnce('assets/capitals.json') : []);
  const found = await read();
  if (shown !== state()) {
    return;
  }
  values = found;
  colour();
  explain();
  mark('chosen', country);
  details.replaceChildren(...(country ? factsOf(country) : invitation));
  if (!country) {
    listHighest();
  }
}

/** Colour every country by its value. The classes are those of the newest values, so that years can be compared. */
function colour() {
  const { edges } = scale();
  for (const shape of world.querySelectorAll('[data-code], [data-of]')) {
    const { code, of } = /** @type {SVGElement} */ (shape).dataset;
    const [value] = values.get(code ?? of ?? '') ?? [];
    const classNumber = value === undefined ? 0 : 1 + edges.filter((edge) => edge <= value).length;
    const others = [...shape.classList].filter((name) => !/^q\d$/.test(name));
    shape.setAttribute('class', [`q${classNumber}`, ...others].join(' '));
  }
}

/** @returns {string} the metric that the map shows, and the year */
function shownTitle() {
  return `${scale().title}, ${chosenYear() || 'newest values'}`;
}

/** @returns {string[]} the sources of the values that the map shows */
function shownSources() {
  return chosenYear() ? [year.dataset.source ?? ''] : scale().sources;
}

/** Write the legend, the sources, and the metric with its unit. */
function explain() {
  const { title, unit, note, ranges } = scale();
  document.querySelectorAll('.legend span').forEach((label, at) => (label.textContent = ranges[at]));
  find('.legend li:last-child', HTMLElement).hidden = shapes.every(({ dataset: { code = '' } }) => values.has(code));
  const [first, ...others] = shownSources();
  const items = others.map((other) => make('li', {}, other));
  const more = make('details', {}, make('summary', {}, `and ${others.length} more`), make('ul', {}, ...items));
  find('#source', HTMLElement).replaceChildren(`Source: ${first} `, ...(others.length > 0 ? [more] : []));
  const chosen = chosenYear();
  const about = chosen ? `, ${chosen}. The classes are those of the newest values.` : `. ${note}`;
  find('#scale', HTMLElement).replaceChildren(make('b', {}, title), `, ${unit}${about}`);
  world.setAttribute('aria-label', `Map of the world: ${shownTitle()}`);
}

/** List the highest values of the countries that are in sight. */
function listHighest() {
  const { x, y, right, bottom } = view.sight;
  const rows = [...values]
    .filter(([code]) => {
      const place = view.placeOf(code);
      return place && place.x >= x && place.x <= right && place.y >= y && place.y <= bottom;
    })
    .toSorted(([, one], [, other]) => other[0] - one[0])
    .slice(0, MOST)
    .map(([code, [value]]) => {
      const link = make('a', { href: countryPage(code) }, nameOf.get(code) ?? code);
      return make('li', {}, link, ' ', make('span', {}, written(indicators[metric.selectedIndex], value)));
    });
  highest.replaceChildren(...rows);
}

/**
 * Draw a copy of a shape above all others, so that no neighbour covers its outline.
 * @param {'chosen' | 'hovered'} kind
 * @param {string} code of the country, or empty to remove the copy
 */
function mark(kind, code) {
  world.querySelector(`.${kind}`)?.remove();
  const shape = code && shapes.find((one) => one.dataset.code === code);
  if (shape) {
    const outline = world.querySelector(`[data-of=${code}]`);
    const copy = /** @type {SVGElement} */ ((outline ?? shape).cloneNode());
    copy.removeAttribute('data-code');
    copy.removeAttribute('data-of');
    copy.setAttribute('class', outline ? `${kind} tiny` : kind);
    world.append(copy);
  }
}

/** @param {string} code of a country, whose value is written with its year */
function valueText(code) {
  const [value, at] = values.get(code) ?? [];
  return value === undefined ? 'no value' : `${written(indicators[metric.selectedIndex], value)}${at && ` (${at})`}`;
}

/** @type {(code: string) => HTMLElement[]} value, rank and source of a country, and the values of its neighbours */
function factsOf(code) {
  const src = `${declared('flags')}/svg/${code.toLowerCase()}.svg`;
  const flag = make('img', { src, alt: '', width: '40', height: '30' });
  const link = make('a', { href: countryPage(code) }, nameOf.get(code) ?? code);
  const [value, , source = ''] = values.get(code) ?? [];
  const rank = value === undefined ? '' : rankOf(value, [...values.values()].map(([one]) => one));
  const notes = [source && `Source: ${source}`, view.placeOf(code) ? '' : 'The map omits it.'].filter(Boolean);
  const neighbours = (borders[code] ?? []).filter((other) => nameOf.has(other));
  const rows = neighbours.map((other) => {
    const button = make('button', { type: 'button' }, nameOf.get(other) ?? other);
    button.addEventListener('click', () => choose(other));
    return make('li', {}, button, ' ', make('span', {}, valueText(other)));
  });
  return [
    make('h2', {}, flag, ' ', link),
    make('p', {}, `${scale().title}: `, make('b', {}, valueText(code))),
    ...(rank ? [make('p', {}, rank)] : []),
    ...notes.map((note) => make('p', { class: 'quiet' }, note)),
    ...(rows.length > 0 ? [make('h3', {}, 'Neighbours'), make('ul', {}, ...rows)] : []),
  ];
}

/** @param {string} code of the country to choose and to zoom to; empty for none */
function choose(code) {
  country = code;
  region.value = '';
  fit(code);
  return keep();
}

/** Hide the tooltip, and fetch finer outlines once the map is zoomed in. */
async function followMove() {
  tip.hidden = true;
  if (view.scale >= NEAR && !isRefined) {
    isRefined = true;
    const { countries, disputed } = await fetchOnce('assets/outlines.json');
    world.querySelector('.disputed')?.setAttribute('d', disputed);
    view.refine(countries);
    colour();
    mark('chosen', country);
  }
}

/** @param {PointerEvent} event of a pointer, next to which name and value of a country are shown */
function showTip(event) {
  const code = event.pointerType === 'mouse' && event.type === 'pointermove' ? view.countryAt(event) : '';
  if (tip.dataset.code !== code) {
    mark('hovered', code);
  }
  tip.hidden = !code;
  tip.dataset.code = code;
  tip.textContent = `${nameOf.get(code)}: ${valueText(code)}`;
  const box = sea.getBoundingClientRect();
  tip.style.left = `${Math.min(event.clientX - box.left, box.width - 190)}px`;
  tip.style.top = `${event.clientY - box.top + 18}px`;
}

// The tooltip replaces the titles; otherwise the browser would show its own tooltip too.
shapes.forEach((shape) => shape.replaceChildren());
addPicker(search, (picked) => choose(picked?.code.toUpperCase() ?? ''));
region.addEventListener('change', () => fit());
for (const control of [metric, region, capitals, year]) {
  control.addEventListener('change', () => keep());
}
year.addEventListener('input', show);
view.onChoose = choose;
view.onMove = followMove;
world.addEventListener('pointermove', showTip);
world.addEventListener('pointerleave', showTip);
sea.addEventListener('keydown', (event) => {
  const direction = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
  const factor = ZOOMS[/** @type {keyof typeof ZOOMS} */ (event.key)];
  if (event.key === 'Escape' && country) {
    choose('');
  } else if (direction) {
    event.preventDefault();
    const { x, y, width, height } = view.sight;
    const from = view.placeOf(country) ?? { x: x + width / 2, y: y + height / 2 };
    country = view.next(from, direction) ?? country;
    view.show(view.placeOf(country) ?? from);
    keep();
  } else if (factor !== undefined && !event.ctrlKey && !event.metaKey) {
    view.zoom(factor);
  }
});
find('#nearer', HTMLButtonElement).addEventListener('click', () => view.zoom(ZOOMS['+']));
find('#farther', HTMLButtonElement).addEventListener('click', () => view.zoom(ZOOMS['-']));
addSaveMenu(find('#save', HTMLElement), () => ({
  title: shownTitle(),
  unit: scale().unit,
  source: shownSources().join('; '),
  drawing: world,
  sight: view.sight,
  legend: [...document.querySelectorAll('.legend i')].map((key) => {
    return [getComputedStyle(key).backgroundColor, key.nextElementSibling?.textContent ?? ''];
  }),
  rows: () => [
    ['cca2', 'country', `${metric.value} (${scale().unit})`, 'year'],
    ...[...values].map(([code, [value, at]]) => [code, nameOf.get(code) ?? code, String(value), at]),
  ],
}));
restore();
