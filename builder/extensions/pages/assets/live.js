/** Makes the first exchange of each marked part editable in place; without this script it remains an example. */

import { showAnswer } from './answer.js';
import { declared, find, make } from './dom.js';
import { openService } from './service.js';

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
  const run = make('button', { type: 'submit', class: 'main' }, 'Send');
  const form = make('form', { class: 'live' }, input, run);
  code.replaceWith(form);
  find('.head', HTMLElement, exchange).setAttribute('aria-live', 'polite');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(exchange, input.value.trim());
  });
}

/**
 * Send a request and replace the shown answer.
 * @param {HTMLElement} exchange
 * @param {string} target
 */
async function send(exchange, target) {
  const path = target.startsWith('/') ? target : `/${target}`;
  const head = find('.head', HTMLElement, exchange);
  head.replaceChildren('…');
  try {
    const service = await openService();
    const { url, note } = service.addressOf(path, declared('api'));
    const body = url === '' ? undefined : await showAnswer(head, await fetch(url), note);
    exchange.querySelector('pre, img')?.remove();
    if (body) {
      exchange.append(body);
    } else {
      head.replaceChildren(make('b', { class: 'bad' }, note));
    }
  } catch {
    head.replaceChildren(make('b', { class: 'bad' }, `No response from ${declared('api')}.`));
  }
}

for (const place of document.querySelectorAll('[data-live]')) {
  const exchange = place.querySelector('.exchange');
  if (exchange instanceof HTMLElement) {
    makeLive(exchange);
  }
}
