/** A country's page: shows the next holiday, and the path, the request and a report of each field. */

import { curlOf, declared, find, make } from './dom.js';

const article = find('.country', HTMLElement);
const { code = '', name = '' } = article.dataset;
// Coming holidays that are not folded.
const COMING = 5;

/** Show the next holiday. If there is one, fold all holidays except the next `COMING`. */
function showNext() {
  // Swedish dates have the form of the dataset: 2027-01-31.
  const day = new Date().toLocaleDateString('sv');
  const rows = [...article.querySelectorAll('[data-date]')].filter((row) => row instanceof HTMLTableRowElement);
  const coming = rows.filter((row) => (row.dataset.date ?? '') >= day);
  const next = document.querySelector('#next');
  if (next && coming[0]) {
    const [date, title] = coming[0].cells;
    const link = make('a', { href: '#holidays' }, title.firstChild?.textContent ?? '');
    next.replaceChildren(`${(date.textContent ?? '').trim()}, `, link);
  } else if (next) {
    next.textContent = 'not known yet';
  }
  const shown = coming.slice(0, COMING);
  const others = rows.filter((row) => !shown.includes(row));
  const folded = shown.length > 0 ? others : [];
  const years = Object.entries(Object.groupBy(folded, ({ dataset }) => dataset.date?.slice(0, 4) ?? ''));
  const folds = years.map(([year, days = []]) => {
    const table = make('table', { class: 'days' }, make('tbody', {}, ...days));
    return make('details', { class: 'fold' }, make('summary', {}, `${year}: other days (${days.length})`), table);
  });
  document.querySelector('.scroll:has(> .days)')?.after(...folds);
}

/** @param {HTMLTableRowElement} row of the field that a dialog shows: its value, its request, a link that reports it */
function openField(row) {
  const path = find('th code', HTMLElement, row).textContent;
  const cell = /** @type {HTMLElement} */ (find('td', HTMLElement, row).cloneNode(true));
  const marks = [...cell.querySelectorAll('.mark')].map((mark) => mark.getAttribute('href') ?? '');
  const source = `Source: ${marks.map((href) => document.querySelector(href)?.textContent).join('; ')}`;
  cell.querySelectorAll('.mark, small, .note, details').forEach((part) => part.remove());
  const value = cell.textContent.trim();
  const target = `/v1/alpha/${code.toLowerCase()}?fields=${path}`;
  const request = curlOf(new URL(target, declared('api')).href);
  const [title] = find('th', HTMLElement, row).innerText.split('\n');
  for (const [id, text] of Object.entries({ name: title, value, source, path, request })) {
    find(`#detail-${id}`, HTMLElement).textContent = text;
  }
  find('#detail-console', HTMLAnchorElement).hash = target;
  const about = [`Country: ${name} (${code})`, `Field: ${path}`, `Value: ${value}`, source];
  const body = [...about, '', 'What is right, and where is it published?'].join('\n');
  const report = find('#detail-report', HTMLAnchorElement);
  report.search = String(new URLSearchParams({ title: `${name}: ${path}`, body }));
  find('#detail', HTMLDialogElement).showModal();
}

/** Fold the parts below the metrics, except the first and the part that the address names. */
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
