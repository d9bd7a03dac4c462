/** The list of countries: its filter, and the page of the country whose code the address names. */

import { decoded } from './dom.js';
import { addFilter, codeOf } from './flag-filter.js';

addFilter(['country', 'countries']);
const code = decoded(location.hash.slice(1)).toUpperCase();
const link = [...document.querySelectorAll('#flags a')].find((one) => codeOf(one) === code);
if (link instanceof HTMLAnchorElement) {
  location.replace(link.href);
}
