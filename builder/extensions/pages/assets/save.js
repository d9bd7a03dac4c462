/** The menu that saves what a chart, a map or a table shows: as PNG, as SVG, or as CSV. */

import { draw, make } from './dom.js';

/**
 * @typedef {{ title: string, unit?: string, source: string, drawing?: SVGSVGElement, sight?: DOMRect,
 *   legend?: [colour: string, text: string][], rows: () => string[][] }} Shown
 *   `sight`: the part of the drawing that is shown; `rows`: the first has the names of the columns
 */

const [WIDTH, MARGIN, HEAD, FOOT] = [960, 32, 112, 40];
// The text that fits on a line of the picture.
const LINE = /.{1,120}(?: |$)/g;
// Keys of a legend in a row, and the height of such a row and of a line of text.
const [KEYS, KEY_HEIGHT] = [3, 24];
const LICENCE = 'ODbL 1.0';
// Properties that style sheets set in a page; a file must have them as attributes.
const STYLES = [
  ...['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'paint-order', 'vector-effect', 'text-anchor'],
  ...['font-size', 'display'],
];

/**
 * Offer to save what a part of the page shows.
 * @param {HTMLElement} place for the menu
 * @param {() => Shown} describe
 * @param {string[]} [types]
 */
export function addSaveMenu(place, describe, types = ['PNG', 'SVG', 'CSV']) {
  const buttons = types.map((type) => {
    const button = make('button', { type: 'button', 'data-type': type.toLowerCase() }, type);
    button.addEventListener('click', async () => {
      const shown = describe();
      const name = `${shown.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.${type.toLowerCase()}`;
      await save(shown, type, name);
      menu.removeAttribute('open');
    });
    return button;
  });
  const menu = make('details', { class: 'save' }, make('summary', {}, 'Save'), make('p', {}, ...buttons));
  place.append(menu);
}

/** @type {(shown: Shown, type: string, name: string) => Promise<void>} CSV has the source in each row */
async function save(shown, type, name) {
  if (type === 'CSV' || !shown.drawing) {
    const [head, ...others] = shown.rows();
    const about = [shown.source, LICENCE, location.href];
    saveRows(name, [[...head, 'source', 'licence', 'address'], ...others.map((row) => [...row, ...about])]);
  } else {
    const svg = pictureOf(shown.drawing, shown);
    const drawing = new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' });
    saveFile(name, type === 'SVG' ? drawing : await painted(drawing, Number(svg.getAttribute('height'))));
  }
}

/** @type {(name: string, rows: string[][]) => void} as CSV */
export function saveRows(name, rows) {
  const quoted = (/** @type {string} */ cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = rows.map((row) => `${row.map(quoted).join(',')}\r\n`);
  saveFile(name, new Blob(lines, { type: 'text/csv' }));
}

/**
 * Read the rows of a table that are shown, in their order: values without rounding where the table has them.
 * @param {HTMLTableElement} table a row can have the code of its country in `data-code` or as its id
 * @returns {string[][]}
 */
export function rowsOf(table) {
  const [head] = table.tHead?.rows ?? [];
  const columns = [...head.cells].filter((cell) => !cell.matches('.plot, .source'));
  const bodies = [...table.tBodies].flatMap((body) => [...body.rows]).filter((row) => !row.hidden);
  const codeOf = (/** @type {HTMLTableRowElement} */ row) => (row.dataset.code ?? row.id).toUpperCase();
  const hasCodes = bodies.some((row) => codeOf(row) !== '');
  const names = columns.map((cell) => textOf(cell) + (cell.dataset.unit ? ` (${cell.dataset.unit})` : ''));
  const rows = bodies.map((row) => {
    const cells = columns.map(({ cellIndex }) => row.cells[cellIndex]);
    const values = cells.map((cell) => cell.dataset.value ?? textOf(cell));
    return hasCodes ? [codeOf(row), ...values] : values;
  });
  return [hasCodes ? ['cca2', ...names] : names, ...rows];
}

/** @param {HTMLElement} cell whose text is read without the marks of sources */
function textOf(cell) {
  const copy = /** @type {HTMLElement} */ (cell.cloneNode(true));
  copy.querySelectorAll('.mark').forEach((mark) => mark.remove());
  return copy.textContent.replaceAll(/\s+/g, ' ').trim();
}

/** @type {(name: string, content: Blob) => void} */
function saveFile(name, content) {
  const href = URL.createObjectURL(content);
  make('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/**
 * Make a picture of a drawing, with the styles that it has on the page, its title, legend, source and licence.
 * @type {(drawing: SVGSVGElement, shown: Shown) => SVGElement}
 */
function pictureOf(drawing, { title, unit = '', source, sight = drawing.viewBox.baseVal, legend = [] }) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const styled = [...copy.querySelectorAll('*')];
  for (const [at, element] of [...drawing.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(element);
    for (const name of STYLES) {
      styled[at].setAttribute(name, style.getPropertyValue(name));
    }
    // The attribute has no word for none.
    styled[at].setAttribute('transform', style.transform.replace('none', ''));
  }
  const { x: left, y: top, width, height } = sight;
  copy.setAttribute('viewBox', [left, top, width, height].join(' '));
  const [wide, tall] = [WIDTH - 2 * MARGIN, ((WIDTH - 2 * MARGIN) * height) / width];
  for (const [name, value] of Object.entries({ x: MARGIN, y: HEAD, width: wide, height: tall })) {
    copy.setAttribute(name, String(value));
  }
  const below = HEAD + tall + KEY_HEIGHT * Math.ceil(legend.length / KEYS) + FOOT;
  const credits = [...`Source: ${source}. Licence: ${LICENCE}.`.matchAll(LINE), location.href];
  const size = { width: WIDTH, height: below + KEY_HEIGHT * credits.length };
  const svg = draw('svg', { ...size, viewBox: `0 0 ${WIDTH} ${size.height}`, 'font-family': 'system-ui, sans-serif' });
  const { color, backgroundColor } = getComputedStyle(document.body);
  const write = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ letters, text = '') => {
    svg.append(draw('text', { x, y, 'font-size': letters, fill: color }, text));
  };
  svg.append(draw('rect', { ...size, fill: backgroundColor }));
  write(MARGIN, 52, 28, title);
  write(MARGIN, 82, 16, unit);
  svg.append(copy);
  for (const [at, [fill, text]] of legend.entries()) {
    const [x, y] = [MARGIN + ((at % KEYS) * wide) / KEYS, HEAD + tall + 12 + KEY_HEIGHT * Math.floor(at / KEYS)];
    svg.append(draw('rect', { x, y, width: 16, height: 16, fill }));
    write(x + 22, y + 12, 13, text);
  }
  credits.forEach((text, at) => write(MARGIN, below + KEY_HEIGHT * at, 13, String(text)));
  return svg;
}

/** @type {(drawing: Blob, height: number) => Promise<Blob>} as PNG, with two pixels for each unit */
async function painted(drawing, height) {
  const image = new Image();
  image.src = URL.createObjectURL(drawing);
  await image.decode();
  const canvas = new OffscreenCanvas(2 * WIDTH, 2 * height);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return canvas.convertToBlob();
}
