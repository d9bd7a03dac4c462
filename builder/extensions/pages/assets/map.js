/** The map: colours it by a metric and a year, zooms, and shows value, rank, source and neighbours of a country. */

import { addPicker } from './country-boxes.js';
import { countryPage, declared, decoded, embedded, find, make } from './dom.js';
import { MapView } from './map-view.js';
import { rankOf, written } from './rounding.js';
import { parseYears } from './years.js';

/**
 * @typedef {{ name: string, title: string, unit: string, note: string, edges: number[], ranges: string[],
 *   sources: string, csv: string, greatest: [code: string, name: string, text: string][] }} Scale
 * @typedef {[value: number, year: string, source: number] | null} Entry
 * @typedef {import('./rounding.js').Written} Written
 * @typedef {{ indicators: Written[], sources: string[], countries: Record<string, Entry[]> }} Figures
 */

// From this scale on, the map shows finer outlines.
const NEAR = 1.5;

const scales = /** @type {Scale[]} */ (embedded('scales'));
const borders = /** @type {Record<string, string[]>} */ (embedded('borders'));
const metric = find('[name=metric]', HTMLSelectElement);
const search = find('[name=country]', HTMLInputElement);
const region = find('[name=region]', HTMLSelectElement);
const year = /** @type {HTMLInputElement | null} */ (document.querySelector('[name=year]'));
const said = find('#said', HTMLElement);
const invitation = [...said.childNodes];
const greatestPanel = find('#greatest', HTMLElement);
const tip = find('#tip', HTMLElement);
const world = find('#world', SVGSVGElement);
const first = metric.value;
const shapes = [...world.querySelectorAll('[data-code]')].filter((shape) => shape instanceof SVGGraphicsElement);
const nameOf = new Map(
  shapes.map((shape) => [shape.dataset.code ?? '', shape.querySelector('title')?.textContent ?? '']),
);
const view = new MapView(find('#sea', HTMLElement), world, shapes);

/** Code of the chosen country, or empty. */
let country = '';

/** @type {Map<string, Promise<any>>} */
const fetched = new Map();

/**
 * Fetch a file once, when it is first needed.
 * @param {string} address
 * @param {(answer: Response) => Promise<any>} read
 * @returns {Promise<any>}
 */
function once(address, read) {
  if (!fetched.has(address)) {
    fetched.set(address, fetch(address).then(read));
  }
  return /** @type {Promise<any>} */ (fetched.get(address));
}

/** @returns {Promise<Figures>} */
function figures() {
  return once('assets/figures.json', (answer) => answer.json());
}

/** @returns {number} */
function chosen() {
  return scales.findIndex((scale) => scale.name === metric.value);
}

/** @returns {string} the year on the slider, or empty for the newest values of all countries */
function chosenYear() {
  const isOver = year?.dataset.metrics?.split(' ').includes(metric.value);
  return year && isOver && year.value !== year.max ? year.value : '';
}

/**
 * Return the figures of all countries for the chosen metric and year.
 * @returns {Promise<Map<string, [value: number, year: string, source: string]>>}
 */
async function values() {
  const at = chosen();
  const { name } = scales[at];
  const wanted = chosenYear();
  if (wanted) {
    const table = await once(year?.dataset.file ?? '', async (answer) => parseYears(await answer.text()));
    const source = year?.dataset.source ?? '';
    return new Map([...(table.get(`${name} ${wanted}`) ?? [])].map(([code, value]) => [code, [value, wanted, source]]));
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
  const wanted = chosenYear();
  const past = wanted ? await values() : null;
  if (at !== chosen() || wanted !== chosenYear()) {
    return;
  }
  const scale = past ? await scaleOf(scales[at], [...past.values()].map(([value]) => value)) : scales[at];
  const classes = new Map(
    shapes.map(({ dataset: { code = '', classes: digits = '' } }) => [
      code,
      past ? classOf(scale.edges, past.get(code)?.[0]) : digits[at],
    ]),
  );
  for (const shape of world.querySelectorAll('[data-code], [data-of]')) {
    const { code, of } = /** @type {SVGElement} */ (shape).dataset;
    const others = [...shape.classList].filter((name) => !/^q\d$/.test(name));
    shape.setAttribute('class', [`q${classes.get(code ?? of ?? '')}`, ...others].join(' '));
  }
  explain(scale, wanted);
}

/**
 * Divide the values of an earlier year into classes of their own, with the same number of countries in each.
 * @param {Scale} scale of the newest values
 * @param {number[]} past
 * @returns {Promise<Scale>}
 */
async function scaleOf(scale, past) {
  const indicator = (await figures()).indicators[chosen()];
  const sorted = past.toSorted((one, other) => one - other);
  const count = scale.ranges.length;
  const places = Array.from({ length: count - 1 }, (_, at) => Math.floor(((at + 1) * sorted.length) / count));
  const edges = places.map((place) => Number(sorted[place].toPrecision(2)));
  const ends = [sorted[0], ...edges, sorted[sorted.length - 1]].map((end) => written(indicator, end));
  const ranges = ends.slice(1).map((end, at) => `${ends[at]} to ${end}`);
  return { ...scale, edges, ranges, note: 'Each class has about the same number of countries.' };
}

/**
 * @param {number[]} edges between the classes
 * @param {number} [value]
 * @returns {number} the number of its class from 1, or 0 without a value
 */
function classOf(edges, value) {
  return value === undefined ? 0 : 1 + edges.filter((edge) => edge <= value).length;
}

/**
 * Say what the colours mean.
 * @param {Scale} scale
 * @param {string} wanted the year, or empty
 */
function explain({ title, unit, note, greatest, sources, csv, ranges }, wanted) {
  document.querySelectorAll('.legend span').forEach((label, at) => (label.textContent = ranges[at]));
  const rows = greatest.map(([code, name, text]) =>
    make('li', {}, make('a', { href: countryPage(code) }, name), ' ', make('span', {}, text)),
  );
  greatestPanel.hidden = wanted !== '';
  find('ul', HTMLElement, greatestPanel).replaceChildren(...rows);
  const table = make('a', { href: csv }, 'All values as CSV');
  const told = wanted ? `Source: ${year?.dataset.source}. ` : `Sources: ${sources}. `;
  find('#source', HTMLElement).replaceChildren(told, table);
  find('#scale', HTMLElement).replaceChildren(make('b', {}, title), `, ${unit}${wanted && `, ${wanted}`}. ${note}`);
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
      const dot = /** @type {SVGElement} */ (shape);
      copy.classList.toggle('tiny', !dot.classList.contains('outlined'));
    }
  }
}

/**
 * Write a figure with its year, or that there is none.
 * @param {Figures} all
 * @param {[value: number, year: string, source: string] | undefined} entry
 * @returns {string}
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
    said.replaceChildren(...invitation);
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
  const ranked = [...table.values()].map(([value]) => value);
  const near = (borders[code] ?? []).filter((other) => nameOf.has(other));
  const rows = near.map((other) => {
    const button = make('button', { type: 'button' }, nameOf.get(other) ?? other);
    button.addEventListener('click', () => choose(other));
    return make('li', {}, button, ' ', make('span', {}, spelled(all, table.get(other))));
  });
  said.replaceChildren(
    make('h2', {}, flag, ' ', link),
    make('p', {}, `${scales[chosen()].title}: `, make('b', {}, spelled(all, entry))),
    ...(entry ? [make('p', {}, `Rank ${rankOf(entry[0], ranked)} of ${table.size}`)] : []),
    ...(entry ? [make('p', { class: 'quiet' }, `Source: ${entry[2]}`)] : []),
    ...(rows.length > 0 ? [make('h3', {}, 'Neighbours'), make('ul', {}, ...rows)] : []),
  );
}

/**
 * Store metric, country, year and region in the address. Back undoes a choice, but not each step of the slider.
 * @param {'pushState' | 'replaceState'} [how]
 */
function keep(how = 'pushState') {
  const parts = [metric.value, country, chosenYear(), region.value].join('/').replace(/\/+$/, '');
  history[how](null, '', `#${parts}`);
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

/** Zoom to the chosen region. */
function showRegion() {
  const [x, y, width, height] = region.selectedOptions[0].dataset.box?.split(' ').map(Number) ?? [];
  if (height) {
    view.fit({ x, y, width, height });
  } else {
    view.zoom(0);
  }
}

/** Read metric, country, year and region from the address. */
function restore() {
  const [name, code = '', from = '', part = ''] = decoded(location.hash.slice(1)).split('/');
  metric.value = scales.some((scale) => scale.name === name) ? name : first;
  country = nameOf.has(code.toUpperCase()) ? code.toUpperCase() : '';
  search.value = nameOf.get(country) ?? '';
  if (year) {
    year.value = /^\d{4}$/.test(from) ? from : year.max;
  }
  region.selectedIndex = Math.max(0, [...region.options].findIndex(({ value }) => value === part));
  showRegion();
  showYear();
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
  if (view.scale >= NEAR && !fetched.has('assets/outlines.json')) {
    const { countries, disputed } = await once('assets/outlines.json', (answer) => answer.json());
    world.querySelector('.disputed')?.setAttribute('d', disputed);
    view.refine(countries);
    colour();
    mark('chosen', country);
  }
}

/**
 * Show name and figure next to the pointer.
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
metric.addEventListener('change', () => {
  showYear();
  keep();
});
addPicker(search, (picked) => {
  const code = picked?.code.toUpperCase() ?? '';
  view.show(code);
  choose(code);
});
region.addEventListener('change', () => {
  showRegion();
  keep();
});
year?.addEventListener('input', () => {
  showYear();
  keep('replaceState');
});
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
find('#nearer', HTMLButtonElement).addEventListener('click', () => view.zoom(1.6));
find('#farther', HTMLButtonElement).addEventListener('click', () => view.zoom(1 / 1.6));
addEventListener('hashchange', restore);
restore();
