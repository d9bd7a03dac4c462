/** The functions of every page: theme, copy buttons, links to headings, search, and the language of samples. */

import { copyButton, curlOf, declared, find, make } from './dom.js';
import { openSearch, queryInAddress } from './search-dialog.js';

/** Let a button switch between light and dark, and store the choice. */
function addTheme() {
  const button = find('.theme', HTMLButtonElement);
  const root = document.documentElement;
  const stored = localStorage.getItem('theme');
  if (stored) {
    root.dataset.theme = stored;
  }
  button.addEventListener('click', () => {
    const preferred = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    root.dataset.theme = (root.dataset.theme ?? preferred) === 'dark' ? 'light' : 'dark';
    localStorage.setItem('theme', root.dataset.theme);
  });
}

/** Add copy buttons to code, and links to headings. */
function addConveniences() {
  for (const block of document.querySelectorAll('.block')) {
    block.append(copyButton(() => block.querySelector('code')?.textContent ?? ''));
  }
  for (const request of document.querySelectorAll('.request')) {
    const { href } = new URL(request.querySelector('code')?.textContent ?? '', declared('api'));
    request.append(copyButton(() => (request.querySelector('b')?.textContent === 'GET' ? curlOf(href) : href)));
  }
  for (const heading of document.querySelectorAll('.prose h2[id], .prose h3[id]')) {
    const label = `Link to ${heading.textContent}`;
    heading.append(make('a', { href: `#${heading.id}`, class: 'anchor', 'aria-label': label }, '#'));
  }
}

/** Open the search by its button, its keys, and the text in the address. */
function addSearch() {
  const button = find('.open-search', HTMLButtonElement);
  const root = button.dataset.search ?? '';
  button.addEventListener('click', () => openSearch(root, ''));
  // The landing page has a box of its own for the text in the address.
  const query = queryInAddress();
  if (query !== null && !document.querySelector('#question')) {
    openSearch(root, query);
  }
  document.addEventListener('keydown', (event) => {
    const typing = event.target instanceof HTMLElement && event.target.matches('input, select, textarea');
    if ((event.key === '/' && !typing) || (event.key === 'k' && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      openSearch(root, '');
    }
  });
}

/** Open samples in the language that was last chosen on any page. */
function keepLanguage() {
  /** @param {string | null} language */
  const open = (language) => {
    document
      .querySelectorAll(`.samples > [data-language="${language}"]`)
      .forEach((sample) => sample.setAttribute('open', ''));
  };
  open(localStorage.getItem('language'));
  document.addEventListener('click', ({ target }) => {
    const sample = target instanceof Element && target.closest('.samples summary')?.parentElement;
    if (sample) {
      localStorage.setItem('language', sample.dataset.language ?? '');
      // The browser itself opens the chosen sample, after this event.
      setTimeout(open, 0, sample.dataset.language ?? '');
    }
  });
}

addTheme();
// The list of pages is longer than a screen.
document.querySelector('.side [aria-current]')?.scrollIntoView({ block: 'nearest' });
addConveniences();
addSearch();
keepLanguage();
