/** The page of changes: shows those of a country or of a field, and the rest of long lists. */

import { filterBox } from './country-boxes.js';
import { countryPage, decoded, find, make } from './dom.js';

/**
 * @typedef {{ date: string, cca2: string, label: string, text: string, anchor: string }} Change
 */

const country = find('[name=country]', HTMLInputElement);
const field = find('[name=field]', HTMLSelectElement);
const since = find('[name=since]', HTMLInputElement);
const count = find('#count', HTMLElement);
const sections = [...document.querySelectorAll('section.field')].filter((one) => one instanceof HTMLElement);

/** @type {Promise<void> | undefined} */
let filling;

/**
 * Complete the lists of which the page has only the beginning.
 * @returns {Promise<void>}
 */
function fill() {
  filling ??= complete();
  return filling;
}

/** @returns {Promise<void>} */
async function complete() {
  const [{ changes }, { countries }] = await Promise.all(
    ['changes.json', 'assets/names.json'].map(async (address) => (await fetch(address)).json()),
  );
  const names = new Map(countries.map((/** @type {string[]} */ [name, code]) => [code, name]));
  for (const section of sections) {
    const rest = section.querySelector('.rest');
    if (rest) {
      const { label, day } = section.dataset;
      const missing = /** @type {Change[]} */ (changes).filter(
        (one) => one.label === label && one.date === day && !document.getElementById(one.anchor),
      );
      section.querySelector('ul')?.append(...missing.map((one) => itemOf(one, names)));
      rest.remove();
    }
  }
}

/**
 * @param {Change} change
 * @param {Map<string, string>} names
 * @returns {HTMLElement}
 */
function itemOf({ cca2, text, anchor }, names) {
  const own = make('a', { class: 'anchor', href: `#${anchor}`, 'aria-label': 'Address of this change' }, '#');
  const link = make('a', { href: countryPage(cca2) }, names.get(cca2) ?? cca2);
  return make('li', { id: anchor, 'data-code': cca2 }, link, `, ${text}. `, own);
}

/** Show the changes that the controls select. */
async function show() {
  const isAll = [country, field, since].every(({ value }) => value === '');
  const [{ has, advice }] = await Promise.all([filterBox(country), ...(isAll ? [] : [fill()])]);
  let shown = 0;
  for (const section of sections) {
    const items = [...section.querySelectorAll('li')];
    const { label = '', day = '' } = section.dataset;
    const isWanted = ['', label].includes(field.value) && day >= since.value;
    for (const item of items) {
      item.hidden = !isWanted || !has(item.dataset.code ?? '');
    }
    const here = items.filter((item) => !item.hidden).length;
    section.hidden = here === 0;
    shown += here;
  }
  const asked = new URLSearchParams({ country: country.value, field: field.value, since: since.value });
  history.replaceState(null, '', isAll ? location.pathname : `#${asked}`);
  count.textContent = isAll ? '' : `Changes: ${shown}${advice}`;
}

for (const rest of document.querySelectorAll('.rest a')) {
  rest.textContent = (rest.textContent ?? '').replace(', as JSON', '');
  rest.addEventListener('click', (event) => {
    event.preventDefault();
    fill();
  });
}
find('#controls', HTMLElement).addEventListener('input', show);

// The address of a country, or of a change that the page itself does not have.
const wanted = decoded(location.hash.slice(1));
const asked = new URLSearchParams(/^[A-Z]{2}$/.test(wanted) ? { country: wanted } : wanted);
if (asked.has('country')) {
  country.value = asked.get('country') ?? '';
  field.value = asked.get('field') ?? '';
  since.value = asked.get('since') ?? '';
  await show();
} else if (wanted && !document.getElementById(wanted)) {
  await fill();
  document.getElementById(wanted)?.scrollIntoView({ block: 'center' });
}
