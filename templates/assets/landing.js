/** The box of the landing page: finds countries and currencies as one types, and shows the facts and the call. */

import { fold } from '../../edge/core/fold.js';
import { declared, find, make } from './dom.js';
// Adds the form in which the call of a country is shown, before the search begins.
import './live.js';

/** @typedef {{ title: string, code: string, names: string[], kind: 'country' | 'currency' }} Entry */

const MOST = 7;
const input = find('#question', HTMLInputElement);
const list = find('#found', HTMLElement);
const card = find('#card', HTMLElement);

/** @type {Promise<Entry[]> | undefined} */
let loading;
/** @type {Entry[]} */
let shown = [];
let chosen = 0;

/** @returns {Promise<Entry[]>} */
async function load() {
  const { countries, currencies } = await (await fetch('docs/assets/names.json')).json();
  return [
    ...countries.map((/** @type {string[]} */ [title, code, ...others]) => ({
      title,
      code,
      names: [title, code, ...others].map(fold),
      kind: 'country',
    })),
    ...currencies.map((/** @type {string[]} */ [title, code]) => ({
      title,
      code,
      names: [title, code].map(fold),
      kind: 'currency',
    })),
  ];
}

/**
 * @param {string[]} names
 * @param {string} text
 * @returns {number} 0 for no match; a whole name before its beginning, before that of a word
 */
function quality(names, text) {
  const scores = names.map((name, place) => {
    const score = name === text ? 4 : name.startsWith(text) ? 3 : name.includes(` ${text}`) ? 2 : 0;
    return score && score - (place > 0 ? 0.5 : 0);
  });
  return Math.max(...scores);
}

async function search() {
  loading ??= load();
  const entries = await loading;
  const text = fold(input.value);
  shown =
    text === ''
      ? []
      : entries
          .map((entry) => ({ entry, score: quality(entry.names, text) }))
          .filter(({ score }) => score > 0)
          .toSorted((one, other) => other.score - one.score)
          .slice(0, MOST)
          .map(({ entry }) => entry);
  chosen = 0;
  draw();
  const [first] = shown;
  if (first?.kind === 'country') {
    answer(first);
  }
}

function draw() {
  list.replaceChildren(
    ...shown.map(({ title, code, kind }, number) => {
      const flag = kind === 'country' ? `${declared('flags')}/png/${code.toLowerCase()}.png` : '';
      const item = make(
        'li',
        { role: 'option', id: `found-${number}`, 'aria-selected': String(number === chosen) },
        ...(flag ? [make('img', { src: flag, alt: '', width: '28', height: '21' })] : []),
        title,
        ' ',
        make('small', {}, kind === 'country' ? code : `${code}, currency`),
      );
      item.addEventListener('pointerdown', (event) => {
        event.preventDefault();
        open(shown[number]);
      });
      return item;
    }),
  );
  list.hidden = shown.length === 0;
  input.setAttribute('aria-expanded', String(shown.length > 0));
  input.setAttribute('aria-activedescendant', shown.length ? `found-${chosen}` : '');
}

/** @param {Entry} entry */
function open({ code, kind }) {
  location.href =
    kind === 'country'
      ? `docs/countries/${code.toLowerCase()}.html`
      : `docs/console.html#/v1/currency/${code.toLowerCase()}?fields=name.common,currencies&limit=25`;
}

/**
 * Show the facts of a country, which its page has, and the call that returns them.
 * @param {Entry} entry
 */
async function answer({ code, title }) {
  const lower = code.toLowerCase();
  const href = `docs/countries/${lower}.html`;
  const page = new DOMParser().parseFromString(await (await fetch(href)).text(), 'text/html');
  if (shown[chosen]?.code !== code) {
    return;
  }
  const tiles = [...page.querySelectorAll('.tiles > li')].slice(0, 6);
  for (const link of tiles.flatMap((tile) => [...tile.querySelectorAll('a[href^="../"]')])) {
    link.setAttribute('href', `docs/${link.getAttribute('href')?.slice(3)}`);
  }
  for (const strip of tiles.flatMap((tile) => [...tile.querySelectorAll('.strip')])) {
    strip.remove();
  }
  const flag = { src: `${declared('flags')}/svg/${lower}.svg`, alt: `Flag of ${title}`, width: '96', height: '72' };
  card.setAttribute('aria-label', title);
  card.replaceChildren(
    make('div', { class: 'who' }, make('img', flag), make('h2', {}, make('a', { href }, title))),
    make('ul', { class: 'tiles' }, ...tiles.map((tile) => document.adoptNode(tile))),
    make('p', { class: 'quiet' }, make('a', { href }, `All of ${title}, with sources`)),
  );
  const target = document.querySelector('.live input');
  if (target instanceof HTMLInputElement) {
    target.value = `/v1/alpha/${lower}?fields=name.common,capital,population,area`;
    target.form?.requestSubmit();
  }
}

input.addEventListener('input', search);
input.addEventListener('focus', () => {
  loading ??= load();
});
input.addEventListener('blur', () => {
  list.hidden = true;
});
input.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: shown.length - 1 }[event.key];
  if (step !== undefined && shown.length > 0) {
    event.preventDefault();
    chosen = (chosen + step) % shown.length;
    draw();
    if (shown[chosen].kind === 'country') {
      answer(shown[chosen]);
    }
  } else if (event.key === 'Escape') {
    list.hidden = true;
  }
});
find('#ask', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  if (shown[chosen]) {
    open(shown[chosen]);
  }
});
// What was typed while this script was loaded.
if (input.value !== '') {
  search();
}
