/** A country's page: the next holiday, and each field as path, call and report. */

import { copyButton, curlOf, declared, find, make } from './dom.js';

const article = find('.country', HTMLElement);
const { code = '', name = '', issues = '' } = article.dataset;
// Holidays that are shown at once.
const COMING = 5;
const dialog = find('#detail', HTMLDialogElement);

/** Show the next holiday, and fold those that have passed. */
function showNext() {
  const today = new Date();
  const day = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  const rows = [...article.querySelectorAll('[data-date]')].filter((row) => row instanceof HTMLTableRowElement);
  const coming = rows.filter((row) => (row.dataset.date ?? '') >= day);
  const place = document.querySelector('#next');
  if (place && coming[0]) {
    const [date, title] = coming[0].cells;
    const link = make('a', { href: '#holidays' }, title.firstChild?.textContent ?? '');
    place.replaceChildren(`${(date.textContent ?? '').trim()}, `, link);
  } else if (place) {
    place.textContent = 'not known yet';
  }
  const passed = rows.filter((row) => !coming.includes(row));
  if (coming.length > 0) {
    fold(passed, `Past holidays (${passed.length})`);
    fold(coming.slice(COMING), `Later holidays (${coming.length - COMING})`);
  }
}

/**
 * Move rows of holidays into a part that opens, before those that were folded earlier.
 * @param {HTMLTableRowElement[]} rows
 * @param {string} title
 */
function fold(rows, title) {
  if (rows.length > 0) {
    const table = make('table', { class: 'days' }, make('tbody', {}, ...rows));
    const folded = make('details', { class: 'fold' }, make('summary', {}, title), table);
    find('.days', HTMLElement).closest('.scroll')?.after(folded);
  }
}

/**
 * Show how to request a field, and the link that reports it.
 * @param {HTMLTableRowElement} row
 */
function openField(row) {
  const path = row.querySelector('th code')?.textContent ?? '';
  const cell = find('td', HTMLElement, row);
  const value = [...cell.childNodes]
    .filter((node) => !(node instanceof Element && node.matches('.mark, small, .note, details')))
    .map((node) => node.textContent)
    .join('')
    .trim();
  const sources = [...row.querySelectorAll('.mark')].map(
    (mark) => document.querySelector(mark.getAttribute('href') ?? '')?.textContent,
  );
  const target = `/v1/alpha/${code.toLowerCase()}?fields=${path}`;
  const call = new URL(target, declared('api')).href;
  const report = new URL(issues);
  report.searchParams.set('title', `${name}: ${path}`);
  report.searchParams.set(
    'body',
    [
      `Country: ${name} (${code})`,
      `Field: ${path}`,
      `Value: ${value}`,
      `Source: ${sources.join('; ')}`,
      '',
      'What is right, and where is it published?',
    ].join('\n'),
  );
  find('#use', HTMLElement).replaceChildren(
    make('h2', { id: 'detail-name' }, row.querySelector('th')?.innerText.split('\n')[0] ?? path),
    make('p', {}, make('b', {}, value)),
    make('p', { class: 'quiet' }, `Source: ${sources.join('; ')}`),
    copied('Path', path),
    copied('Request', curlOf(call)),
    make(
      'p',
      { class: 'use' },
      make('a', { href: `../console.html#${target}` }, 'Open in console'),
      ' · ',
      make('a', { href: report.href, rel: 'external' }, 'Report this value'),
    ),
  );
  dialog.showModal();
}

/**
 * @param {string} title
 * @param {string} text
 */
function copied(title, text) {
  const block = make('div', { class: 'block' }, make('pre', { tabindex: '0' }, make('code', {}, text)));
  block.append(copyButton(() => text));
  return make('div', {}, make('p', { class: 'use' }, title), block);
}

/** On a phone, fold the parts below the metrics, except the first and what the address leads to. */
function foldParts() {
  const parts = [...article.querySelectorAll('.part')].filter((part) => part instanceof HTMLDetailsElement);
  for (const part of parts.slice(1)) {
    part.open &&= part.querySelector(':target') !== null;
  }
}

showNext();
if (matchMedia('(max-width: 40rem)').matches) {
  foldParts();
}
for (const cell of article.querySelectorAll('.facts th')) {
  const button = make('button', { type: 'button', class: 'path', title: 'Copy, request or report this value' });
  button.append(...cell.childNodes);
  cell.append(button);
  button.addEventListener('click', () => openField(/** @type {HTMLTableRowElement} */ (button.closest('tr'))));
}
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) {
    dialog.close();
  }
});
