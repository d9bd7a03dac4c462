/** A chart of values of countries over the years: a line for each, a year to choose, and its values as a table. */

import { draw, fetchOnce, find, make } from './dom.js';
import { rounded } from './rounding.js';
import { addSaveMenu } from './save.js';

/**
 * @typedef {[year: number, value: number]} Point
 * @typedef {{ name: string, points: Point[] }} Line in the order of the years
 * @typedef {Line & { code: string, place: number }} Placed `place`: its number among the chosen lines: its colour
 * @typedef {{ name: string, title: string, unit: string, isLog: boolean, write: (value: number) => string }} Look
 *   of a metric; `isLog`: bars of it have a logarithmic scale, and the linear scale of a chart begins at zero
 */

const [TOP, BOTTOM, LEFT, RIGHT] = [12, 28, 8, 20];
// At the ends of lines are names, or codes where the chart is not so wide, each so far below the other.
const [ROOM, NAME_HEIGHT] = [560, 16];
const TICKS = 4;
const YEAR_WIDTH = 70;
// The mean width of a letter of 14 px, and the space between a label and its line.
const [LETTER, GAP] = [7.6, 8];
export const MOST_LINES = 6;

/**
 * Round the bounds of an axis, and divide it.
 * @param {number} least
 * @param {number} most
 * @returns {number[]} the ticks, equally far apart, from one that is not above the least to one not below the most
 */
function ticksOf(least, most) {
  const spread = most - least || Math.abs(most) || 1;
  const unit = 10 ** Math.floor(Math.log10(spread / TICKS));
  const step = [1, 2, 5, 10].map((factor) => unit * factor).find((size) => size >= spread / TICKS) ?? unit * 10;
  const first = Math.floor(least / step);
  const count = Math.ceil(most / step - 1e-9) - first;
  return Array.from({ length: Math.max(count, 1) + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** @type {typeof ticksOf} for a logarithmic axis: powers of ten alone if there are many */
function logTicksOf(least, most) {
  const [low, high] = [Math.floor(Math.log10(least)), Math.floor(Math.log10(most)) + 1];
  const factors = high - low > 2 ? [1] : [1, 2, 5];
  const powers = Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at));
  const ticks = powers.flatMap((power) => factors.map((factor) => Number((factor * power).toPrecision(12))));
  return ticks.slice(ticks.findLastIndex((tick) => tick <= least), ticks.findIndex((tick) => tick > most) + 1);
}

/** A chart in a box, with a slider for the year and a table below it. */
export class LineChart {
  /** Is called after the choice of a year. */
  onChoose = () => {};

  /** @type {(at: number) => void} is called to remove the line with this index */
  onRemove = () => {};

  /** The chosen year, or empty for the newest values. */
  year = '';

  /** @type {Placed[]} */
  lines = [];

  // The first and the last year with a value.
  first = 0;

  last = 0;

  /**
   * @param {HTMLElement} box with the source of its values
   * @param {Look} look
   */
  constructor(box, look) {
    this.box = box;
    this.look = look;
    this.svg = find('svg', SVGSVGElement, box);
    this.slider = find('[type=range]', HTMLInputElement, box);
    this.since = find('[name=since]', HTMLSelectElement, box);
    this.scale = find('[name=scale]', HTMLSelectElement, box);
    this.values = find('.readout', HTMLTableElement, box);
    this.years = find('.fold', HTMLDetailsElement, box);
    addSaveMenu(find('.tools', HTMLElement, box), () => ({
      title: this.title,
      unit: this.unit,
      source: box.dataset.source ?? '',
      drawing: this.svg,
      rows: () => this.rows(String),
    }));
    this.slider.addEventListener('input', () => this.mark(this.slider.value));
    this.slider.addEventListener('change', () => this.onChoose());
    this.years.addEventListener('toggle', () => this.list());
    this.svg.addEventListener('pointermove', (event) => this.mark(this.yearAt(event)));
    this.svg.addEventListener('pointerdown', (event) => {
      this.mark(this.yearAt(event));
      this.onChoose();
    });
    new ResizeObserver(() => this.lines.length > 0 && this.draw()).observe(box);
  }

  /** @returns {string} the metric, the countries and the years */
  get title() {
    const names = this.lines.map(({ name }) => name).join(', ');
    return `${this.look.title}: ${names}, ${this.first} to ${this.last}`;
  }

  get unit() {
    return this.scale.value === 'index' ? this.scale.selectedOptions[0].text : this.look.unit;
  }

  /** @param {number} value */
  write(value) {
    return this.scale.value === 'index' ? rounded(value, 1) : this.look.write(value);
  }

  /** @param {(value: number) => string} write @returns {string[][]} values by year, below the names of the lines */
  rows(write) {
    const years = [...new Set(this.lines.flatMap(({ points }) => points.map(([year]) => year)))].toSorted();
    const values = this.lines.map(({ points }) => new Map(points));
    return [
      ['year', ...this.lines.map(({ name }) => `${name} (${this.unit})`)],
      ...years.map((year) => [
        String(year),
        ...values.map((line) => line.get(year)).map((value) => (value === undefined ? '' : write(value))),
      ]),
    ];
  }

  /** List the values of all years, if the list is open. */
  list() {
    if (this.years.open) {
      const rows = this.rows((value) => this.write(value)).map((row, at) => {
        return make('tr', {}, ...row.map((text, column) => make(at > 0 && column > 0 ? 'td' : 'th', {}, text)));
      });
      this.years.lastElementChild?.replaceChildren(make('table', {}, ...rows));
    }
  }

  /**
   * Show the values of countries over the years.
   * @param {[code: string, name: string][]} countries in lower case
   * @param {() => boolean} isChosen whether they still are chosen after their values were fetched
   */
  async show(countries, isChosen) {
    const { tables: folder = '', without = '' } = this.box.dataset;
    const missing = new Set(without.split(' '));
    const shown = countries.slice(0, MOST_LINES);
    /** @type {{ rows: Record<string, number>[] }[]} */
    const tables = await Promise.all(
      shown.map(([code]) => (missing.has(code) ? { rows: [] } : fetchOnce(`${folder}history/${code}.json`))),
    );
    if (!isChosen()) {
      return;
    }
    const metric = this.look.name;
    /** @type {Placed[]} */
    const lines = tables.map(({ rows }, at) => {
      // A row has null for a metric without a value.
      const valued = rows.filter((row) => row[metric] !== null && row.year >= Number(this.since.value));
      const points = valued.map((row) => /** @type {Point} */ ([row.year, row[metric]]));
      return { code: shown[at][0], name: shown[at][1], points, place: at + 1 };
    });
    this.lines = this.scale.value === 'index' ? indexed(lines) : lines;
    const years = this.lines.flatMap(({ points }) => points.map(([year]) => year));
    [this.first, this.last] = [Math.min(...years), Math.max(...years)];
    this.slider.min = String(this.first);
    this.slider.max = String(this.last);
    this.svg.setAttribute('aria-label', this.title);
    this.draw();
    this.list();
  }

  draw() {
    const lines = this.lines.filter(({ points }) => points.length > 0);
    this.box.classList.toggle('empty', lines.length === 0);
    if (lines.length === 0) {
      this.svg.replaceChildren();
      this.mark(this.year);
      return;
    }
    const [width, height] = [this.svg.clientWidth || 640, this.svg.clientHeight || 300];
    const values = lines.flatMap(({ points }) => points.map(([, value]) => value));
    const isLog = this.scale.value === 'log' && Math.min(...values) > 0;
    const least = this.look.isLog && this.scale.value === '' ? 0 : Math.min(...values);
    const ticks = (isLog ? logTicksOf : ticksOf)(least, Math.max(...values));
    const written = ticks.map((tick) => this.write(tick).replace(/\.?0+(?!\d)(?<=\.\d*)/, ''));
    const brief = (/** @type {string} */ label) => label.replace(/ ([tbm])r?illion/, (_, one) => one.toUpperCase());
    const labels = width < ROOM ? written.map(brief) : written;
    const left = LEFT + GAP + LETTER * Math.max(...labels.map((label) => label.length));
    const { first, last } = this;
    const named = lines.map((line) => ({ ...line, name: width < ROOM ? line.code.toUpperCase() : line.name }));
    const right = RIGHT + LETTER * Math.max(...named.map(({ name }) => name.length));
    /** @param {number} year */
    this.x = (year) => left + ((year - first) / (last - first || 1)) * (width - left - right);
    const [low, high] = [ticks[0], ticks[ticks.length - 1]].map((end) => (isLog ? Math.log(end) : end));
    /** @param {number} value */
    this.y = (value) => {
      const part = ((isLog ? Math.log(value) : value) - low) / (high - low);
      return TOP + (1 - part) * (height - TOP - BOTTOM);
    };
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
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
    const below = { y: height - 6, 'text-anchor': 'middle' };
    const marks = years.map((year) => draw('text', { x: x(year), ...below }, String(year)));
    const paths = lines.map(({ points, place }) => draw('path', { class: `line c${place}`, d: pathOf(points, x, y) }));
    const names = namesOf(named, y, height).map(({ name, place, at }) => {
      return draw('text', { class: `name c${place}`, x: width - right + GAP, y: at + 4 }, name);
    });
    this.svg.replaceChildren(...grid, ...marks, ...paths, ...names, draw('g', { class: 'now' }));
    this.mark(this.year);
  }

  /** @param {string} chosen the year to mark and to list values of; empty for the newest */
  mark(chosen) {
    const newest = String(this.last);
    this.year = chosen === newest ? '' : chosen;
    this.slider.value = chosen || newest;
    const year = Number(this.slider.value);
    const rows = this.lines.map(({ name, points, place }) => {
      // At the newest year, a line without a value there has its newest one.
      const [at, value] = points.find(([one]) => one === year) ?? (this.year ? undefined : points.at(-1)) ?? [year];
      return { name, place, value, year: at };
    });
    const { x, y } = this;
    const now = this.svg.querySelector('.now');
    if (now && x && y) {
      const dots = rows.flatMap(({ place, value, year: at }) =>
        value === undefined ? [] : [draw('circle', { class: `c${place}`, cx: x(at), cy: y(value), r: 4 })],
      );
      const { height } = this.svg.viewBox.baseVal;
      const rule = draw('path', { class: 'rule', d: `M${x(year).toFixed(1)} ${TOP}V${height - BOTTOM}` });
      now.replaceChildren(rule, ...dots);
    }
    this.slider.setAttribute('aria-valuetext', String(year));
    const sorted = rows.toSorted((one, other) => (other.value ?? -1) - (one.value ?? -1));
    const names = rows.map(({ name }) => name).join(' and ');
    this.values.replaceChildren(
      make('caption', {}, now ? String(year) : `There are no yearly values for ${names}.`),
      make('tbody', {}, ...sorted.map((row) => this.readout(row, year))),
    );
  }

  /**
   * @param {{ name: string, place: number, value: number | undefined, year: number }} line
   * @param {number} year
   */
  readout({ name, place, value, year: at }, year) {
    const text = value === undefined ? 'No value' : this.write(value) + (at === year ? '' : ` (${at})`);
    const remove = make('button', { type: 'button', 'aria-label': `Remove ${name}` }, '×');
    remove.addEventListener('click', () => this.onRemove(place - 1));
    const head = make('th', { scope: 'row' }, make('i', { class: `swatch c${place}` }), name);
    return make('tr', {}, head, make('td', {}, text), make('td', {}, remove));
  }

  /** @param {PointerEvent} event whose nearest year is returned */
  yearAt(event) {
    const { first, last, x = () => 0 } = this;
    const part = (event.clientX - this.svg.getBoundingClientRect().left - x(first)) / (x(last) - x(first) || 1);
    return String(Math.min(last, Math.max(first, Math.round(first + part * (last - first)))));
  }
}

/** @type {(lines: Placed[]) => Placed[]} in percent of the value of each line in the year when the last line begins */
function indexed(lines) {
  const first = Math.max(...lines.flatMap(({ points }) => points[0]?.[0] ?? []));
  return lines.map((line) => {
    const [, base] = line.points.find(([year]) => year >= first) ?? [first, 1];
    return { ...line, points: line.points.map(([year, value]) => [year, (100 * value) / (base || 1)]) };
  });
}

/**
 * Place the name of each line at its last value, at least its height from other names.
 * @param {Placed[]} lines
 * @param {(value: number) => number} y
 * @param {number} height of the chart
 */
function namesOf(lines, y, height) {
  const names = lines
    .map(({ name, place, points }) => ({ name, place, at: y(points[points.length - 1][1]) }))
    .toSorted((one, other) => one.at - other.at);
  // A name that has no room above the one below it goes up, but not beyond the edge.
  names.reduceRight((below, name) => (name.at = Math.min(name.at, below - NAME_HEIGHT)), height);
  names.reduce((above, name) => (name.at = Math.max(name.at, above + NAME_HEIGHT)), 0);
  return names;
}

/** @type {(points: Point[], x: (year: number) => number, y: (value: number) => number) => string} broken at gaps */
function pathOf(points, x, y) {
  return points
    .map(([year, value], at) => {
      const isNext = at > 0 && points[at - 1][0] === year - 1;
      return `${isNext ? 'L' : 'M'}${x(year).toFixed(1)} ${y(value).toFixed(1)}${isNext ? '' : 'h0'}`;
    })
    .join('');
}
