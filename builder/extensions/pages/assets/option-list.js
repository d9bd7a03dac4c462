/** Options below a box: arrow keys select, Enter or a press chooses, Escape closes. */

import { make } from './dom.js';

/** The combobox pattern of WAI-ARIA. */
export class OptionList {
  /** @type {HTMLElement[]} */
  options = [];

  /** The index of the selected option. */
  at = 0;

  /** Whether the options are those of an earlier text, and whether Enter was pressed before the new ones came. */
  isOld = false;
  isEntered = false;

  /**
   * @param {HTMLInputElement} input
   * @param {HTMLElement} list with an id
   * @param {() => boolean} [asks] whether a person must select an option with an arrow key before Enter
   */
  constructor(input, list, asks) {
    this.input = input;
    this.list = list;
    this.asks = asks;
    input.role = 'combobox';
    input.ariaAutoComplete = 'list';
    input.autocomplete = 'off';
    input.spellcheck = false;
    input.setAttribute('aria-controls', list.id);
    input.addEventListener('keydown', (event) => this.#press(event));
    input.addEventListener('input', () => Object.assign(this, { isOld: true, isEntered: false }));
    input.addEventListener('blur', () => this.show());
    // Otherwise the box loses the focus, which closes the list, before the press becomes a click.
    list.addEventListener('pointerdown', (event) => event.preventDefault());
    this.show();
    this.isEntered = input.dataset.key === 'Enter';
  }

  /** @param {...Node} nodes shown, with options in them, the first selected; without nodes, the list is hidden */
  show(...nodes) {
    this.list.replaceChildren(...nodes);
    this.list.hidden = nodes.length === 0;
    this.options = /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll('[role=option]')]);
    this.options.forEach((option, number) => (option.id = `${this.list.id}-${number}`));
    this.input.ariaExpanded = String(this.options.length > 0);
    this.#select(0);
    Object.assign(this, { isNew: true, isOld: false });
    if (this.isEntered) {
      this.#enter();
    }
  }

  get selected() {
    return this.options[this.at];
  }

  /** @param {number} at */
  #select(at) {
    this.at = at;
    this.options.forEach((option, number) => (option.ariaSelected = String(number === at)));
    this.input.setAttribute('aria-activedescendant', this.selected?.id ?? '');
  }

  /** Choose the selected option, or wait for the options. */
  #enter() {
    this.isEntered = this.isOld || !this.selected;
    if (!this.isEntered && !(this.isNew && this.asks?.())) {
      this.selected.click();
    }
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const count = this.options.length;
    const step = { ArrowDown: 1, ArrowUp: count - 1 }[event.key];
    if (step !== undefined && count > 0) {
      event.preventDefault();
      this.isNew = false;
      this.#select((this.at + step) % count);
      this.selected?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && this.input.value.trim() !== '') {
      event.preventDefault();
      this.#enter();
    } else if (event.key === 'Escape') {
      this.show();
    }
  }
}

/**
 * Make an option: a link if it has an address.
 * @param {{ title: string, detail: string, image?: string, href?: string, later?: () => Promise<string> }} content
 *   `later` fetches a detail that replaces the first one, unless it is empty
 */
export function optionOf({ title, detail, image, href, later }) {
  const text = make('small', {}, detail);
  later?.().then((better) => (text.textContent = better || detail));
  return make(
    href ? 'a' : 'div',
    { role: 'option', tabindex: '-1', ...(href ? { href } : {}) },
    ...(image ? [make('img', { src: image, alt: '', width: '40', height: '30' })] : []),
    make('span', {}, title),
    text,
  );
}
