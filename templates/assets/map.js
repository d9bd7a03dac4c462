/** The map: colours it by a metric, zooms, and shows the figure of a country with its unit, year and source. */

import { fold } from '../../edge/core/fold.js';
import { declared, decoded, embedded, find, make } from './dom.js';
import { MapView } from './map-view.js';

/**
 * @typedef {{ name: string, title: string, unit: string, bounds: string[], sources: string,
 *   csv: string, bars: number[][] }} Scale
 * @typedef {[value: number, year: string, source: number] | null} Entry
 * @typedef {{ sources: string[], countries: Record<string, Entry[]> }} Figures
 */

const scales = /** @type {Scale[]} */ (embedded('scales'));
const metric = find('[name=metric]', HTMLSelectElement);
const search = find('[name=country]', HTMLInputElement);
const region = find('[name=region]', HTMLSelectElement);
const small = find('#small', HTMLDetailsElement);
const said = find('#said', HTMLElement);
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

/** @type {Promise<Figures> | undefined} */
let loading;

/** @returns {Promise<Figures>} all figures, fetched once, when the first one is needed */
function figures() {
  loading ??= fetch('assets/figures.json').then((answer) => answer.json());
  return loading;
}

/** @returns {number} */
function chosen() {
  return scales.findIndex((scale) => scale.name === metric.value);
}

/** Colour every country by the chosen metric. */
function colour() {
  const at = chosen();
  const { title, unit, bounds, sources, csv, bars } = scales[at];
  for (const shape of shapes) {
    const mark = shape.dataset.code === country ? ' chosen' : '';
    shape.setAttribute('class', `q${shape.dataset.classes?.[at]}${mark}`);
  }
  const histogram = find('#histogram', SVGSVGElement);
  histogram.querySelectorAll('rect').forEach((rect, number) => {
    const [x, width, height] = bars[number];
    const y = histogram.viewBox.baseVal.height - height;
    for (const [name, value] of Object.entries({ x, y, width, height })) {
      rect.setAttribute(name, String(value));
    }
  });
  const labels = find('#legend', HTMLElement).querySelectorAll('span');
  labels.forEach((label, number) => {
    const from = bounds[number - 1];
    const to = bounds[number];
    label.textContent = from === undefined ? `below ${to}` : to === undefined ? `${from} and more` : `${from} to ${to}`;
  });
  const table = make('a', { href: csv }, 'All values as CSV');
  find('#source', HTMLElement).replaceChildren(`Sources: ${sources}. `, table);
  said.textContent = `${title}, ${unit}. Each colour has about the same number of countries.`;
}

/**
 * Format a figure with its unit and year.
 * @param {Figures} all
 * @param {string} code
 * @returns {string}
 */
function spelled(all, code) {
  const entry = all.countries[code]?.[chosen()];
  if (!entry) {
    return 'no value';
  }
  const [value, year] = entry;
  return `${value.toLocaleString('en', { maximumFractionDigits: 4 })} ${scales[chosen()].unit}${year && ` (${year})`}`;
}

/** Show the figure of the chosen country. */
async function say() {
  colour();
  const code = country;
  if (!code) {
    return;
  }
  const all = await figures();
  if (country !== code) {
    return;
  }
  const src = `${declared('flags')}/svg/${code.toLowerCase()}.svg`;
  const flag = make('img', { src, alt: '', width: '32', height: '24' });
  const link = make('a', { href: `countries/${code.toLowerCase()}.html` }, nameOf.get(code) ?? code);
  const entry = all.countries[code]?.[chosen()];
  const source = entry?.[2] === undefined ? '' : `. Source: ${all.sources[entry[2]]}`;
  said.replaceChildren(flag, ' ', link, `. ${scales[chosen()].title}: `, make('b', {}, spelled(all, code)), source);
}

/** Store metric and country in the address. */
function keep() {
  history.replaceState(null, '', `#${metric.value}${country && `/${country}`}`);
  say();
}

/** Read metric and country from the address. */
function restore() {
  const [name, code = ''] = decoded(location.hash.slice(1)).split('/');
  metric.value = scales.some((scale) => scale.name === name) ? name : first;
  country = nameOf.has(code.toUpperCase()) ? code.toUpperCase() : '';
  search.value = nameOf.get(country) ?? '';
  say();
}

/** @param {string} code */
function choose(code) {
  country = code;
  search.value = nameOf.get(code) ?? '';
  keep();
}

/** Choose the country whose name or code has been typed, or none when the field is empty. */
function chooseTyped() {
  const typed = fold(search.value);
  const [code] = named.find(([cca2, name]) => fold(name) === typed || fold(cca2) === typed) ?? [''];
  if (code !== country && (code || !typed)) {
    country = code;
    view.show(code);
    keep();
  }
}

/** List the countries that are dots on the map, which are hard to touch. */
function listSmall() {
  const dots = new Set(view.dots.map((dot) => dot.dataset.code));
  const buttons = named
    .filter(([code]) => dots.has(code))
    .map(([code, name]) => {
      const button = make('button', { type: 'button' }, name);
      button.addEventListener('click', () => {
        choose(code);
        said.scrollIntoView({ block: 'center' });
      });
      return make('li', {}, button);
    });
  find('ul', HTMLUListElement, small).replaceChildren(...buttons);
}

/**
 * Show name and figure next to the pointer.
 * @param {PointerEvent} event
 */
async function point(event) {
  const code = event.pointerType === 'mouse' ? view.countryAt(event) : '';
  tip.hidden = !code;
  if (!code) {
    return;
  }
  const box = find('#sea', HTMLElement).getBoundingClientRect();
  tip.textContent = nameOf.get(code) ?? code;
  tip.style.left = `${Math.min(event.clientX - box.left, box.width - 190)}px`;
  tip.style.top = `${event.clientY - box.top + 18}px`;
  const all = await figures();
  if (tip.textContent === nameOf.get(code)) {
    tip.textContent += `: ${spelled(all, code)}`;
  }
}

const named = [...nameOf].toSorted(([, one], [, other]) => one.localeCompare(other, 'en'));
find('#names', HTMLElement).append(...named.map(([, value]) => make('option', { value })));
// The tooltip replaces the titles; otherwise the browser would show its own tooltip too.
for (const shape of shapes) {
  shape.querySelector('title')?.remove();
}
metric.addEventListener('change', keep);
search.addEventListener('input', chooseTyped);
region.addEventListener('change', () => {
  const [x, y, width, height] = region.value.split(' ').map(Number);
  view.fit({ x, y, width, height });
  region.value = '';
});
small.addEventListener('toggle', listSmall, { once: true });
view.onChoose = choose;
world.addEventListener('pointermove', point);
// Keys, wheel and buttons move the map away from below the pointer.
view.onMove = () => {
  tip.hidden = true;
};
world.addEventListener('pointerleave', view.onMove);
find('#nearer', HTMLButtonElement).addEventListener('click', () => view.zoom(1.6));
find('#farther', HTMLButtonElement).addEventListener('click', () => view.zoom(1 / 1.6));
find('#whole', HTMLButtonElement).addEventListener('click', () => view.zoom(0));
addEventListener('hashchange', restore);
restore();
