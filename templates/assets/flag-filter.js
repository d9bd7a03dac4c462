/** Filters the list of all countries by their names in any language, codes and region. */

import { fold } from '../../edge/core/fold.js';
import { find } from './dom.js';

/** @typedef {{ item: HTMLElement, section: HTMLElement, code: string, text: string, names: string }} Entry */

/** @typedef {[name: string, cca2: string, cca3: string, others: string[], translated: string[]]} Country */

/**
 * Connect the controls of the page with its list.
 * @param {[one: string, many: string]} nouns what is counted
 */
export function addFilter([one, many]) {
  const controls = find('#controls', HTMLElement);
  const sections = [...document.querySelectorAll('#flags section')].filter((part) => part instanceof HTMLElement);
  const entries = sections.flatMap(entriesOf);
  const filter = () => {
    const wanted = fold(find('[name=text]', HTMLInputElement).value);
    const region = document.querySelector('[name=region]');
    const of = region instanceof HTMLSelectElement ? region.value : '';
    let count = 0;
    for (const section of sections) {
      section.hidden = true;
    }
    for (const { item, section, text, names } of entries) {
      // Names in other languages count from their beginning: the middles of sixty names match nearly anything.
      const isFound = text.includes(wanted) || names.includes(`\n${wanted}`);
      item.hidden = !isFound || (of !== '' && titleOf(section) !== of);
      section.hidden &&= item.hidden;
      count += Number(!item.hidden);
    }
    find('#count', HTMLElement).textContent = count === 1 ? `1 ${one}` : `${count} ${many}`;
  };
  controls.addEventListener('input', filter);
  // The page has the English names; the index of the search has all.
  const addNames = async () => {
    const { countries } = /** @type {{ countries: Country[] }} */ (await (await fetch('assets/search.json')).json());
    const named = new Map(countries.map(([, code, , others, translated]) => [code, [...others, ...translated]]));
    for (const entry of entries) {
      entry.names = (named.get(entry.code) ?? []).map((name) => `\n${fold(name)}`).join('');
    }
    filter();
  };
  find('[name=text]', HTMLInputElement).addEventListener('focus', addNames, { once: true });
}

/**
 * Return the code of the country that a link of the list leads to.
 * @param {Element} link
 * @returns {string}
 */
export function codeOf(link) {
  return /([a-z]{2})\.html$/.exec(link.getAttribute('href') ?? '')?.[1].toUpperCase() ?? '';
}

/**
 * @param {HTMLElement} section
 * @returns {Entry[]}
 */
function entriesOf(section) {
  return [...section.querySelectorAll('li')].map((item) => {
    const code = codeOf(find('a', HTMLAnchorElement, item));
    return { item, section, code, text: fold(`${item.textContent} ${code}`), names: '' };
  });
}

/**
 * @param {HTMLElement} section
 * @returns {string}
 */
function titleOf(section) {
  return section.querySelector('h2')?.textContent ?? '';
}
