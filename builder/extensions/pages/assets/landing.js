/** The box of the landing page: finds what people type, and shows the facts of a country and the call that has them. */

import { countryPage, declared, find, make } from './dom.js';
// Adds the form in which the call of a country is shown, before the search begins.
import './live.js';

/** @import { Hit } from './search-hits.js' */

const DOCS = 'docs/';
const MOST = 7;
const TILES = 6;
// Milliseconds without a key, after which the card shows the first country.
const WAIT = 250;
const input = find('#question', HTMLInputElement);
const list = find('#found', HTMLElement);
const card = find('#card', HTMLElement);
const place = find('#place', HTMLElement);

/** @type {Hit[]} */
let shown = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
/** @type {import('./option-list.js').OptionList | undefined} */
let results;

/** Load the search when it is needed. */
async function openSearch() {
  const [{ openHits }, lists] = await Promise.all([import('./search-hits.js'), import('./option-list.js')]);
  results ??= new lists.OptionList(input, list, { moved: answer });
  return { options: results, optionOf: lists.optionOf, findHits: await openHits(DOCS) };
}

async function search() {
  // Back from a page that was found shows what was typed.
  history.replaceState(null, '', input.value ? `?${new URLSearchParams({ q: input.value })}` : location.pathname);
  const { options, optionOf, findHits } = await openSearch();
  const typed = input.value.trim();
  const { hits, corrected } = findHits(typed);
  shown = hits.slice(0, MOST);
  const isNothing = shown[0]?.group === 'Try instead';
  const message = isNothing ? `No results for “${typed}”.` : corrected && `Results for “${corrected}”.`;
  const note = message ? [make('p', { class: 'quiet' }, message)] : [];
  options.show(...(typed === '' ? [] : [...note, ...shown.map(optionOf)]));
  clearTimeout(waiting);
  waiting = setTimeout(answer, WAIT);
}

/** Show the facts of the chosen country, which its page has. Nothing is asked of the function. */
async function answer() {
  const { code } = shown[results?.at ?? 0] ?? {};
  // A hit about something else leaves the country that is shown.
  if (code === undefined) {
    return;
  }
  await showCountry(code, () => shown[results?.at ?? 0]?.code === code);
}

/**
 * @param {string} code
 * @param {() => boolean} isAskedFor whether to show the country when its page has arrived
 */
async function showCountry(code, isAskedFor) {
  const lower = code.toLowerCase();
  const href = DOCS + countryPage(code);
  const page = new DOMParser().parseFromString(await (await fetch(href)).text(), 'text/html');
  if (!isAskedFor()) {
    return;
  }
  const title = page.querySelector('h1')?.textContent ?? code;
  const tiles = [...page.querySelectorAll('.tiles > li')].slice(0, TILES);
  // The pictures of all countries would weigh as much as the flags.
  tiles.forEach((tile) => tile.querySelector('.strip')?.remove());
  const locator = page.querySelector('.locator');
  const base = new URL(href, location.href);
  const shownParts = [...tiles, ...(locator ? [locator] : [])];
  for (const element of shownParts.flatMap((part) => [...part.querySelectorAll('[href]')])) {
    element.setAttribute('href', new URL(element.getAttribute('href') ?? '', base).href);
  }
  place.replaceChildren(...(locator ? [document.adoptNode(locator)] : []));
  const flag = { src: `${declared('flags')}/svg/${lower}.svg`, alt: `Flag of ${title}`, width: '96', height: '72' };
  card.setAttribute('aria-label', title);
  find('.who', HTMLElement, card).replaceChildren(
    make('img', flag),
    make('h2', {}, make('a', { href }, title)),
  );
  find('.tiles', HTMLElement, card).replaceChildren(...tiles.map((tile) => document.adoptNode(tile)));
  find('.all', HTMLAnchorElement, card).href = href;
  find('.all', HTMLAnchorElement, card).textContent = `All about ${title}`;
  for (const part of document.querySelectorAll('.samples code .s')) {
    part.textContent = (part.textContent ?? '').replace(/\/alpha\/[a-z]{2}/, `/alpha/${lower}`);
  }
  offerCall(lower);
}

/**
 * Write the call of a country into the form.
 * @param {string} code
 */
function offerCall(code) {
  const target = document.querySelector('.live input');
  if (target instanceof HTMLInputElement) {
    target.value = target.value.replace(/^\/v1\/alpha\/[^?]*/, `/v1/alpha/${code}`);
    const exchange = target.closest('.exchange');
    exchange?.querySelector('pre')?.remove();
    exchange?.querySelector('.head')?.replaceChildren('Send it to see the response.');
  }
}

input.addEventListener('input', search);
input.addEventListener('focus', openSearch);
find('#ask', HTMLFormElement).addEventListener('submit', async (event) => {
  event.preventDefault();
  // Before the list is there; after that, it answers Enter.
  await search();
  results?.selected?.click();
});
find('#another', HTMLButtonElement).addEventListener('click', () => {
  const flags = [...document.querySelectorAll('#flags a')].filter((one) => one instanceof HTMLAnchorElement);
  const flag = flags[Math.floor(Math.random() * flags.length)];
  const code = /([a-z]{2})\.html$/.exec(flag.href)?.[1] ?? '';
  shown = [];
  showCountry(code, () => shown.length === 0);
});
// What is in the address, or was typed while this script was loaded.
input.value ||= new URLSearchParams(location.search).get('q') ?? '';
if (input.value !== '') {
  search();
}
