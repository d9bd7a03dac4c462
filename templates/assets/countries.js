/** The explorer: filters the countries, and shows a record, which is fetched when it is opened. */

import { decoded, find, highlighted, laidOut, make } from './dom.js';
import { addFilter, codeOf } from './flag-filter.js';

/** @typedef {Record<string, any>} Value a record or a part of one, as the API returns it */

const list = find('#flags', HTMLElement);
const dialog = find('#detail', HTMLDialogElement);
// How the dialog says that the address closed it, not the visitor.
const LEFT = 'left';
const links = [...list.querySelectorAll('a')];
const nameOfCca3 = new Map(
  links.map((link) => [
    link.querySelector('small')?.textContent?.split(' ')[1],
    link.childNodes[1]?.textContent?.trim(),
  ]),
);

/**
 * Fetch a record and show it, unless the visitor has opened another one meanwhile.
 * @param {string} code
 */
async function open(code) {
  // Loaded late: few visitors open a record.
  const { openService } = await import('./service.js');
  const service = await openService();
  const { url, note } = service.addressOf(targetOf(code));
  const shown = url === '' ? [make('p', { id: 'detail-name' }, note)] : await fetched(url, service);
  if (named() !== code) {
    return;
  }
  find('#record', HTMLElement).replaceChildren(...shown);
  if (!dialog.open) {
    dialog.returnValue = '';
    dialog.showModal();
  }
  dialog.scrollTop = 0;
}

/**
 * @param {string} url
 * @param {import('./service.js').Service} service
 * @returns {Promise<HTMLElement[]>}
 */
async function fetched(url, service) {
  const answer = await fetch(url);
  const body = await answer.json();
  return answer.ok
    ? sheet(body[0], service.addressOf(targetOf(body[0].cca2)).url)
    : [make('p', { id: 'detail-name' }, body.message)];
}

/**
 * @param {string} code
 * @returns {string}
 */
function targetOf(code) {
  return `/v1/alpha/${encodeURIComponent(code)}`;
}

/**
 * @param {Value} record
 * @param {string} url of the call by its alpha-2 code
 * @returns {HTMLElement[]}
 */
function sheet(record, url) {
  const title = make('h2', { id: 'detail-name' }, record.name.common);
  const size = { width: '160', height: '120' };
  const image = make('img', { class: 'flag', src: record.flags.svg, alt: record.flags.alt, ...size });
  const official = make('p', { class: 'quiet' }, record.name.official);
  const facts = make('dl');
  for (const [name, value] of factsOf(record)) {
    if (value !== undefined && value !== '') {
      facts.append(make('dt', {}, name), make('dd', {}, ...(Array.isArray(value) ? value : [String(value)])));
    }
  }
  const raw = make('code', {}, highlighted(laidOut(record)));
  const whole = make('details', {}, make('summary', {}, 'The whole record'), make('pre', { tabindex: '0' }, raw));
  const header = make('header', {}, image, make('div', {}, title, official));
  return [header, callOf(record, url), facts, ...holidaysOf(record), whole];
}

/**
 * Show the call that returns a record, and a link to the console.
 * @param {Value} record
 * @param {string} url
 * @returns {HTMLElement}
 */
function callOf({ cca2 }, url) {
  const target = targetOf(cca2);
  const address = make('a', { href: url }, make('code', {}, new URL(url).pathname));
  const page = make('a', { href: `countries/${cca2.toLowerCase()}.html` }, 'All facts with source and year');
  const console = make('a', { href: `console.html#${target}` }, 'Try it in the console');
  return make('p', {}, 'GET ', address, ' · ', console, ' · ', page);
}

/**
 * Format a figure with its unit; return an empty string if there is none.
 * @param {unknown} value
 * @param {string} [unit]
 * @returns {string}
 */
function said(value, unit = '') {
  return typeof value === 'number' ? `${value.toLocaleString('en')}${unit}` : '';
}

/**
 * List the values that exist.
 * @param {Value | undefined} values
 * @returns {string}
 */
function listed(values) {
  return Object.values(values ?? {})
    .filter(Boolean)
    .join(', ');
}

/**
 * @param {Value} record
 * @returns {[string, string | (Node | string)[] | undefined][]}
 */
function factsOf(record) {
  const monies = Object.entries(record.currencies ?? {}).map(([code, { name }]) => `${name} (${code})`);
  return [
    ['Codes', listed([record.cca2, record.cca3, record.ccn3])],
    ['In sports', listed([record.cioc && `${record.cioc} (IOC)`, record.fifa && `${record.fifa} (FIFA)`])],
    ['Capital', listed(record.capital)],
    ['Region', listed([record.region, record.subregion])],
    ['Population', said(record.population)],
    ['Area', said(record.area, ' km²')],
    ...figuresOf(record.enrichment ?? {}),
    ['Languages', listed(record.languages)],
    ['Currencies', listed(monies)],
    ['Time zones', listed(record.timezones)],
    ['Domains', listed(record.tld)],
    ['Neighbours', neighbours(record.borders ?? [])],
  ];
}

/**
 * @param {Value} enrichment
 * @returns {[string, string][]}
 */
function figuresOf({ economics, development, government, computed }) {
  const dollars = economics?.gdpYear ? ` US dollars (${economics.gdpYear})` : ' US dollars';
  return [
    ['Density', said(computed?.populationDensity, ' per km²')],
    ['GDP', said(economics?.gdp, dollars)],
    ['GDP per capita', said(economics?.gdpPerCapita, ' US dollars')],
    ['Development', said(development?.hdi, ' (HDI)')],
    ['Life expectancy', said(development?.lifeExpectancy, ' years')],
    ['Government', government?.type ?? ''],
  ];
}

/**
 * @param {string[]} codes
 * @returns {(Node | string)[] | undefined}
 */
function neighbours(codes) {
  const found = codes.flatMap((code) => [', ', make('a', { href: `#${code}` }, nameOfCca3.get(code) ?? code)]);
  return found.length ? found.slice(1) : undefined;
}

/**
 * @param {Value} record
 * @returns {HTMLElement[]}
 */
function holidaysOf(record) {
  const days = record.holidays?.items ?? [];
  if (!days.length) {
    return [];
  }
  const rows = days.flatMap((/** @type {Value} */ day) => [make('dt', {}, day.date), make('dd', {}, day.name)]);
  const title = `Holidays of ${record.holidays.years.join(' and ')} (${days.length})`;
  return [make('details', {}, make('summary', {}, title), make('dl', {}, ...rows))];
}

/** @returns {string} the code in the address, or an empty string */
function named() {
  const code = decoded(location.hash.slice(1));
  return /^\w{2,3}$/.test(code) ? code : '';
}

/** Open the country in the address; without one, the visitor has gone back to the list. */
function openNamed() {
  const code = named();
  if (code) {
    open(code);
  } else {
    dialog.close(LEFT);
  }
}

list.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    location.hash = codeOf(link);
  }
});
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) {
    dialog.close();
  }
});
dialog.addEventListener('close', () => {
  const code = named();
  // The event comes late: a visitor who went back may have gone forward again, to an address that must stay.
  if (dialog.returnValue !== LEFT) {
    history.replaceState(null, '', location.pathname);
  }
  // If the address opened the record, the browser has no element to return the focus to.
  if (!list.contains(document.activeElement)) {
    links.find((link) => codeOf(link) === code.toUpperCase())?.focus();
  }
});
addEventListener('hashchange', openNamed);
addFilter(['country', 'countries']);
openNamed();
