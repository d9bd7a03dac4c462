/** The state of a page in its address, as `#first&name=value`. An act of a person is a step, which Back undoes. */

import { decoded } from './dom.js';

/** @typedef {HTMLInputElement | HTMLSelectElement} Control */

/** @returns {{ first: string, rest: URLSearchParams }} */
function readAddress() {
  const [first, ...rest] = location.hash.slice(1).split('&');
  return { first: decoded(first), rest: new URLSearchParams(rest.join('&')) };
}

/**
 * @param {string} first
 * @param {Record<string, string>} rest without those that are empty
 * @param {'pushState' | 'replaceState'} [how]
 */
function writeAddress(first, rest, how = 'pushState') {
  const named = Object.entries(rest).filter(([, value]) => value !== '');
  const hash = `#${first}${named.map(([name, value]) => `&${name}=${encodeURIComponent(value)}`).join('')}`;
  if (hash !== (location.hash || '#')) {
    history[how](null, '', hash === '#' ? location.pathname + location.search : hash);
  }
}

/**
 * Keep the state of a page in its address: controls, each choice of which is a step, but not each letter, and more.
 * @param {Control[]} controls with a name
 * @param {{ show: () => unknown, first?: () => string, more?: () => Record<string, string>,
 *   read?: (first: string, rest: URLSearchParams) => void }} page `show` follows every change, `read` takes what
 *   `first` and `more` wrote
 * @returns {{ keep: (how?: 'pushState' | 'replaceState') => void, restore: () => unknown }} `keep` writes and shows
 */
export function keepState(controls, { show, first = () => '', more = () => ({}), read }) {
  const initial = new Map(controls.map((control) => [control, control.value]));
  const keep = (/** @type {'pushState' | 'replaceState'} */ how = 'pushState') => {
    const changed = controls.filter((control) => control.value !== initial.get(control));
    writeAddress(first(), { ...Object.fromEntries(changed.map(({ name, value }) => [name, value])), ...more() }, how);
    return show();
  };
  const restore = () => {
    const address = readAddress();
    for (const control of controls) {
      control.value = address.rest.get(control.name) ?? initial.get(control) ?? '';
    }
    read?.(address.first, address.rest);
    return show();
  };
  for (const control of controls) {
    const isTyped = control instanceof HTMLInputElement && control.type !== 'date';
    control.addEventListener('input', () => keep(isTyped ? 'replaceState' : 'pushState'));
  }
  addEventListener('hashchange', restore);
  return { keep, restore };
}
