/** Static URLs: finds the file that has the answer to a call, for hosts without the function. */

import { fold, squash } from '../../edge/core/fold.js';
import { answerPath, catalogPath, pagePath } from '../../edge/core/paths.js';
import { decoded } from './dom.js';

/**
 * @typedef {{ total: number, windows?: string }} Entry
 * @typedef {{ routes: Record<string, Record<string, Entry>> }} Index the contents of `/v1/index.json`
 * @typedef {{ limit: number, sizes: number[] }} Sizes the default page size, and the sizes that have files
 * @typedef {{ lists: Sizes, catalogs: Sizes }} Windows
 * @typedef {{ path: string, left: string[] }} Found a path without its first slash, and the ignored parameters
 * @typedef {{ template: string, key: string, isDefault: boolean, entry: Entry }} Answer
 */

/** Query parameters for which windows and the two orders of a listing have files; all others need the function. */
export const IN_FILES = ['limit', 'offset', 'order', 'status'];

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
 * @returns {Found | undefined} undefined if only a function has the answer
 */
export function staticAddress(index, target, windows) {
  const [given, query = ''] = target.split('?');
  const path = given.length > 1 ? given.replace(/\/$/, '') : given;
  const parameters = new URLSearchParams(query);
  const left = [...new Set(parameters.keys())].filter((name) => !IN_FILES.includes(name));
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
 * @returns {Answer | undefined}
 */
function answerOf({ routes }, path, parameters) {
  for (const [template, entries] of Object.entries(routes)) {
    const [prefix, parameter] = template.split('/{');
    const value = path.slice(prefix.length + 1);
    const isOf = parameter === undefined ? path === prefix : path.startsWith(`${prefix}/`) && !value.includes('/');
    if (isOf) {
      const name = parameter === undefined ? '' : keyOf(entries, template, decoded(value));
      if (name === undefined || !Object.hasOwn(entries, name)) {
        return undefined;
      }
      const key = ordered(entries, name, parameters);
      return { template, key, isDefault: key === name, entry: entries[key] };
    }
  }
  return undefined;
}

/**
 * Convert a value to a key of the index: a code unchanged, a number with leading zeros, a name folded, without spaces.
 * @param {Record<string, Entry>} entries
 * @param {string} template
 * @param {string} value
 * @returns {string | undefined}
 */
function keyOf(entries, template, value) {
  const code = value.trim().toLowerCase();
  const prefix = prefixOf(template);
  return [code, /^[0-9]+$/.test(code) ? code.padStart(3, '0') : code, squash(fold(value))]
    .filter((key) => key !== '')
    .map((key) => answerPath(template, key).slice(prefix.length + 1, -'.json'.length))
    .find((key) => Object.hasOwn(entries, key));
}

/**
 * Return the suffix of the other order of a ranking, or of the other half of all countries, if the call selects it.
 * @param {Record<string, Entry>} entries
 * @param {string} name
 * @param {URLSearchParams} parameters
 * @returns {string}
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
 * @returns {string | undefined}
 */
function fileOf({ template, key, isDefault, entry }, parameters, { lists, catalogs }) {
  if (isDefault && !parameters.has('limit') && !parameters.has('offset')) {
    return template.includes('{') ? `${prefixOf(template)}/${key}.json` : answerPath(template);
  }
  const isCatalog = template.startsWith(CATALOGS);
  const { limit, sizes } = isCatalog ? catalogs : lists;
  const most = entry.windows === ALL ? limit : Infinity;
  const [count, start] = [Math.min(numberOf(parameters, 'limit', limit), most), numberOf(parameters, 'offset', 0)];
  if (!(count > 0) || start % count !== 0) {
    return undefined;
  }
  if (isCatalog) {
    const isWritten = sizes.includes(count) && start < entry.total;
    return isWritten ? catalogPath(template.slice(CATALOGS.length), count, start) : undefined;
  }
  return windowOf(entry, count, start, sizes);
}

/**
 * @param {URLSearchParams} parameters
 * @param {string} name
 * @param {number} otherwise
 * @returns {number} NaN if the call has another value
 */
function numberOf(parameters, name, otherwise) {
  const given = parameters.get(name) ?? String(otherwise);
  return WHOLE.test(given) ? Number(given) : NaN;
}

/**
 * @param {Entry} entry
 * @param {number} limit
 * @param {number} offset
 * @param {number[]} sizes
 * @returns {string | undefined} undefined for a window without a file, such as one of a single record
 */
function windowOf({ total, windows }, limit, offset, sizes) {
  const isWritten = sizes.some((size) => Math.min(size, total) === Math.min(limit, total));
  return windows !== undefined && isWritten && total - offset > 1
    ? pagePath(windows.slice(1), limit, offset, total)
    : undefined;
}

/**
 * @param {string} template
 * @returns {string} the folder of its answers
 */
function prefixOf(template) {
  return answerPath(template).slice(0, -'.json'.length);
}
