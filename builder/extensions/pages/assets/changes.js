/** The page of changes: filters changes by country, field and day, and completes long lists. */

import { keepState } from './address.js';
import { filterBox } from './country-boxes.js';
import { countryPage, decoded, fetchOnce, find, make } from './dom.js';

/** @typedef {{ date: string, cca2: string, label: string, text: string, anchor: string }} Change */

const country = find('[name=country]', HTMLInputElement);
const field = find('[name=field]', HTMLSelectElement);
const since = find('[name=since]', HTMLInputElement);
const count = find('#count', HTMLElement);
const sections = [...document.querySelectorAll('.day .field')].filter((one) => one instanceof HTMLDetailsElement);
// The most changes with which all sections are open, and the most countries that the heading of a section names.
const [MOST_OPEN, MOST_NAMED] = [100, 4];

/** Add the changes that lists of the page leave out. */
async function fill() {
  const [{ changes }, { countries }] = [await fetchOnce('changes.json'), await fetchOnce('assets/names.json')];
  const names = new Map(countries.map((/** @type {string[]} */ [name, code]) => [code, name]));
  for (const section of sections) {
    const { label, day } = section.dataset;
    const missing = /** @type {Change[]} */ (changes).filter(
      (one) => one.label === label && one.date === day && !document.getElementById(one.anchor),
    );
    for (const one of missing) {
      const list = section.querySelector(`[data-merged=${one.cca2}] ul`) ?? section.querySelector('ul');
      list?.append(itemOf(one, names.get(one.cca2)));
    }
    section.querySelector('.rest')?.remove();
  }
}

/** @type {(change: Change, name?: string) => HTMLElement} */
function itemOf({ cca2, text, anchor }, name = cca2) {
  const hash = make('a', { class: 'anchor', href: `#${anchor}`, 'aria-label': 'Address of this change' }, '#');
  const link = make('a', { href: countryPage(cca2) }, name);
  return make('li', { id: anchor, 'data-code': cca2 }, make('span', {}, link, ': '), make('bdi', {}, text), '. ', hash);
}

/** Show the changes that the controls select. */
async function show() {
  const isAll = [country, field, since].every(({ value }) => value === '');
  const [{ has, advice }] = await Promise.all([filterBox(country), ...(isAll ? [] : [fill()])]);
  const shown = sections.reduce((sum, section) => sum + filterSection(section, has), 0);
  for (const section of isAll ? [] : sections) {
    section.open = shown <= MOST_OPEN || field.value !== '';
  }
  for (const day of document.querySelectorAll('section.day')) {
    const here = day.querySelectorAll('li[id]:not([hidden])').length;
    /** @type {HTMLElement} */ (day).hidden = here === 0;
    const counted = find('h2 span', HTMLElement, day);
    counted.textContent = (isAll ? '' : `${here} of `) + counted.dataset.total;
  }
  const none = since.value > (count.dataset.newest ?? '') ? `Nothing has changed since ${since.value}` : 'Changes: 0';
  count.textContent = isAll ? '' : (shown > 0 ? `Changes: ${shown}` : none) + advice;
}

/** @type {(section: HTMLDetailsElement, has: (code: string) => boolean) => number} of changes shown */
function filterSection(section, has) {
  const items = [...section.querySelectorAll('li')].filter(({ id }) => id !== '');
  const { label = '', day = '' } = section.dataset;
  const isChosen = ['', label].includes(field.value) && day >= since.value;
  for (const item of items) {
    item.hidden = !isChosen || !has(item.dataset.code ?? '');
  }
  const shown = items.filter((item) => !item.hidden).map((item) => item.querySelector('a')?.textContent);
  const [here, names] = [shown.length, [...new Set(shown)]];
  if (!section.querySelector('.rest')) {
    const more = names.length - MOST_NAMED;
    const others = more > 0 ? ` and ${more} more ${more === 1 ? 'country' : 'countries'}` : '';
    find('.quiet', HTMLElement, section).textContent = names.slice(0, MOST_NAMED).join(', ') + others;
  }
  const small = find('small', HTMLElement, section);
  const { total = '' } = small.dataset;
  small.textContent = here === items.length ? total : `${here} of ${total}`;
  section.hidden = here === 0;
  return here;
}

for (const section of sections) {
  section.addEventListener('toggle', () => section.querySelector('.rest') && fill());
}
// The address begins with the code of a country; older links have `country=` before it.
const read = (/** @type {string} */ code) => (country.value ||= /^(?:country=)?([A-Z]{2})$/.exec(code)?.[1] ?? '');
const { restore } = keepState([country, field, since], { show, read });
await restore();
const target = decoded(location.hash.slice(1));
if (target.startsWith('on-')) {
  await fill();
  const part = document.getElementById(target);
  for (const outer of [part?.closest('.field'), part?.closest('details')]) {
    outer?.setAttribute('open', '');
  }
  part?.scrollIntoView({ block: 'center' });
}
