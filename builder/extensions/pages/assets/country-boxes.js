/** Boxes that pick a country, or filter a list of countries. The names are fetched when a box is first used. */

import { declared, make } from './dom.js';
import { OptionList, optionOf } from './option-list.js';

/** @import { Country } from './country-search.js' */

const MOST = 8;

async function loadCountries() {
  const { openCountries } = await import('./country-search.js');
  return openCountries();
}

/**
 * Let a box pick a country by any of its names or codes, also by a misspelt name.
 * @param {HTMLInputElement} input
 * @param {(country?: Country) => void} pick is called without a country when the box is emptied
 */
export function addPicker(input, pick) {
  const list = make('div', { id: 'countries-found', role: 'listbox', 'aria-label': 'Countries', class: 'options' });
  const message = make('p', { class: 'quiet', role: 'status' });
  input.closest('.controls')?.append(list, message);
  let isAmbiguous = false;
  // If several countries match equally well, Enter asks for a choice, until an arrow key has selected one.
  const asks = () => {
    message.textContent = isAmbiguous ? 'Several countries match. Choose one of them.' : message.textContent;
    return isAmbiguous;
  };
  const options = new OptionList(input, list, asks);
  /** @param {Country} country */
  const optionFor = (country) => {
    const { name, code } = country;
    const image = `${declared('flags')}/svg/${code}.svg`;
    const option = optionOf({ title: name, detail: code.toUpperCase(), image });
    option.addEventListener('click', () => {
      options.show();
      message.textContent = '';
      pick(country);
    });
    return option;
  };
  input.addEventListener('focus', loadCountries, { once: true });
  input.addEventListener('input', async () => {
    const countries = await loadCountries();
    const typed = input.value.trim();
    isAmbiguous = countries.isAmbiguous(typed);
    const found = typed ? countries.find(typed).slice(0, MOST) : [];
    const shown = found.length > 0 ? found : countries.near(typed);
    const isKnown = typed === '' || found.length > 0;
    message.textContent = isKnown ? '' : `No country matches “${typed}”.${shown.length > 0 ? ' Did you mean:' : ''}`;
    options.show(...shown.map(optionFor));
    if (typed === '') {
      pick(undefined);
    }
  });
}

/**
 * Read a box that filters a list of countries.
 * @param {HTMLInputElement} input
 * @returns {Promise<{ has: (code: string) => boolean, place: (code: string) => number, advice: string }>}
 *   `has`: whether the country of a code matches; `place`: its number, 0 for the best match; `advice` if none matches
 */
export async function filterBox({ value }) {
  const text = value.trim();
  if (text === '') {
    return { has: () => true, place: () => 0, advice: '' };
  }
  const countries = await loadCountries();
  const found = countries.find(text).map(({ code }) => code);
  // A code in capitals means its country alone, not the names that contain its letters.
  const codes = found.includes(text.toLowerCase()) && /^[A-Z]+$/.test(text) ? [text.toLowerCase()] : found;
  const near = codes.length > 0 ? [] : countries.near(text).map(({ name }) => name);
  const advice = near.length > 0 ? `. Did you mean ${near.join(' or ')}?` : '';
  const place = (/** @type {string} */ code) => codes.indexOf(code.toLowerCase());
  return { has: (code) => place(code) >= 0, place, advice };
}
