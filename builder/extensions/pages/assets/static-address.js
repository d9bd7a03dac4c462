/** Static URLs: finds the file that has the answer to a call, for hosts without the function. */

import { keyOf } from '../../../../edge/core/fold.js';
import { answerPath, catalogFile, folderOf, keySegment, windowFile } from '../../../../edge/core/paths.js';
import { compileRoutes, findRoute } from '../../../../edge/core/router.js';
import { decoded } from './dom.js';

/**
 * @typedef {{ total: number, windows?: string }} Entry
 * @typedef {{ routes: Record<string, Record<string, Entry>> }} Index the contents of `/v1/index.json`
 * @typedef {{ limit: number, sizes: number[] }} Sizes the default page size, and the sizes that have files
 * @typedef {{ lists: Sizes, catalogs: Sizes }} Windows
 * @typedef {{ path: string, left: string[] }} Found a path without its first slash, and the ignored parameters
 * @typedef {{ template: string, key: string, isPlain: boolean, entry: Entry }} Answer without a window
 */

const IS_FILE = /\.(?:csv|html|json|png|svg|txt|xml)$/;
const FLAG = /^(?:\/flags)?\/get\/(?:(svg|png)\/)?([a-z]{2})$/i;
const CATALOGS = '/v1/meta/';
// The list of all countries, whose pages are never larger than the default size.
const ALL = '/v1';
const WHOLE = /^[0-9]{1,9}$/;

/**
 * Find the file of a call.
 * @param {Index} index
 * @param {string} target path and query, such as `/v1/region/europe?limit=10`
 * @param {Windows} windows
 * @param {string[]} known the query parameters for which there are files
 * @returns {Found | undefined} undefined if only a function has the answer
 */
export function staticAddress(index, target, windows, known) {
  const [address, query = ''] = target.split('?');
  const path = address.length > 1 ? address.replace(/\/$/, '') : address;
  const parameters = new URLSearchParams(query);
  const left = [...new Set(parameters.keys())].filter((name) => !known.includes(name));
  if (IS_FILE.test(path)) {
    return { path: path.slice(1), left: [] };
  }
  const flag = FLAG.exec(path);
  if (flag !== null) {
    const [, kind = 'png', code] = flag;
    return { path: `flags/${kind}/${code.toLowerCase()}.${kind}`, left: [] };
  }
  const answer = answerOf(index, path, parameters);
  const file = answer && fileOf(answer, parameters, windows);
  return file === undefined ? undefined : { path: file, left };
}

/**
 * @param {Index} index
 * @param {string} path
 * @param {URLSearchParams} parameters
 */
function answerOf({ routes }, path, parameters) {
  const templates = Object.keys(routes).map((template) => ({ path: template, kind: '', params: [] }));
  const patterns = compileRoutes(templates, {});
  const segments = path.slice(1).split('/');
  const template = findRoute(patterns, segments)?.path ?? '';
  const entries = routes[template] ?? {};
  const value = decoded(segments[segments.length - 1]);
  const name = template.includes('{') ? findEntry(entries, value) : '';
  if (name === undefined || !Object.hasOwn(entries, name)) {
    return undefined;
  }
  const key = ordered(entries, name, parameters);
  return { template, key, isPlain: key === name, entry: entries[key] };
}

/**
 * Convert a value to a key of the index: a code unchanged, a number with leading zeros, a name folded, without spaces.
 * @param {Record<string, Entry>} entries
 * @param {string} value
 */
function findEntry(entries, value) {
  const code = value.trim().toLowerCase();
  return [code, /^[0-9]+$/.test(code) ? code.padStart(3, '0') : code, keyOf(value)]
    .filter((key) => key !== '')
    .map(keySegment)
    .find((key) => Object.hasOwn(entries, key));
}

/**
 * Return the suffix of the other order of a ranking, or of the other half of all countries, if the call selects it.
 * @param {Record<string, Entry>} entries
 * @param {string} name
 * @param {URLSearchParams} parameters
 */
function ordered(entries, name, parameters) {
  const ascending = parameters.get('order')?.toLowerCase() === 'asc' ? [`${name}/asc`] : [];
  const dependent = parameters.get('status')?.toLowerCase() === 'false' ? ['false'] : [];
  return [...ascending, ...dependent].find((key) => Object.hasOwn(entries, key)) ?? name;
}

/**
 * @param {Answer} answer
 * @param {URLSearchParams} parameters
 * @param {Windows} windows
 */
function fileOf({ template, key, isPlain, entry }, parameters, { lists, catalogs }) {
  if (isPlain && !parameters.has('limit') && !parameters.has('offset')) {
    return template.includes('{') ? `${folderOf(template)}/${key}.json` : answerPath(template);
  }
  const isCatalog = template.startsWith(CATALOGS);
  const { limit, sizes } = isCatalog ? catalogs : lists;
  const most = entry.windows === ALL ? limit : Infinity;
  const count = Math.min(numberOf(parameters, 'limit', limit), most);
  const window = { limit: count, offset: numberOf(parameters, 'offset', 0) };
  return isCatalog
    ? catalogFile(template.slice(CATALOGS.length), entry.total, window, sizes)
    : windowFile(entry.windows?.slice(1) ?? '', entry.total, window, sizes);
}

/**
 * @param {URLSearchParams} parameters
 * @param {string} name
 * @param {number} otherwise
 * @returns {number} NaN if the call has another value
 */
function numberOf(parameters, name, otherwise) {
  const text = parameters.get(name) ?? String(otherwise);
  return WHOLE.test(text) ? Number(text) : NaN;
}
