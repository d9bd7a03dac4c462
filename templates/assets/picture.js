/** A chart as a picture to save: an SVG document, or the same as PNG. */

import { make } from './dom.js';
import { draw } from './line-chart.js';

/**
 * @typedef {{ name: string, value: string, year: string, share: number, colour: string }} Bar `share`: 0 to 1
 * @typedef {{ svg: SVGSVGElement, lines: string[] }} Drawn a chart of the page, and the names of its lines
 * @typedef {{ title: string, unit: string, sources: string, bars: Bar[], drawn?: Drawn }} Chart
 */

const WIDTH = 960;
const MARGIN = 32;
const [HEAD, ROW, FOOT] = [112, 30, 64];
const [NAMES, BARS, VALUES] = [230, 500, 830];
const [INK, SOFT, TRACK] = ['#12211f', '#566461', '#eef2f0'];
// What a style sheet says of the chart, which a file must say by itself.
const STYLES = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-size'];

/**
 * Save a chart in a format.
 * @param {Chart} chart
 * @param {'svg' | 'png'} type
 */
export async function save(chart, type) {
  const svg = pictureOf(chart);
  const drawing = new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' });
  const href = URL.createObjectURL(type === 'svg' ? drawing : await painted(drawing, svg));
  const name = `${chart.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.${type}`;
  make('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/**
 * @param {Chart} chart
 * @returns {SVGElement}
 */
function pictureOf({ title, unit, sources, bars, drawn }) {
  const lines = drawn && copied(drawn.svg);
  const tall = lines ? Number(lines.getAttribute('height')) + ROW : 0;
  const height = HEAD + tall + ROW * bars.length + FOOT;
  const rows = bars.flatMap(({ name, value, year, share, colour }, number) => {
    const y = HEAD + tall + ROW * number;
    const bar = { x: MARGIN + NAMES, y, height: 18 };
    return [
      draw('text', { x: MARGIN, y: y + 15, 'font-size': 16, fill: INK }, name),
      draw('rect', { ...bar, width: BARS, fill: TRACK }),
      draw('rect', { ...bar, width: share * BARS, fill: colour }),
      draw('text', { x: VALUES, y: y + 15, 'font-size': 16, 'text-anchor': 'end', fill: INK }, value),
      draw('text', { x: WIDTH - MARGIN, y: y + 15, 'font-size': 14, 'text-anchor': 'end', fill: SOFT }, year),
    ];
  });
  const size = { width: WIDTH, height, viewBox: `0 0 ${WIDTH} ${height}`, 'font-family': 'system-ui, sans-serif' };
  const svg = draw('svg', size);
  svg.append(
    draw('rect', { width: WIDTH, height, fill: '#ffffff' }),
    draw('text', { x: MARGIN, y: 52, 'font-size': 28, fill: INK }, title),
    draw('text', { x: MARGIN, y: 82, 'font-size': 16, fill: SOFT }, unit),
    ...(lines ? [lines] : []),
    ...rows,
    draw('text', { x: MARGIN, y: height - 28, 'font-size': 13, fill: SOFT }, `Source: ${sources}`),
  );
  return svg;
}

/**
 * Copy a chart of the page with the styles that it has there, in the width of the picture.
 * @param {SVGSVGElement} chart
 * @returns {SVGSVGElement}
 */
function copied(chart) {
  const copy = /** @type {SVGSVGElement} */ (chart.cloneNode(true));
  const styled = [...copy.querySelectorAll('*')];
  for (const [at, element] of [...chart.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(element);
    for (const name of STYLES) {
      styled[at].setAttribute(name, style.getPropertyValue(name));
    }
  }
  const { width, height } = chart.viewBox.baseVal;
  const wide = WIDTH - 2 * MARGIN;
  for (const [name, value] of Object.entries({ x: MARGIN, y: HEAD, width: wide, height: (wide * height) / width })) {
    copy.setAttribute(name, String(value));
  }
  return copy;
}

/**
 * @param {Blob} drawing
 * @param {SVGElement} svg
 * @returns {Promise<Blob>} with two pixels for each unit
 */
async function painted(drawing, svg) {
  const image = new Image();
  image.src = URL.createObjectURL(drawing);
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [2 * WIDTH, 2 * Number(svg.getAttribute('height'))];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser makes no PNG'))), 'image/png'),
  );
}
