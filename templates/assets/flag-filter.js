/** Filters the list of all countries by their names in any language, codes and region. */

import { filterBox } from './country-boxes.js';
import { find } from './dom.js';

/**
 * Connect the controls of the page with its list.
 * @param {[one: string, many: string]} nouns what is counted
 */
export function addFilter([one, many]) {
  const sections = [...document.querySelectorAll('#flags section')].filter((part) => part instanceof HTMLElement);
  const region = document.querySelector('[name=region]');
  const input = find('[name=text]', HTMLInputElement);
  find('#controls', HTMLElement).addEventListener('input', async () => {
    const { has, advice } = await filterBox(input);
    const of = region instanceof HTMLSelectElement ? region.value : '';
    let count = 0;
    for (const section of sections) {
      const items = [...section.querySelectorAll('li')];
      for (const item of items) {
        item.hidden = !has(codeOf(find('a', HTMLAnchorElement, item))) || (of !== '' && titleOf(section) !== of);
      }
      const shown = items.filter((item) => !item.hidden).length;
      section.hidden = shown === 0;
      count += shown;
    }
    find('#count', HTMLElement).textContent = count === 1 ? `1 ${one}` : `${count} ${many}${advice}`;
  });
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
 * @returns {string}
 */
function titleOf(section) {
  return section.querySelector('h2')?.textContent ?? '';
}
