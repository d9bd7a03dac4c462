/** The page of all flags: shows the addresses of a flag, to be copied. */

import { copyButton, declared, find, make } from './dom.js';
import { addFilter, codeOf } from './flag-filter.js';

const SHOWN_WIDTH = 40;
const list = find('#flags', HTMLElement);
const dialog = find('#detail', HTMLDialogElement);
const widths = (list.dataset.widths ?? '').split(' ');

/**
 * Show the addresses and the element of a flag.
 * @param {string} code
 * @param {string} name
 */
function open(code, name) {
  const lower = code.toLowerCase();
  const flags = declared('flags');
  const svg = `${flags}/svg/${lower}.svg`;
  const alt = `Flag of ${name}`;
  const element = `<img src="${svg}" width="${SHOWN_WIDTH}" height="${SHOWN_WIDTH * 0.75}" alt="${escaped(alt)}">`;
  const pngs = widths.map((width, number) => {
    const folder = number === 0 ? 'png' : `png/${width}`;
    return use(`PNG, ${width} pixels wide`, `${flags}/${folder}/${lower}.png`);
  });
  find('#uses', HTMLElement).replaceChildren(
    make('h2', { id: 'detail-name' }, name),
    make('img', { class: 'flag', src: svg, alt, width: '160', height: '120' }),
    make(
      'p',
      { class: 'use' },
      make('a', { href: svg, download: `${lower}.svg` }, 'Save SVG'),
      ' ',
      make('a', { href: `${flags}/png/${lower}.png`, download: `${lower}.png` }, 'Save PNG'),
      ' ',
      make('a', { href: svg }, 'Open'),
    ),
    use('SVG, for any size', svg),
    ...pngs,
    use('HTML with alt text', element),
    make('p', { class: 'use' }, make('a', { href: `countries/${lower}.html` }, `All facts of ${name}`)),
  );
  history.replaceState(null, '', `#${lower}`);
  dialog.showModal();
}

/**
 * @param {string} title
 * @param {string} text
 * @returns {HTMLElement}
 */
function use(title, text) {
  const code = make('div', { class: 'block' }, make('pre', { tabindex: '0' }, make('code', {}, text)));
  code.append(copyButton(() => text));
  return make('div', {}, make('p', { class: 'use' }, title), code);
}

/**
 * @param {string} text
 * @returns {string}
 */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

list.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    open(codeOf(link), link.textContent?.trim() ?? '');
  }
});
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) {
    dialog.close();
  }
});
addFilter(['flag', 'flags']);
const named = [...list.querySelectorAll('a')].find((link) => codeOf(link).toLowerCase() === location.hash.slice(1));
if (named) {
  open(codeOf(named), named.textContent?.trim() ?? '');
}
