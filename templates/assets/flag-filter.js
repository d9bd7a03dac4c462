/** Filters the list of all countries by name, code and region. */

import { fold } from '../../edge/core/fold.js';
import { find } from './dom.js';

/** @typedef {{ item: HTMLElement, section: HTMLElement, text: string }} Entry */

/**
 * Connect the controls of the page with its list.
 * @param {[one: string, many: string]} nouns what is counted
 */
export function addFilter([one, many]) {
  const controls = find('#controls', HTMLElement);
  const sections = [...document.querySelectorAll('#flags section')].filter((part) => part instanceof HTMLElement);
  const entries = sections.flatMap(entriesOf);
  controls.addEventListener('input', () => {
    const wanted = fold(find('[name=text]', HTMLInputElement).value);
    const region = document.querySelector('[name=region]');
    const of = region instanceof HTMLSelectElement ? region.value : '';
    let count = 0;
    for (const section of sections) {
      section.hidden = true;
    }
    for (const { item, section, text } of entries) {
      item.hidden = !text.includes(wanted) || (of !== '' && titleOf(section) !== of);
      section.hidden &&= item.hidden;
      count += Number(!item.hidden);
    }
    find('#count', HTMLElement).textContent = count === 1 ? `1 ${one}` : `${count} ${many}`;
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
 * @returns {Entry[]}
 */
function entriesOf(section) {
  return [...section.querySelectorAll('li')].map((item) => {
    const codes = codeOf(find('a', HTMLAnchorElement, item));
    return { item, section, text: fold(`${item.textContent} ${codes}`) };
  });
}

/**
 * @param {HTMLElement} section
 * @returns {string}
 */
function titleOf(section) {
  return section.querySelector('h2')?.textContent ?? '';
}
