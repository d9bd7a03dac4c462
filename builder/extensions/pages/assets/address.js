/** The state of a page in its address, as `#first&name=value`. An act of a person is a step, which Back undoes. */

import { decoded } from './dom.js';

/**
 * Keep the state of a page in its address: controls, each choice of which is a step, but not each letter, and more.
 * @param {(HTMLInputElement | HTMLSelectElement)[]} controls with a name
 * @param {{ show: () => unknown, first?: () => string, more?: () => Record<string, string>,
 *   read?: (first: string, rest: URLSearchParams) => void }} page `show` follows every change, `read` takes what
 *   `first` and `more` wrote
 * @returns {{ keep: (how?: 'pushState' | 'replaceState') => void, restore: () => unknown }} `keep` writes and shows
 */
export function keepState(controls, { show, first = () => '', more = () => ({}), read }) {
  const initial = new Map(controls.map((control) => [control, control.value]));
  const keep = (/** @type {'pushState' | 'replaceState'} */ how = 'pushState') => {
    const changed = controls.filter((control) => control.value !== initial.get(control));
    const named = [...changed.map(({ name, value }) => [name, value]), ...Object.entries(more())];
    const rest = String(new URLSearchParams(named.filter(([, value]) => value !== '')));
    const hash = `#${first()}${rest && `&${rest}`}`;
    if (hash !== (location.hash || '#')) {
      history[how](null, '', hash === '#' ? location.pathname + location.search : hash);
    }
    return show();
  };
  const restore = () => {
    const [named, ...others] = location.hash.slice(1).split('&');
    const rest = new URLSearchParams(others.join('&'));
    for (const control of controls) {
      control.value = rest.get(control.name) ?? initial.get(control) ?? '';
    }
    read?.(decoded(named), rest);
    return show();
  };
  for (const control of controls) {
    const isTyped = control instanceof HTMLInputElement && control.type !== 'date';
    control.addEventListener('input', () => keep(isTyped ? 'replaceState' : 'pushState'));
  }
  addEventListener('hashchange', restore);
  return { keep, restore };
}
