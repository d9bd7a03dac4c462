/** A chart as a picture to save: the same marks as an SVG document, or on a canvas as PNG. */

import { make } from './dom.js';

/**
 * @typedef {{ name: string, value: string, year: string, share: number, isChosen: boolean }} Bar `share`: 0 to 1
 * @typedef {{ title: string, unit: string, sources: string, bars: Bar[] }} Chart
 * @typedef {{ x: number, y: number, fill: string, width?: number, height?: number, text?: string, size?: number,
 *   anchor?: 'start' | 'end' }} Mark a rectangle, or a text
 */

const WIDTH = 960;
const MARGIN = 32;
const [FIRST, ROW] = [112, 30];
const [NAMES, BARS, VALUES] = [230, 500, 830];
const [INK, SOFT, DATA, WARM, TRACK] = ['#12211f', '#566461', '#0d6e64', '#b3420b', '#eef2f0'];
const FONT = 'system-ui, sans-serif';
const [SVG, XML] = ['http://www.w3.org/2000/svg', new XMLSerializer()];

/**
 * Save a chart in a format.
 * @param {Chart} chart
 * @param {'svg' | 'png'} type
 */
export async function save(chart, type) {
  const height = FIRST + ROW * chart.bars.length + 2 * MARGIN;
  const marks = marksOf(chart, height);
  const picture = type === 'svg' ? drawing(marks, height) : await painting(marks, height);
  const name = `${chart.title.toLowerCase().replaceAll(' ', '-')}.${type}`;
  const link = make('a', { href: URL.createObjectURL(picture), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(/** @type {HTMLAnchorElement} */ (link).href), 1000);
}

/**
 * @param {Chart} chart
 * @param {number} height
 * @returns {Mark[]}
 */
function marksOf({ title, unit, sources, bars }, height) {
  const rows = bars.flatMap(({ name, value, year, share, isChosen }, number) => {
    const y = FIRST + ROW * number;
    const fill = isChosen ? WARM : DATA;
    /** @type {Mark[]} */
    const row = [
      { x: MARGIN, y: y + 15, text: name, size: 16, fill: INK },
      { x: MARGIN + NAMES, y, width: BARS, height: 18, fill: TRACK },
      { x: MARGIN + NAMES, y, width: share * BARS, height: 18, fill },
      { x: VALUES, y: y + 15, text: value, size: 16, anchor: 'end', fill: INK },
      { x: WIDTH - MARGIN, y: y + 15, text: year, size: 14, anchor: 'end', fill: SOFT },
    ];
    return row;
  });
  return [
    { x: 0, y: 0, width: WIDTH, height, fill: '#ffffff' },
    { x: MARGIN, y: 52, text: title, size: 28, fill: INK },
    { x: MARGIN, y: 82, text: unit, size: 16, fill: SOFT },
    ...rows,
    { x: MARGIN, y: height - 28, text: `Source: ${sources}`, size: 13, fill: SOFT },
  ];
}

/**
 * @param {Mark[]} marks
 * @param {number} height
 * @returns {Blob}
 */
function drawing(marks, height) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${WIDTH} ${height}`);
  svg.setAttribute('font-family', FONT);
  for (const { text, size, anchor, ...places } of marks) {
    const mark = document.createElementNS(SVG, text === undefined ? 'rect' : 'text');
    for (const [name, value] of Object.entries({ ...places, 'font-size': size, 'text-anchor': anchor })) {
      if (value !== undefined) {
        mark.setAttribute(name, String(value));
      }
    }
    mark.textContent = text ?? '';
    svg.append(mark);
  }
  return new Blob([XML.serializeToString(svg)], { type: 'image/svg+xml' });
}

/**
 * @param {Mark[]} marks
 * @param {number} height
 * @returns {Promise<Blob>} with two pixels for each unit
 */
function painting(marks, height) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [2 * WIDTH, 2 * height];
  const paint = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  paint.scale(2, 2);
  for (const { x, y, fill, width = 0, height: tall = 0, text, size, anchor = 'start' } of marks) {
    paint.fillStyle = fill;
    paint.font = `${size}px ${FONT}`;
    paint.textAlign = anchor;
    if (text === undefined) {
      paint.fillRect(x, y, width, tall);
    } else {
      paint.fillText(text, x, y);
    }
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser makes no PNG'))), 'image/png'),
  );
}
