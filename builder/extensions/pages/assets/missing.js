/** The page for missing addresses: offers the pages that the address may have meant. */

import './landing.js';
import { decoded, find, make } from './dom.js';
import { openHits } from './search-hits.js';
import { SCORES } from './search-parts.js';

const root = find('.open-search', HTMLElement).dataset.search ?? '';
const name = decoded(location.pathname).replace(/^.*\/(?=.)|\.\w+$|\/$/g, '').replaceAll('-', ' ');
const hint = find('#hint', HTMLElement);
find('#question', HTMLInputElement).value ||= name;
hint.textContent = name ? 'Searching…' : hint.textContent;
const { hits } = (await openHits(root))(name);
const pages = hits.filter(({ score, href }) => score > SCORES.text && !href.includes('#')).slice(0, 4);
const links = pages.map(({ href, title, detail }) => make('li', {}, make('a', { href }, title), `: ${detail}`));
find('#nearest ul', HTMLElement).append(...links);
find('#nearest', HTMLElement).hidden = links.length === 0;
const advice = links.length > 0 ? `Below is what “${name}” may mean.` : `Nothing is named “${name}”. Try other words.`;
hint.textContent = name ? advice : hint.textContent;
