/** The map: colour it by a figure, and say the figure of a country, fetched when it is chosen. */

import { declared, embedded, find, make } from './dom.js';

/** @typedef {{ name: string, title: string, unit: string, path: string[], bounds: string[] }} Scale */

const scales = /** @type {Scale[]} */ (embedded('scales'));
const controls = find('#controls', HTMLElement);
const metric = find('[name=metric]', HTMLSelectElement);
const country = find('[name=country]', HTMLSelectElement);
const said = find('#said', HTMLElement);
const shapes = [...find('#world', SVGSVGElement).querySelectorAll('[data-code]')].filter(
  (shape) => shape instanceof SVGElement,
);

/** @returns {number} */
function chosen() {
  return scales.findIndex((scale) => scale.name === metric.value);
}

/** Colour every country by the chosen metric. */
function colour() {
  const at = chosen();
  const { title, unit, bounds } = scales[at];
  for (const shape of shapes) {
    const mark = shape.dataset.code === country.value ? ' chosen' : '';
    shape.setAttribute('class', `q${shape.dataset.classes?.[at]}${mark}`);
  }
  const labels = find('#legend', HTMLElement).querySelectorAll('span');
  labels.forEach((label, number) => {
    const from = bounds[number - 1];
    const to = bounds[number];
    label.textContent = from === undefined ? `below ${to}` : to === undefined ? `${from} and more` : `${from} to ${to}`;
  });
  said.textContent = `${title}, in ${unit}. Each colour has about the same number of countries.`;
}

/** Say the figure of the chosen country. */
async function say() {
  colour();
  if (!country.value) {
    return;
  }
  const { title, path } = scales[chosen()];
  const fields = encodeURIComponent(`name.common,flag,${path.join('.')}`).replaceAll('%2C', ',');
  const answer = await fetch(`${declared('api')}/v1/alpha/${country.value}?fields=${fields}`);
  const [record] = await answer.json();
  const figure = path.reduce((/** @type {any} */ value, name) => value?.[name], record);
  const value = typeof figure === 'number' ? figure.toLocaleString('en') : 'no figure';
  const link = make('a', { href: `countries.html#${country.value}` }, record.name.common);
  said.replaceChildren(`${record.flag ?? ''} `, link, `. ${title}: `, make('b', {}, value));
}

const named = shapes.map((shape) => [shape.querySelector('title')?.textContent ?? '', shape.dataset.code ?? '']);
named.sort(([one], [other]) => one.localeCompare(other, 'en'));
country.append(...named.map(([name, code]) => make('option', { value: code }, name)));
for (const shape of shapes) {
  shape.addEventListener('click', () => {
    country.value = shape.dataset.code ?? '';
    say();
  });
}
controls.addEventListener('change', say);
controls.hidden = false;
colour();
