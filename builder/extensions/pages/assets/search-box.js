/** A box that searches the site while a person types. Its text is in the address, as `?q=`. */

import { make, searchAddress } from './dom.js';
import { OptionList, optionOf } from './option-list.js';
import { openHits } from './search-hits.js';

/**
 * @param {HTMLInputElement} input
 * @param {HTMLElement} list for the results
 * @param {HTMLElement} hint for the number of results
 * @param {string} root the path from this page to the documents
 * @returns {(text: string) => Promise<void>} searches for a text, which it writes into the box
 */
export function addSearchBox(input, list, hint, root) {
  // What single words of a text find is opened only when a person selects it.
  let asks = false;
  const options = new OptionList(input, list, () => asks);
  const search = async () => {
    history.replaceState(history.state, '', searchAddress(input.value));
    const typed = input.value.trim();
    hint.textContent = typed && options.options.length === 0 ? 'Searching…' : hint.textContent;
    const { hits, corrected, isByWord } = (await openHits(root))(typed);
    if (typed !== input.value.trim()) {
      return;
    }
    asks = isByWord === true;
    const groups = Object.entries(Object.groupBy(hits, ({ group }) => group));
    options.show(
      ...groups.map(([group, own]) => {
        const heading = make('p', { 'aria-hidden': 'true' }, group);
        return make('div', { role: 'group', 'aria-label': group }, heading, ...own.map(optionOf));
      }),
    );
    const count = hits.length === 1 ? '1 result' : `${hits.length} results`;
    const none = `No results for “${typed}”.${corrected && ` ${count} for “${corrected}”.`}`;
    const isNothing = corrected !== '' || hits[0]?.group === 'Try instead';
    const keys = matchMedia('(hover: hover)').matches ? ' Enter opens, Escape closes.' : '';
    hint.textContent = isNothing ? none : `${typed ? count : 'Type to search'}.${keys}`;
  };
  input.addEventListener('input', search);
  input.addEventListener('focus', () => openHits(root), { once: true });
  return (text) => {
    input.value = text;
    return search();
  };
}
