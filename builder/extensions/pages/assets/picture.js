/** Saves a chart as a picture: an SVG document, or the same as PNG. */

import { find, make } from './dom.js';
import { draw } from './line-chart.js';

/** @typedef {{ title: string, unit: string, source: string }} Words around a chart */

const [WIDTH, MARGIN, HEAD, FOOT] = [960, 32, 112, 64];
const [INK, SOFT] = ['#12211f', '#566461'];
// What a style sheet says of the chart, which a file must say by itself.
const STYLES = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-size'];

/**
 * Let the buttons of the page save a chart.
 * @param {SVGSVGElement} chart
 * @param {() => Words} describe
 */
export function addSaving(chart, describe) {
  for (const type of ['svg', 'png']) {
    find(`#${type}`, HTMLButtonElement).addEventListener('click', async () => {
      const words = describe();
      const svg = pictureOf(chart, words);
      const drawing = new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' });
      const name = `${words.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.${type}`;
      saveFile(name, type === 'svg' ? drawing : await painted(drawing, svg));
    });
  }
}

/**
 * @param {string} name
 * @param {Blob} content
 */
export function saveFile(name, content) {
  const href = URL.createObjectURL(content);
  make('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/**
 * Copy a chart with the styles that it has on the page, in the width of the picture, below its title.
 * @param {SVGSVGElement} chart
 * @param {Words} words
 * @returns {SVGElement}
 */
function pictureOf(chart, { title, unit, source }) {
  const copy = /** @type {SVGSVGElement} */ (chart.cloneNode(true));
  const styled = [...copy.querySelectorAll('*')];
  for (const [at, element] of [...chart.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(element);
    for (const name of STYLES) {
      styled[at].setAttribute(name, style.getPropertyValue(name));
    }
  }
  const { width, height } = chart.viewBox.baseVal;
  const [wide, tall] = [WIDTH - 2 * MARGIN, ((WIDTH - 2 * MARGIN) * height) / width];
  for (const [name, value] of Object.entries({ x: MARGIN, y: HEAD, width: wide, height: tall })) {
    copy.setAttribute(name, String(value));
  }
  const total = HEAD + tall + FOOT;
  const size = { width: WIDTH, height: total, viewBox: `0 0 ${WIDTH} ${total}` };
  const svg = draw('svg', { ...size, 'font-family': 'system-ui, sans-serif' });
  svg.append(
    draw('rect', { width: WIDTH, height: total, fill: '#ffffff' }),
    draw('text', { x: MARGIN, y: 52, 'font-size': 28, fill: INK }, title),
    draw('text', { x: MARGIN, y: 82, 'font-size': 16, fill: SOFT }, unit),
    copy,
    draw('text', { x: MARGIN, y: total - 28, 'font-size': 13, fill: SOFT }, `Source: ${source}`),
  );
  return svg;
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
