/** A chart of values over the years: lines in colours of their own, a year to choose, and its values as a table. */

import { make } from './dom.js';

/**
 * @typedef {[year: number, value: number]} Point
 * @typedef {{ name: string, points: Point[] }} Line in the order of the years
 * @typedef {Line & { place: number }} Placed with its place among those chosen, from 1, which is that of its colour
 * @typedef {{ label: string, isFromZero: boolean, write: (value: number) => string }} Look
 */

const SVG = 'http://www.w3.org/2000/svg';
const HEIGHT = 300;
const [TOP, BOTTOM, LEFT, RIGHT] = [12, 28, 8, 20];
// Names stand at the ends of lines where the chart has room for them: so wide, and so far below each other.
const [ROOM, NAME_HEIGHT] = [560, 16];
const TICKS = 4;
const YEAR_WIDTH = 70;
// Text of 14 px, and the space between a label and its line.
const [LETTER, GAP] = [7.6, 8];
export const MOST_LINES = 6;
// First years to choose from; 0 for all.
const STARTS = [0, 1970, 1980, 1990, 2000, 2010];

/**
 * Round the bounds of an axis, and divide it.
 * @param {number} least
 * @param {number} most
 * @returns {number[]} the ticks, equally far apart, from one that is not above the least to one not below the most
 */
export function ticksOf(least, most) {
  const spread = most - least || Math.abs(most) || 1;
  const unit = 10 ** Math.floor(Math.log10(spread / TICKS));
  const step = [1, 2, 5, 10].map((factor) => unit * factor).find((size) => size >= spread / TICKS) ?? unit * 10;
  const first = Math.floor(least / step);
  const count = Math.ceil(most / step - 1e-9) - first;
  return Array.from({ length: Math.max(count, 1) + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** A chart in a box, with a slider for the year and a table below it. */
export class LineChart {
  /**
   * @param {HTMLElement} box
   * @param {Look} look
   */
  constructor(box, look) {
    this.box = box;
    this.look = look;
    /** @type {Placed[]} */
    this.lines = [];
    this.svg = document.createElementNS(SVG, 'svg');
    this.svg.setAttribute('role', 'img');
    this.slider = /** @type {HTMLInputElement} */ (make('input', { type: 'range', 'aria-label': 'Year', step: '1' }));
    this.values = make('table', { class: 'readout' });
    /** @type {Line[]} */
    this.given = [];
    const starts = STARTS.map((year) => make('option', { value: String(year) }, year ? `Since ${year}` : 'All years'));
    this.start = /** @type {HTMLSelectElement} */ (make('select', { 'aria-label': 'First year' }, ...starts));
    this.start.addEventListener('change', () => this.show(this.given));
    box.replaceChildren(this.svg, this.slider, this.start, make('div', { class: 'scroll' }, this.values));
    this.slider.addEventListener('input', () => this.mark());
    this.svg.addEventListener('pointermove', (event) => this.point(event));
    this.svg.addEventListener('pointerdown', (event) => this.point(event));
    new ResizeObserver(() => this.draw()).observe(box);
  }

  /** @param {Line[]} lines at most as many as there are colours */
  show(lines) {
    this.svg.setAttribute('aria-label', this.look.label);
    this.given = lines;
    const start = Number(this.start.value);
    const placed = lines.slice(0, MOST_LINES).map(({ name, points }, at) => {
      return { name, points: points.filter(([year]) => year >= start), place: at + 1 };
    });
    this.lines = placed.filter(({ points }) => points.length > 0);
    this.hasNone = placed.length > 0 && this.lines.length === 0;
    const years = this.lines.flatMap(({ points }) => points.map(([year]) => year));
    // The slider of an empty chart stands in its middle.
    const wasLast = this.last === undefined || Number(this.slider.value) === this.last;
    this.first = Math.min(...years);
    this.last = years.length > 0 ? Math.max(...years) : undefined;
    this.slider.min = String(this.first);
    this.slider.max = String(this.last);
    if (wasLast) {
      this.slider.value = String(this.last);
    }
    this.draw();
  }

  draw() {
    const isEmpty = this.lines.length === 0;
    this.svg.style.display = isEmpty ? 'none' : '';
    this.slider.hidden = isEmpty;
    this.start.hidden = isEmpty;
    if (isEmpty) {
      this.values.replaceChildren(...(this.hasNone ? [make('caption', {}, 'No values over the years.')] : []));
      return;
    }
    const width = this.svg.clientWidth || 640;
    const values = this.lines.flatMap(({ points }) => points.map(([, value]) => value));
    const ticks = ticksOf(this.look.isFromZero ? 0 : Math.min(...values), Math.max(...values));
    const labels = ticks.map(this.look.write);
    const left = LEFT + GAP + LETTER * Math.max(...labels.map((label) => label.length));
    const [first, last] = [this.first ?? 0, this.last ?? 0];
    const named = width < ROOM ? [] : this.lines;
    const right = RIGHT + LETTER * Math.max(0, ...named.map(({ name }) => name.length));
    /** @param {number} year */
    this.x = (year) => left + ((year - first) / (last - first || 1)) * (width - left - right);
    /** @param {number} value */
    this.y = (value) => TOP + (1 - (value - ticks[0]) / (ticks[ticks.length - 1] - ticks[0])) * (HEIGHT - TOP - BOTTOM);
    this.svg.setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`);
    // The slider is as long as the years are.
    this.slider.style.marginLeft = `${left - GAP}px`;
    this.slider.style.width = `${width - left - right + 2 * GAP}px`;
    const { x, y } = this;
    const grid = ticks.flatMap((tick, at) => [
      draw('path', { class: 'grid', d: `M${left} ${y(tick).toFixed(1)}H${width - right}` }),
      draw('text', { x: left - GAP, y: y(tick) + 4, 'text-anchor': 'end' }, labels[at]),
    ]);
    const step = [1, 2, 5, 10, 20].find((size) => ((last - first) / size) * YEAR_WIDTH < width - left) ?? 50;
    const years = Array.from({ length: last - first + 1 }, (_, at) => first + at).filter((year) => year % step === 0);
    const marks = years.map((year) =>
      draw('text', { x: x(year), y: HEIGHT - 6, 'text-anchor': 'middle' }, String(year)),
    );
    const lines = this.lines.map(({ points, place }) =>
      draw('path', { class: `line c${place}`, d: pathOf(points, x, y) }),
    );
    const names = namesOf(named, y).map(({ name, place, at }) =>
      draw('text', { class: `name c${place}`, x: width - right + GAP, y: at + 4 }, name),
    );
    this.svg.replaceChildren(...grid, ...marks, ...lines, ...names, draw('g', { class: 'now' }));
    this.mark();
  }

  /** Mark the chosen year, and list its values. */
  mark() {
    const { x, y } = this;
    if (!x || !y) {
      return;
    }
    const year = Number(this.slider.value);
    const rows = this.lines.map(({ name, points, place }) => ({
      name,
      at: place,
      value: points.find(([one]) => one === year)?.[1],
    }));
    const dots = rows.flatMap(({ at, value }) =>
      value === undefined ? [] : [draw('circle', { class: `c${at}`, cx: x(year), cy: y(value), r: 4 })],
    );
    const rule = draw('path', { class: 'rule', d: `M${x(year).toFixed(1)} ${TOP}V${HEIGHT - BOTTOM}` });
    this.svg.querySelector('.now')?.replaceChildren(rule, ...dots);
    this.slider.setAttribute('aria-valuetext', String(year));
    const sorted = rows.toSorted((one, other) => (other.value ?? -1) - (one.value ?? -1));
    this.values.replaceChildren(
      make('caption', {}, String(year)),
      make(
        'tbody',
        {},
        ...sorted.map(({ name, at, value }) =>
          make(
            'tr',
            {},
            make('th', { scope: 'row' }, make('i', { class: `swatch c${at}` }), name),
            make('td', {}, value === undefined ? 'no value' : this.look.write(value)),
          ),
        ),
      ),
    );
  }

  /** @param {PointerEvent} event */
  point(event) {
    const { left } = this.svg.getBoundingClientRect();
    const [from, to] = [this.x?.(this.first ?? 0) ?? 0, this.x?.(this.last ?? 0) ?? 1];
    const part = (event.clientX - left - from) / (to - from || 1);
    const year = Math.round((this.first ?? 0) + part * ((this.last ?? 0) - (this.first ?? 0)));
    this.slider.value = String(year);
    this.mark();
  }
}

/**
 * Place the name of each line beside its last value, none closer to another than its height.
 * @param {Placed[]} lines
 * @param {(value: number) => number} y
 * @returns {{ name: string, place: number, at: number }[]} from the top
 */
function namesOf(lines, y) {
  const names = lines
    .map(({ name, place, points }) => ({ name, place, at: y(points[points.length - 1][1]) }))
    .toSorted((one, other) => one.at - other.at);
  // The lowest first: a name that has no room goes up.
  let below = HEIGHT - BOTTOM + NAME_HEIGHT;
  for (const name of names.toReversed()) {
    name.at = Math.min(name.at, below - NAME_HEIGHT);
    below = name.at;
  }
  return names;
}

/**
 * Join the points by lines; a gap in the years stays a gap.
 * @param {Point[]} points
 * @param {(year: number) => number} x
 * @param {(value: number) => number} y
 * @returns {string}
 */
export function pathOf(points, x, y) {
  return points
    .map(([year, value], at) => {
      const isNext = at > 0 && points[at - 1][0] === year - 1;
      return `${isNext ? 'L' : 'M'}${x(year).toFixed(1)} ${y(value).toFixed(1)}${isNext ? '' : 'h0'}`;
    })
    .join('');
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {string} [text]
 * @returns {SVGElement}
 */
export function draw(tag, attributes, text = '') {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, String(value));
  }
  element.textContent = text;
  return element;
}
