/** The lists of countries and of flags: filtered by names in any language, codes and region. */

import { keepState } from './address.js';
import { filterBox } from './country-boxes.js';
import { find } from './dom.js';

const sections = [...document.querySelectorAll('#flags section')].filter((part) => part instanceof HTMLElement);
const region = document.querySelector('[name=region]');
const input = find('[name=text]', HTMLInputElement);
// A link of the search has the codes of countries that share a value, and the text that names the value.
let [only, of] = ['', ''];

/** @param {Element} entry with a link to the page of a country */
function codeOf(entry) {
  return /([a-z]{2})\.html/.exec(find('a', HTMLAnchorElement, entry).href)?.[1] ?? '';
}

/** Show the countries that the controls choose. */
async function show() {
  const { has, place, advice } = await filterBox(input);
  const within = region instanceof HTMLSelectElement ? region.value : '';
  let count = 0;
  for (const section of sections) {
    const items = [...section.querySelectorAll('li')];
    for (const item of items) {
      const isListed = only === '' || only.toLowerCase().split(',').includes(codeOf(item));
      item.hidden = !['', item.dataset.region].includes(within) || !has(codeOf(item)) || !isListed;
      item.style.order = String(place(codeOf(item)));
    }
    const places = items.filter((item) => !item.hidden).map((item) => place(codeOf(item)));
    const shown = places.length;
    section.hidden = shown === 0;
    section.style.order = String(Math.min(...places));
    document.querySelector(`.jump [href="#${section.firstElementChild?.id}"]`)?.toggleAttribute('hidden', shown === 0);
    count += shown;
  }
  const counted = count === 1 ? '1 country' : `${count} countries${advice}`;
  find('#count', HTMLElement).textContent = of ? `${of} (${counted})` : counted;
}

keepState(region instanceof HTMLSelectElement ? [input, region] : [input], {
  show,
  more: () => ({ of, only }),
  // An address that names a country leads to its page.
  read: (code, state) => {
    [only, of] = ['only', 'of'].map((name) => state.get(name) ?? '');
    const entry = code && [...document.querySelectorAll('#flags li')].find((one) => codeOf(one) === code.toLowerCase());
    if (entry) {
      location.replace(find('a', HTMLAnchorElement, entry).href);
    }
  },
}).restore();
