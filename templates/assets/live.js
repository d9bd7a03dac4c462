/** Makes the first exchange of each marked part editable in place; without this script it remains an example. */

import { declared, find, highlighted, laidOut, make } from './dom.js';
import { openService } from './service.js';

// Of a link, only one that leads to more of the answer.
const SHOWN = /^(x-(list|rank|total)\S*|location): |^link: .*rel="next"/;

/** @param {HTMLElement} exchange */
function makeLive(exchange) {
  const code = find('.request code', HTMLElement, exchange);
  const input = /** @type {HTMLInputElement} */ (
    make('input', {
      type: 'text',
      value: code.textContent ?? '',
      'aria-label': 'Path and query of the request',
      autocomplete: 'off',
      autocapitalize: 'none',
      spellcheck: 'false',
    })
  );
  const run = make('button', { type: 'submit', class: 'main' }, 'Run');
  const form = make('form', { class: 'live' }, input, run);
  code.replaceWith(form);
  find('.head', HTMLElement, exchange).setAttribute('aria-live', 'polite');
  let latest = new AbortController();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    latest.abort();
    latest = new AbortController();
    send(exchange, input.value.trim(), latest.signal);
  });
  sayWhatIsFile(exchange, input.value);
}

/**
 * On a host that has only files, say so before a visitor sends a request that needs the function.
 * @param {HTMLElement} exchange
 * @param {string} target
 */
async function sayWhatIsFile(exchange, target) {
  const service = await openService();
  const { note } = service.addressOf(target);
  if (note !== '') {
    exchange.after(make('p', { class: 'quiet served' }, note));
  }
}

/**
 * Send a request and replace the shown answer, unless the next one aborts it.
 * @param {HTMLElement} exchange
 * @param {string} target
 * @param {AbortSignal} signal
 */
async function send(exchange, target, signal) {
  const path = target.startsWith('/') ? target : `/${target}`;
  const head = find('.head', HTMLElement, exchange);
  exchange.querySelector('pre, img')?.remove();
  head.replaceChildren('…');
  try {
    const service = await openService();
    const { url, note } = service.addressOf(path, declared('api'));
    exchange.parentElement?.querySelector('.served')?.remove();
    if (url === '') {
      head.replaceChildren(make('b', { class: 'bad' }, note));
      return;
    }
    const answer = await fetch(url, { signal });
    const body = await bodyOf(answer, path);
    const status = make('b', { class: answer.ok ? 'good' : 'bad' }, `${answer.status} ${answer.statusText}`.trim());
    const all = [...answer.headers].map(([name, value]) => `${name}: ${value}`);
    const lines = all.filter((line) => SHOWN.test(line)).flatMap((line) => [make('br'), spelled(line)]);
    const redirected = answer.redirected ? [make('br'), `redirected to: ${answer.url}`] : [];
    head.replaceChildren(status, ...redirected, ...lines, ...(note === '' ? [] : [make('br'), note]));
    exchange.append(body);
  } catch {
    if (!signal.aborted) {
      head.replaceChildren(make('b', { class: 'bad' }, `No response from ${declared('api')}.`));
    }
  }
}

/**
 * Write the name of a header as documents do; the browser gives it in lower case.
 * @param {string} line
 * @returns {string}
 */
function spelled(line) {
  return line.replace(/^[^:]+/, (name) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()));
}

/**
 * @param {Response} answer
 * @param {string} path
 * @returns {Promise<HTMLElement>}
 */
async function bodyOf(answer, path) {
  const type = answer.headers.get('content-type') ?? '';
  if (type.startsWith('image/')) {
    return make('img', { src: answer.url, alt: `The image at ${path}`, width: '160', height: '120' });
  }
  const text = await answer.text();
  const isJson = type.includes('json') && text !== '';
  return make('pre', { tabindex: '0' }, make('code', {}, isJson ? highlighted(laidOut(JSON.parse(text))) : text));
}

for (const place of document.querySelectorAll('[data-live]')) {
  const exchange = place.querySelector('.exchange');
  if (exchange instanceof HTMLElement) {
    makeLive(exchange);
  }
}
