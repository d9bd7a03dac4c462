/** Options below a box: arrow keys select, Enter or a press chooses, Escape closes. */

import { make } from './dom.js';

/** The combobox pattern of WAI-ARIA. */
export class OptionList {
  /** @type {HTMLElement[]} */
  options = [];

  /** The place of the selected option. */
  at = 0;

  /**
   * @param {HTMLInputElement} input
   * @param {HTMLElement} list with an id
   * @param {{ moved?: () => void, choose?: (option: HTMLElement) => void }} on what follows a move and a choice
   */
  constructor(input, list, { moved, choose }) {
    this.input = input;
    this.list = list;
    this.moved = moved;
    input.role = 'combobox';
    input.ariaAutoComplete = 'list';
    input.autocomplete = 'off';
    input.spellcheck = false;
    input.setAttribute('aria-controls', list.id);
    input.addEventListener('keydown', (event) => this.#press(event));
    input.addEventListener('blur', () => this.show());
    // Otherwise the box loses the focus, which closes the list, before the press becomes a click.
    list.addEventListener('pointerdown', (event) => event.preventDefault());
    list.addEventListener('click', (event) => {
      const option = event.target instanceof Element ? event.target.closest('[role=option]') : null;
      if (option instanceof HTMLElement) {
        choose?.(option);
      }
    });
    this.show();
  }

  /**
   * Show nodes with options in them, the first selected; without nodes, hide the list.
   * @param {...Node} nodes
   */
  show(...nodes) {
    this.list.replaceChildren(...nodes);
    this.list.hidden = nodes.length === 0;
    this.options = [...this.list.querySelectorAll('[role=option]')].filter((one) => one instanceof HTMLElement);
    this.options.forEach((option, number) => (option.id = `${this.list.id}-${number}`));
    this.input.ariaExpanded = String(this.options.length > 0);
    this.#select(0);
  }

  /** @returns {HTMLElement | undefined} */
  get selected() {
    return this.options[this.at];
  }

  /** @param {number} at */
  #select(at) {
    this.at = at;
    this.options.forEach((option, number) => (option.ariaSelected = String(number === at)));
    this.input.setAttribute('aria-activedescendant', this.selected?.id ?? '');
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const count = this.options.length;
    const step = { ArrowDown: 1, ArrowUp: count - 1 }[event.key];
    if (step !== undefined && count > 0) {
      event.preventDefault();
      this.#select((this.at + step) % count);
      this.selected?.scrollIntoView({ block: 'nearest' });
      this.moved?.();
    } else if (event.key === 'Enter' && this.selected) {
      event.preventDefault();
      this.selected.click();
    } else if (event.key === 'Escape') {
      this.show();
    }
  }
}

/**
 * Make an option: a link if it has an address.
 * @param {{ title: string, detail: string, image?: string, href?: string }} content
 * @returns {HTMLElement}
 */
export function optionOf({ title, detail, image, href }) {
  return make(
    href ? 'a' : 'div',
    { role: 'option', tabindex: '-1', ...(href ? { href } : {}) },
    ...(image ? [make('img', { src: image, alt: '', width: '40', height: '30' })] : []),
    make('span', {}, title),
    make('small', {}, detail),
  );
}
