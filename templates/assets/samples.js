/** Samples in several languages: shows one at a time, in the language that was last chosen on any page. */

import { make } from './dom.js';

const KEPT = 'language';

/** Add tabs to every group of samples. */
export function addTabs() {
  const groups = [...document.querySelectorAll('.samples')].map(tabsOf);
  /** @param {string} language */
  const choose = (language) => {
    localStorage.setItem(KEPT, language);
    groups.forEach((show) => show(language));
  };
  groups.forEach((show) => show(localStorage.getItem(KEPT) ?? ''));
  document.addEventListener('click', (event) => {
    const tab = event.target instanceof HTMLElement ? event.target.closest('.samples [role=tab]') : null;
    if (tab instanceof HTMLElement) {
      choose(tab.dataset.language ?? '');
    }
  });
  document.addEventListener('keydown', (event) => {
    const tab = event.target;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step && tab instanceof HTMLElement && tab.matches('.samples [role=tab]')) {
      const tabs = [...(tab.parentElement?.children ?? [])].filter((one) => one instanceof HTMLElement);
      const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
      choose(next.dataset.language ?? '');
      next.focus();
    }
  });
}

/**
 * Make the tabs of a group.
 * @param {Element} group
 * @param {number} number
 * @returns {(language: string) => void} shows a language, or the first if the group lacks it
 */
function tabsOf(group, number) {
  const panels = [...group.children].filter((panel) => panel instanceof HTMLElement);
  const tabs = panels.map((panel) => {
    const language = panel.dataset.language ?? '';
    const title = panel.querySelector('.language');
    const tab = make(
      'button',
      { type: 'button', role: 'tab', id: `tab-${number}-${language}`, 'data-language': language },
      title?.textContent ?? language,
    );
    title?.remove();
    panel.id = `sample-${number}-${language}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    tab.setAttribute('aria-controls', panel.id);
    return tab;
  });
  group.prepend(make('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Language' }, ...tabs));
  return (language) => {
    const found = panels.findIndex((panel) => panel.dataset.language === language);
    const shown = Math.max(found, 0);
    panels.forEach((panel, at) => {
      panel.hidden = at !== shown;
      tabs[at].setAttribute('aria-selected', String(at === shown));
      tabs[at].tabIndex = at === shown ? 0 : -1;
    });
  };
}
