/** A chart of values over the years: lines in colours of their own, a year to choose, and its values as a table. */

import { draw, make } from './dom.js';
import { addSaveMenu } from './save.js';

/**
 * @typedef {[year: number, value: number]} Point
 * @typedef {{ name: string, points: Point[] }} Line in the order of the years
 * @typedef {Line & { place: number }} Placed with its place among those chosen, from 1, which is that of its colour
 * @typedef {{ title: string, unit: string, isFromZero: boolean, write: (value: number) => string }} Look
 */

const HEIGHT = 300;
const [TOP, BOTTOM, LEFT, RIGHT] = [12, 28, 8, 20];
// Names stand at the ends of lines where the chart has room for them: so wide, and so far below each other.
const [ROOM, NAME_HEIGHT] = [560, 16];
const TICKS = 4;
const YEAR_WIDTH = 70;
// Text of 14 px, and the space between a label and its line.
const [LETTER, GAP] = [7.6, 8];
export const MOST_LINES = 6;
// First years to choose from; empty for all.
const STARTS = ['', '1970', '1980', '1990', '2000', '2010'];

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
  /** Follows the choice of a year, or of the first one. */
  onChoose = () => {};

  /**
   * @param {HTMLElement} box with the source of its values
   * @param {Look} look
   */
  constructor(box, look) {
    this.box = box;
    this.look = look;
    /** @type {Placed[]} */
    this.lines = [];
    this.svg = /** @type {SVGSVGElement} */ (draw('svg', {}));
    this.svg.setAttribute('role', 'img');
    this.slider = /** @type {HTMLInputElement} */ (make('input', { type: 'range', 'aria-label': 'Year', step: '1' }));
    this.values = make('table', { class: 'readout' });
    this.years = make('details', { class: 'fold' }, make('summary', {}, 'Values by year'));
    /** @type {Line[]} */
    this.all = [];
    const starts = STARTS.map((year) => make('option', { value: year }, year ? `Since ${year}` : 'All years'));
    this.start = /** @type {HTMLSelectElement} */ (make('select', { 'aria-label': 'First year' }, ...starts));
    const tools = make('div', { class: 'tools' }, this.start);
    addSaveMenu(tools, () => ({ ...this.look, ...this.titled(), drawing: this.svg, rows: () => this.rows(String) }));
    box.replaceChildren(this.svg, this.slider, tools, make('div', { class: 'scroll' }, this.values), this.years);
    this.start.addEventListener('change', () => {
      this.show(this.all);
      this.onChoose();
    });
    this.slider.addEventListener('input', () => this.mark());
    this.slider.addEventListener('change', () => this.onChoose());
    this.years.addEventListener('toggle', () => this.list());
    this.svg.addEventListener('pointermove', (event) => this.point(event));
    this.svg.addEventListener('pointerdown', (event) => this.point(event));
    new ResizeObserver(() => this.draw()).observe(box);
  }

  /** @returns {{ title: string, source: string }} with countries and years */
  titled() {
    const names = this.lines.map(({ name }) => name).join(', ');
    const title = `${this.look.title}: ${names}, ${this.first} to ${this.last}`;
    return { title, source: this.box.dataset.source ?? '' };
  }

  /** @returns {{ year: string, since: string }} empty for the newest year, and for all years */
  get state() {
    const { value, max } = this.slider;
    return { year: this.last === undefined || value === max ? '' : value, since: this.start.value };
  }

  /** @param {URLSearchParams} state to be shown with the next lines */
  set state(state) {
    this.start.value = state.get('since') ?? '';
    this.asked = Number(state.get('year')) || undefined;
    this.last = undefined;
  }

  /**
   * @param {(value: number) => string} write
   * @returns {string[][]} the values of each year, below the names of the lines
   */
  rows(write) {
    const years = [...new Set(this.lines.flatMap(({ points }) => points.map(([year]) => year)))].toSorted();
    const values = this.lines.map(({ points }) => new Map(points));
    const rows = years.map((year) => [year, ...values.map((line) => line.get(year))]);
    const [names, unit] = [this.lines.map(({ name }) => name), this.look.unit];
    return [
      ['year', ...names.map((name) => `${name} (${unit})`)],
      ...rows.map((row) => row.map((cell, at) => (cell === undefined ? '' : at === 0 ? String(cell) : write(cell)))),
    ];
  }

  /** List the values of all years, when a person opens the list. */
  list() {
    this.years.querySelector('.scroll')?.remove();
    if (/** @type {HTMLDetailsElement} */ (this.years).open) {
      const [head, ...rows] = this.rows(this.look.write);
      const heads = head.map((name) => make('th', { scope: 'col' }, name));
      const cells = rows.map(([year, ...others]) => {
        return make('tr', {}, make('th', { scope: 'row' }, year), ...others.map((value) => make('td', {}, value)));
      });
      const table = make('table', {}, make('thead', {}, make('tr', {}, ...heads)), make('tbody', {}, ...cells));
      this.years.append(make('div', { class: 'scroll', tabindex: '0' }, table));
    }
  }

  /** @param {Line[]} lines at most as many as there are colours */
  show(lines) {
    this.all = lines;
    const start = Number(this.start.value);
    const placed = lines.slice(0, MOST_LINES).map(({ name, points }, at) => {
      return { name, points: points.filter(([year]) => year >= start), place: at + 1 };
    });
    this.lines = placed.filter(({ points }) => points.length > 0);
    const years = this.lines.flatMap(({ points }) => points.map(([year]) => year));
    // The slider of an empty chart stands in its middle.
    const wasLast = this.last === undefined || Number(this.slider.value) === this.last;
    this.first = Math.min(...years);
    this.last = years.length > 0 ? Math.max(...years) : undefined;
    this.slider.min = String(this.first);
    this.slider.max = String(this.last);
    if (wasLast) {
      this.slider.value = String(this.asked ?? this.last);
      this.asked = undefined;
    }
    this.svg.setAttribute('aria-label', this.titled().title);
    this.draw();
    this.list();
  }

  draw() {
    const isEmpty = this.lines.length === 0;
    this.svg.style.display = isEmpty ? 'none' : '';
    this.slider.hidden = isEmpty;
    /** @type {HTMLElement} */ (this.start.parentElement).hidden = isEmpty;
    this.years.hidden = isEmpty;
    if (isEmpty) {
      const names = this.all.map(({ name }) => name).join(' and ');
      this.values.replaceChildren(...(names ? [make('caption', {}, `There are no yearly values for ${names}.`)] : []));
      return;
    }
    const width = this.svg.clientWidth || 640;
    const values = this.lines.flatMap(({ points }) => points.map(([, value]) => value));
    const ticks = ticksOf(this.look.isFromZero ? 0 : Math.min(...values), Math.max(...values));
    const written = ticks.map(this.look.write);
    const brief = (/** @type {string} */ label) => label.replace(/ ([tbm])r?illion/, (_, one) => one.toUpperCase());
    const labels = width < ROOM ? written.map(brief) : written;
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
    const isNewest = year === this.last;
    const rows = this.lines.map(({ name, points, place }) => {
      // At the newest year, each line has its newest value.
      const [at, value] = points.find(([one]) => one === year) ?? (isNewest ? points[points.length - 1] : []);
      return { name, place, value, year: at ?? year };
    });
    const dots = rows.flatMap(({ place, value, year: at }) =>
      value === undefined ? [] : [draw('circle', { class: `c${place}`, cx: x(at), cy: y(value), r: 4 })],
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
        ...sorted.map(({ name, place, value, year: at }) =>
          make(
            'tr',
            {},
            make('th', { scope: 'row' }, make('i', { class: `swatch c${place}` }), name),
            make('td', {}, value === undefined ? 'No value' : this.look.write(value) + (at === year ? '' : ` (${at})`)),
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
    if (event.type === 'pointerdown') {
      this.onChoose();
    }
  }
}

/**
 * Place the name of each line at its last value, none closer to another than its height.
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
