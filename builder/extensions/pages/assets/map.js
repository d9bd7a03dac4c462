/** The map: colours it by a metric and a year, zooms, and shows value, rank, source and neighbours of a country. */

import { readAddress, writeAddress } from './address.js';
import { addPicker } from './country-boxes.js';
import { countryPage, declared, embedded, find, make } from './dom.js';
import { liesIn, MapView } from './map-view.js';
import { rankOf, written } from './rounding.js';
import { addSaveMenu } from './save.js';
import { parseYears } from './years.js';

/**
 * @typedef {{ name: string, title: string, unit: string, note: string, edges: number[], ranges: string[],
 *   sources: string[] }} Scale
 * @typedef {[value: number, year: string, source: number] | null} Entry
 * @typedef {import('./rounding.js').Written} Written
 * @typedef {{ indicators: Written[], sources: string[], countries: Record<string, Entry[]> }} Figures
 * @typedef {[value: number, year: string, source: string]} Value
 */

// From these scales on, the map shows finer outlines, and the names of capitals.
const [NEAR, NAMED] = [1.5, 3];
// Countries with the highest values in the panel.
const MOST = 8;

const scales = /** @type {Scale[]} */ (embedded('scales'));
const borders = /** @type {Record<string, string[]>} */ (embedded('borders'));
const metric = find('[name=metric]', HTMLSelectElement);
const search = find('[name=country]', HTMLInputElement);
const region = find('[name=region]', HTMLSelectElement);
const capitals = find('[name=capitals]', HTMLInputElement);
const year = /** @type {HTMLInputElement | null} */ (document.querySelector('[name=year]'));
const details = find('#said', HTMLElement);
const invitation = [...details.childNodes];
const greatestPanel = find('#greatest', HTMLElement);
const tip = find('#tip', HTMLElement);
const world = find('#world', SVGSVGElement);
const first = metric.value;
const shapes = [...world.querySelectorAll('[data-code]')].filter((shape) => shape instanceof SVGGraphicsElement);
const nameOf = new Map(
  shapes.map((shape) => [shape.dataset.code ?? '', shape.querySelector('title')?.textContent ?? '']),
);
for (const [code, name] of Object.entries(/** @type {Record<string, string>} */ (embedded('omitted')))) {
  nameOf.set(code, name);
}
const view = new MapView(find('#sea', HTMLElement), world, shapes);

/** Code of the chosen country, or empty. */
let country = '';

/** @type {Map<string, Promise<any>>} */
const fetched = new Map();

/**
 * Fetch a file once, when it is first needed.
 * @param {string} address
 * @param {(answer: Response) => Promise<any>} [read]
 */
function once(address, read = (answer) => answer.json()) {
  if (!fetched.has(address)) {
    fetched.set(address, fetch(address).then(read));
  }
  return /** @type {Promise<any>} */ (fetched.get(address));
}

function figures() {
  return once('assets/figures.json');
}

function chosen() {
  return scales.findIndex((scale) => scale.name === metric.value);
}

/** @returns {string} the year on the slider, or empty for the newest values of all countries */
function chosenYear() {
  const isOver = year?.dataset.metrics?.split(' ').includes(metric.value);
  return year && isOver && year.value !== year.max ? year.value : '';
}

/**
 * Return the values of all countries for the chosen metric and year.
 * @returns {Promise<Map<string, Value>>}
 */
async function values() {
  const at = chosen();
  const { name } = scales[at];
  const asked = chosenYear();
  if (asked) {
    const table = await once(year?.dataset.file ?? '', async (answer) => parseYears(await answer.text()));
    const source = year?.dataset.source ?? '';
    return new Map([...(table.get(`${name} ${asked}`) ?? [])].map(([code, value]) => [code, [value, asked, source]]));
  }
  const { countries, sources } = await figures();
  return new Map(
    Object.entries(countries).flatMap(([code, entries]) => {
      const entry = entries[at];
      return entry ? [[code, [entry[0], entry[1], sources[entry[2]]]]] : [];
    }),
  );
}

/** Colour every country by the chosen metric and year. */
async function colour() {
  const at = chosen();
  const asked = chosenYear();
  const past = asked ? await values() : null;
  if (at !== chosen() || asked !== chosenYear()) {
    return;
  }
  const scale = past ? await scaleOf(scales[at], [...past.values()].map(([value]) => value)) : scales[at];
  const classes = new Map(
    shapes.map(({ dataset: { code = '', classes: digits = '' } }) => [
      code,
      past ? classOf(scale.edges, past.get(code)?.[0]) : Number(digits[at]),
    ]),
  );
  for (const shape of world.querySelectorAll('[data-code], [data-of]')) {
    const { code, of } = /** @type {SVGElement} */ (shape).dataset;
    const others = [...shape.classList].filter((name) => !/^q\d$/.test(name));
    shape.setAttribute('class', [`q${classes.get(code ?? of ?? '')}`, ...others].join(' '));
  }
  explain(scale, [...classes.values()].includes(0));
}

/**
 * Divide the values of an earlier year into classes of their own, with the same number of countries in each.
 * @param {Scale} scale of the newest values
 * @param {number[]} past
 */
async function scaleOf(scale, past) {
  const form = (await figures()).indicators[chosen()];
  const sorted = past.toSorted((one, other) => one - other);
  const count = scale.ranges.length;
  const places = Array.from({ length: count - 1 }, (_, at) => Math.floor(((at + 1) * sorted.length) / count));
  const edges = places.map((place) => Number(sorted[place].toPrecision(2)));
  const ends = [sorted[0], ...edges, sorted[sorted.length - 1]];
  const low = { ...form, after: '' };
  const ranges = ends.slice(1).map((end, at) => `${written(low, ends[at])} to ${written(form, end)}`);
  const note = 'Each class has about the same number of countries.';
  return { ...scale, edges, ranges, note, sources: [year?.dataset.source ?? ''] };
}

/**
 * @param {number[]} edges between the classes
 * @param {number} [value]
 * @returns {number} the number of its class from 1, or 0 without a value
 */
function classOf(edges, value) {
  return value === undefined ? 0 : 1 + edges.filter((edge) => edge <= value).length;
}

/** @returns {string} what the map shows, and when */
function shownTitle() {
  return `${scales[chosen()].title}, ${chosenYear() || 'newest values'}`;
}

/**
 * Say what the colours mean.
 * @param {Scale} scale
 * @param {boolean} hasNone whether some country has no value
 */
function explain({ title, unit, note, sources, ranges }, hasNone) {
  document.querySelectorAll('.legend span').forEach((label, at) => (label.textContent = ranges[at]));
  find('.legend li:last-child', HTMLElement).hidden = !hasNone;
  const others = sources.slice(1).map((source) => make('li', {}, source));
  const more = make('details', {}, make('summary', {}, `and ${others.length} more`), make('ul', {}, ...others));
  find('#source', HTMLElement).replaceChildren(`Source: ${sources[0]} `, ...(others.length > 0 ? [more] : []));
  const asked = chosenYear();
  find('#scale', HTMLElement).replaceChildren(make('b', {}, title), `, ${unit}${asked && `, ${asked}`}. ${note}`);
  world.setAttribute('aria-label', `Map of the world: ${shownTitle()}`);
}

/** List the highest values of the countries that the chosen part of the world has. */
async function listHighest() {
  const [table, { indicators }] = await Promise.all([values(), figures()]);
  const box = chosenBox();
  const shown = shapes.filter((shape) => liesIn(shape, box, view.whole.width));
  const inside = new Set(shown.map(({ dataset }) => dataset.code));
  const sorted = [...table].filter(([code]) => inside.has(code)).toSorted(([, one], [, other]) => other[0] - one[0]);
  const rows = sorted.slice(0, MOST).map(([code, [value]]) => {
    const link = make('a', { href: countryPage(code) }, nameOf.get(code) ?? code);
    return make('li', {}, link, ' ', make('span', {}, written(indicators[chosen()], value)));
  });
  find('ul', HTMLElement, greatestPanel).replaceChildren(...rows);
}

/**
 * Draw a copy of a shape above all others, so that no neighbour covers its outline.
 * @param {'chosen' | 'hovered'} kind
 * @param {string} code empty for none
 */
function mark(kind, code) {
  world.querySelector(`.${kind}`)?.remove();
  const shape = code && shapes.find((one) => one.dataset.code === code);
  if (shape) {
    const outline = view.sizes.has(shape) && world.querySelector(`[data-of=${code}]`);
    const copy = /** @type {SVGElement} */ ((outline || shape).cloneNode());
    copy.removeAttribute('data-code');
    copy.removeAttribute('data-of');
    copy.setAttribute('class', kind);
    world.append(copy);
    if (outline) {
      copy.classList.toggle('tiny', !shape.classList.contains('outlined'));
    }
  }
}

/**
 * Write a value with its year, or that there is none.
 * @param {Figures} all
 * @param {Value | undefined} entry
 */
function spelled({ indicators }, entry) {
  return entry ? `${written(indicators[chosen()], entry[0])}${entry[1] && ` (${entry[1]})`}` : 'no value';
}

/** Show the chosen country: its value, rank and source, and the values of its neighbours. */
async function say() {
  const code = country;
  colour();
  mark('chosen', code);
  if (!code) {
    details.replaceChildren(...invitation);
    await listHighest();
    return;
  }
  const [all, table] = await Promise.all([figures(), values()]);
  if (country !== code) {
    return;
  }
  const src = `${declared('flags')}/svg/${code.toLowerCase()}.svg`;
  const flag = make('img', { src, alt: '', width: '40', height: '30' });
  const link = make('a', { href: countryPage(code) }, nameOf.get(code) ?? code);
  const entry = table.get(code);
  const near = (borders[code] ?? []).filter((other) => nameOf.has(other));
  const rows = near.map((other) => {
    const button = make('button', { type: 'button' }, nameOf.get(other) ?? other);
    button.addEventListener('click', () => choose(other));
    return make('li', {}, button, ' ', make('span', {}, spelled(all, table.get(other))));
  });
  const isShown = shapes.some(({ dataset }) => dataset.code === code);
  details.replaceChildren(
    make('h2', {}, flag, ' ', link),
    make('p', {}, `${scales[chosen()].title}: `, make('b', {}, spelled(all, entry))),
    ...(entry ? [make('p', {}, `Rank: ${rankOf(entry[0], [...table.values()].map(([value]) => value))}`)] : []),
    ...(entry ? [make('p', { class: 'quiet' }, `Source: ${entry[2]}`)] : []),
    ...(isShown ? [] : [make('p', { class: 'quiet' }, 'The map omits it.')]),
    ...(rows.length > 0 ? [make('h3', {}, 'Neighbours'), make('ul', {}, ...rows)] : []),
  );
}

/** Store metric, country, year and region in the address, as a step. */
function keep() {
  const parts = [metric.value, country, chosenYear(), region.value].join('/').replace(/\/+$/, '');
  writeAddress(parts, { capitals: capitals.checked ? 'shown' : '' });
  say();
}

/** Show the year on the slider, which only metrics with a history have. */
function showYear() {
  if (year) {
    const label = /** @type {HTMLElement} */ (year.closest('label'));
    label.hidden = !year.dataset.metrics?.split(' ').includes(metric.value);
    find('#shown-year', HTMLElement).textContent = chosenYear() || 'newest';
    year.setAttribute('aria-valuetext', chosenYear() || 'newest values');
  }
}

/** @returns {string} the box of the chosen part of the world, or empty */
function chosenBox() {
  return region.selectedOptions[0].dataset.box ?? '';
}

/** Draw the capitals, or remove them. Their names are there on a near map. */
async function showCapitals() {
  const places = capitals.checked ? await once('assets/capitals.json') : [];
  view.showPlaces(capitals.checked ? places : []);
}

/** Read metric, country, year and region from the address. */
function restore() {
  const { first: address, rest } = readAddress();
  const [name, code = '', from = '', part = ''] = address.split('/');
  metric.value = scales.some((scale) => scale.name === name) ? name : first;
  const asked = name.length === 2 ? name : code;
  country = nameOf.has(asked.toUpperCase()) ? asked.toUpperCase() : '';
  find('#told', HTMLElement).textContent = asked && !country ? `No country has the code “${asked}”.` : '';
  search.value = nameOf.get(country) ?? '';
  if (year) {
    year.value = /^\d{4}$/.test(from) ? from : year.max;
  }
  region.selectedIndex = Math.max(0, [...region.options].findIndex(({ value }) => value === part));
  capitals.checked = rest.has('capitals');
  view.fit(chosenBox());
  showYear();
  showCapitals();
  say();
}

/** @param {string} code */
function choose(code) {
  country = code;
  search.value = nameOf.get(code) ?? '';
  keep();
}

/** Fetch finer outlines when the map is near. */
async function refine() {
  world.classList.toggle('named', view.scale >= NAMED);
  if (view.scale >= NEAR && !fetched.has('assets/outlines.json')) {
    const { countries, disputed } = await once('assets/outlines.json');
    world.querySelector('.disputed')?.setAttribute('d', disputed);
    view.refine(countries);
    colour();
    mark('chosen', country);
  }
}

/**
 * Show name and value next to the pointer.
 * @param {PointerEvent} event
 */
async function point(event) {
  const code = event.pointerType === 'mouse' ? view.countryAt(event) : '';
  if (tip.dataset.code !== code || !code) {
    mark('hovered', code);
  }
  tip.hidden = !code;
  tip.dataset.code = code;
  if (!code) {
    return;
  }
  const box = find('#sea', HTMLElement).getBoundingClientRect();
  tip.textContent = nameOf.get(code) ?? code;
  tip.style.left = `${Math.min(event.clientX - box.left, box.width - 190)}px`;
  tip.style.top = `${event.clientY - box.top + 18}px`;
  const [all, table] = await Promise.all([figures(), values()]);
  if (tip.textContent === nameOf.get(code)) {
    tip.textContent += `: ${spelled(all, table.get(code))}`;
  }
}

// The tooltip replaces the titles; otherwise the browser would show its own tooltip too.
for (const shape of shapes) {
  shape.querySelector('title')?.remove();
}
addPicker(search, (picked) => {
  const code = picked?.code.toUpperCase() ?? '';
  view.show(code);
  choose(code);
});
for (const [control, follow] of /** @type {const} */ ([
  [metric, showYear],
  [region, () => view.fit(chosenBox())],
  [capitals, showCapitals],
])) {
  control.addEventListener('change', () => {
    follow();
    keep();
  });
}
year?.addEventListener('input', () => {
  showYear();
  say();
});
year?.addEventListener('change', keep);
view.onChoose = choose;
world.addEventListener('pointermove', point);
// Keys, wheel and buttons move the map away from below the pointer.
view.onMove = () => {
  tip.hidden = true;
  refine();
};
world.addEventListener('pointerleave', () => {
  tip.hidden = true;
  tip.dataset.code = '';
  mark('hovered', '');
});
find('#sea', HTMLElement).addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && country) {
    choose('');
  }
});
find('#nearer', HTMLButtonElement).addEventListener('click', () => view.zoom(1.6));
find('#farther', HTMLButtonElement).addEventListener('click', () => view.zoom(1 / 1.6));
addSaveMenu(find('#save', HTMLElement), () => {
  const { unit, sources } = scales[chosen()];
  const source = chosenYear() ? (year?.dataset.source ?? '') : sources.join('; ');
  const rows = async () => [
    ['cca2', 'country', `${metric.value} (${unit})`, 'year'],
    ...[...(await values())].map(([code, [value, of]]) => [code, nameOf.get(code) ?? code, String(value), of]),
  ];
  return { title: shownTitle(), unit, source, drawing: world, rows };
});
addEventListener('hashchange', restore);
restore();
