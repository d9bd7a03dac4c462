/** Keeps the state of a page in its address, as `#first&name=value`, so that Back undoes a choice. */

import { decoded } from './dom.js';

/**
 * Keep the state of a page in its address. A choice is a step of the history; a letter that is typed is none.
 * @param {(HTMLInputElement | HTMLSelectElement)[]} controls with a name
 * @param {{ show: () => unknown, first?: () => string, more?: () => Record<string, string>,
 *   read?: (first: string, rest: URLSearchParams) => void }} page `show` is called after every change;
 *   `first` and `more` return parts of the address, which `read` gets back
 * @returns {{ keep: (how?: 'pushState' | 'replaceState') => void, restore: () => unknown }} write and read the state
 */
export function keepState(controls, { show, first = () => '', more = () => ({}), read }) {
  const initial = new Map(controls.map((control) => [control, control.value]));
  const keep = (/** @type {'pushState' | 'replaceState'} */ how = 'pushState') => {
    const changed = controls.filter((control) => control.value !== initial.get(control));
    const pairs = [...changed.map(({ name, value }) => [name, value]), ...Object.entries(more())];
    const rest = String(new URLSearchParams(pairs.filter(([, value]) => value !== '')));
    const hash = `#${first()}${rest && `&${rest}`}`;
    if (hash !== (location.hash || '#')) {
      history[how](null, '', hash === '#' ? location.pathname + location.search : hash);
    }
    return show();
  };
  const restore = () => {
    const [start, ...others] = location.hash.slice(1).split('&');
    const rest = new URLSearchParams(others.join('&'));
    for (const control of controls) {
      control.value = rest.get(control.name) ?? initial.get(control) ?? '';
    }
    read?.(decoded(start), rest);
    return show();
  };
  for (const control of controls) {
    const isTyped = control instanceof HTMLInputElement && control.type !== 'date';
    control.addEventListener('input', () => keep(isTyped ? 'replaceState' : 'pushState'));
  }
  addEventListener('hashchange', restore);
  return { keep, restore };
}
