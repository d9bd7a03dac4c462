/** A response in the console: status, pages, headers, and the body as foldable JSON, as a table or as an image. */

import { copyButton, laidOut, make } from './dom.js';
import { folding } from './folding.js';

/**
 * @typedef {{ url: string, target: string, time: number, open: (target: string) => void,
 *   refuse: (message: string) => void }} Call what was requested, in how many milliseconds; `open` sends another call,
 *   `refuse` shows the message of an error
 */

const TOLD = /^(x-(list|rank|total)|link|etag|cache-control|content-type)/;
const PAGES = [
  ['prev', 'Previous'],
  ['next', 'Next'],
];

/**
 * Show a response: its status, time and size, which of all matches it has, its headers and its body.
 * @param {Response} got
 * @param {Call} call
 * @returns {Promise<HTMLElement>}
 */
export async function showResponse(got, call) {
  const { url, time, target } = call;
  const status = make('b', got.ok ? {} : { class: 'bad' }, `${got.status} ${got.statusText}`.trim());
  const body = await got.blob();
  const measured = ` · ${Math.round(time)} ms · ${body.size.toLocaleString('en')} bytes `;
  const head = make('div', { class: 'head' }, status, measured, ...keepLinks(url, body, target));
  if (got.redirected) {
    head.append(make('br'), `redirected to ${got.url}`);
  }
  const told = [...got.headers].filter(([name]) => TOLD.test(name));
  if (told.length > 0) {
    const lines = told.flatMap(([name, value], number) => [...(number ? [make('br')] : []), `${name}: ${value}`]);
    const counted = `${told.length} ${told.length === 1 ? 'header' : 'headers'}`;
    head.append(make('details', {}, make('summary', {}, counted), ...lines));
  }
  const box = make('div', { class: 'exchange' }, head);
  box.append(await contentOf(got, call, body, head));
  return box;
}

/**
 * @param {Response} got
 * @param {Call} call
 * @param {Blob} body
 * @param {HTMLElement} head gets the button of a table
 * @returns {Promise<HTMLElement>} the body as an image, as JSON or as text
 */
async function contentOf(got, call, body, head) {
  if (got.headers.get('content-type')?.startsWith('image/')) {
    return make('img', { src: got.url, alt: `The image at ${call.url}` });
  }
  const text = await body.text();
  const isJson = got.headers.get('content-type')?.includes('json');
  const value = isJson ? JSON.parse(text) : undefined;
  const pre = make('pre', { tabindex: '0' }, make('code', {}, isJson ? folding(value) : text));
  if (!got.ok && isJson) {
    call.refuse(value.message);
  }
  if (Array.isArray(value) && value.length > 0) {
    head.querySelector('.copy')?.after(' ', tableButton(value, pre));
    head.querySelector('br, details')?.before(...pagesOf(got.headers, value.length, call));
  }
  return pre;
}

/**
 * Say which of all matches an answer has, with buttons for the pages beside it.
 * @param {Headers} headers
 * @param {number} count of records in the answer
 * @param {Call} call
 * @returns {Node[]} nothing for an answer without the total
 */
function pagesOf(headers, count, { target, open }) {
  const total = Number(headers.get('x-total-count') ?? 0);
  const query = new URLSearchParams(target.split('?')[1]);
  const first = Number(query.get('offset') ?? 0) + 1;
  const isWindow = !query.has('page') && first + count - 1 <= total;
  if (total === 0) {
    return [];
  }
  const told = isWindow ? `${first} to ${first + count - 1} of ${total}` : `${count} of ${total}`;
  const links = linksOf(headers.get('link') ?? '', open).flatMap((link) => [' · ', link]);
  return [make('p', { class: 'pages' }, told, ...links)];
}

/**
 * Make a button for each page that a header names (RFC 8288).
 * @param {string} header
 * @param {(target: string) => void} open
 * @returns {Node[]}
 */
function linksOf(header, open) {
  return PAGES.flatMap(([rel, title]) => {
    const found = new RegExp(`<([^>]+)>; rel="${rel}"`).exec(header);
    if (!found) {
      return [];
    }
    const button = make('button', { type: 'button', class: 'copy' }, title);
    button.addEventListener('click', () => open(found[1]));
    return [button];
  });
}

/**
 * Make the link that saves a response, and the button that copies the address of this page with the call.
 * @param {string} url
 * @param {Blob} body
 * @param {string} target
 * @returns {(Node | string)[]}
 */
function keepLinks(url, body, target) {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  const file = last.includes('.') ? last : `${last}.json`;
  const save = make('a', { href: URL.createObjectURL(body), download: file }, 'Download');
  const share = copyButton(() => new URL(`#${target}`, location.href).href);
  share.textContent = 'Copy link';
  return [save, ' ', share];
}

/**
 * Make the button that shows records as a table, and as JSON again.
 * @param {Record<string, unknown>[]} records
 * @param {HTMLElement} pre the element with the JSON
 * @returns {HTMLElement}
 */
function tableButton(records, pre) {
  const button = make('button', { type: 'button', class: 'copy', 'aria-pressed': 'false' }, 'Table');
  const rows = records.map((record) => new Map(leavesOf(record, '')));
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const heads = names.map((name) => make('th', { scope: 'col' }, name));
  const lines = rows.map((row) => make('tr', {}, ...names.map((name) => make('td', {}, row.get(name) ?? ''))));
  const table = make('table', {}, make('thead', {}, make('tr', {}, ...heads)), make('tbody', {}, ...lines));
  const scroll = make('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Records' }, table);
  button.addEventListener('click', () => {
    const isTable = button.getAttribute('aria-pressed') === 'true';
    button.setAttribute('aria-pressed', String(!isTable));
    (isTable ? scroll : pre).replaceWith(isTable ? pre : scroll);
  });
  return button;
}

/**
 * @param {Record<string, unknown>} value
 * @param {string} prefix
 * @returns {[path: string, text: string][]} values by dot path
 */
function leavesOf(value, prefix) {
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? leavesOf(/** @type {Record<string, unknown>} */ (inner), `${prefix}${name}.`)
      : [[prefix + name, Array.isArray(inner) ? inner.map(textOf).join(', ') : textOf(inner)]],
  );
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function textOf(value) {
  return typeof value === 'string' ? value : laidOut(value);
}
