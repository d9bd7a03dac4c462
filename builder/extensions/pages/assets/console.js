/** The console: the form of a route, the live response, and the call to copy. The page has the form of every route. */

import { compileRoutes, findRoute, parameterOf } from '../../../../edge/core/router.js';
import { showAnswer } from './answer.js';
import { decoded, embedded, find, make } from './dom.js';
import { openService } from './service.js';

/** @typedef {HTMLInputElement | HTMLSelectElement} Control */

const service = await openService();
const programs = /** @type {Record<string, Record<string, string>>} */ (embedded('programs'));
const form = find('#console', HTMLFormElement);
const select = find('[name=route]', HTMLSelectElement);
const patterns = compileRoutes([...select.options].map(({ value: path }) => ({ path, kind: '', params: [] })), {});
const fields = find('#fields', HTMLFieldSetElement);
const picker = find('#picker', HTMLDetailsElement);
const line = find('#target', HTMLInputElement);
const answer = find('#answer', HTMLElement);
const calls = find('#calls', HTMLElement);
const send = find('button.main', HTMLButtonElement);

// The call that a visitor sees first.
const FIRST = '/v1/rank/population?fields=name.common,population&limit=5';

/** @returns {HTMLTemplateElement} the form of the chosen route, whose data attributes describe the route */
function chosen() {
  return find(`template[data-path="${select.value}"]`, HTMLTemplateElement);
}

/** @returns {Control[]} the controls in the form of the chosen route */
function controls() {
  return /** @type {Control[]} */ ([...fields.querySelectorAll('[name]')]);
}

/** @returns {string} the path and query of the form; for a parameter of the path without a value, its example */
function target() {
  const path = controls().reduce((text, control) => {
    const example = control instanceof HTMLInputElement ? control.placeholder : '';
    return text.replace(`{${control.name}}`, encoded(control.value || example));
  }, select.value);
  const query = controls().filter(({ value, dataset }) => dataset.in === 'query' && value !== '');
  return path + query.map(({ name, value }, at) => `${at ? '&' : '?'}${name}=${encoded(value)}`).join('');
}

/** @param {string} text with commas, which stay readable, or apostrophes, which would end a string in code */
function encoded(text) {
  return encodeURIComponent(text).replaceAll('%2C', ',').replaceAll("'", '%27');
}

/** @returns {import('./service.js').Address} the address to request for the call in the form */
function address() {
  return service.addressOf(target(), chosen().dataset.origin);
}

/** @type {(path: string, values: Record<string, string>) => void} shows the form of a route, `values` by control */
function showRoute(path, values) {
  select.value = path;
  const { content, dataset } = chosen();
  find('#summary', HTMLElement).textContent = dataset.summary ?? '';
  fields.replaceChildren(fields.children[0], document.importNode(content, true));
  for (const control of controls()) {
    fillIn(control, values[control.name]);
    if (!service.hasFunction && control.dataset.in === 'query') {
      control.labels?.[0].append(make('small', {}, 'Needs a function, which this host does not have.'));
    }
  }
  const selection = controls().find(({ name }) => name === 'fields');
  picker.hidden = !selection;
  const paths = selection?.value.split(',');
  picker.querySelectorAll('input').forEach((box) => (box.checked = paths?.includes(box.value) ?? false));
  showTarget();
}

/** @type {(control: Control, value?: string) => void} a select gets an option for a value that it lacks */
function fillIn(control, value) {
  if (control instanceof HTMLInputElement) {
    control.value = value ?? (control.dataset.in === 'path' ? control.placeholder : '');
  } else if (value !== undefined) {
    const known = [...control.options].find((option) => option.value.toLowerCase() === value.toLowerCase());
    const option = known ?? new Option(value);
    control.append(...(known ? [] : [option]));
    option.selected = true;
  }
}

/** Show what will be sent, and how to send it with other programs. */
function showTarget() {
  const { url, note } = address();
  line.value = target();
  const spelled = find('#spelled', HTMLElement);
  [spelled.textContent, spelled.hidden] = [line.value, line.scrollWidth <= line.clientWidth];
  find('#unknown', HTMLElement).hidden = true;
  find('#served', HTMLElement).hidden = note === '';
  find('#served', HTMLElement).textContent = note;
  send.disabled = url === '';
  calls.hidden = url === '';
  // A request for a window is copied as it is; one without a limit, or with the longest, as code that reads the list.
  const { calls: windowed = '', whole = '' } = chosen().dataset;
  const isWindow = new RegExp(`[?&](?:offset=|page=|limit=(?!${form.dataset.most}\\b))`).test(url);
  for (const [language, code] of Object.entries(programs[isWindow ? windowed : whole])) {
    const shown = find(`[data-language=${language}] code`, HTMLElement, calls);
    // The build has highlighted the code, where the address is part of a string.
    shown.innerHTML = code;
    for (const text of shown.querySelectorAll('.s')) {
      const parts = (text.textContent ?? '').replace('{url}', url).split(/(?<=\w[/,])|(?=&)/);
      text.replaceChildren(...parts.flatMap((part) => [part, make('wbr')]));
    }
  }
}

/** Send the request and show the response. */
async function ask() {
  const { url, note } = address();
  answer.hidden = false;
  answer.setAttribute('aria-busy', 'true');
  const head = make('div', { class: 'head' });
  try {
    const got = await fetch(url);
    const body = await showAnswer(head, got, note);
    const windows = [...(got.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(prev|next)"/g)];
    const links = windows.map(([, call, rel]) => make('a', { href: `#${call}` }, rel === 'prev' ? 'Previous' : 'Next'));
    const nav = links.length > 0 ? [make('p', { class: 'pages' }, ...links)] : [];
    answer.replaceChildren(make('div', { class: 'exchange' }, head, ...nav, body));
  } catch {
    answer.replaceChildren(make('p', {}, `No response from ${url}. Is the service running there?`));
  }
  answer.setAttribute('aria-busy', 'false');
  const { top } = answer.getBoundingClientRect();
  if (top < 0 || top > (2 * innerHeight) / 3) {
    answer.scrollIntoView();
    answer.focus({ preventScroll: true });
  }
}

/** @type {(call?: string) => boolean} fills the form from `/v1/name/peru?limit=2`; false if no route has its path */
function fill(call = '') {
  const [path, query = ''] = call.split('?');
  const segments = path.slice(1).split('/').map(decoded);
  const route = findRoute(patterns, segments);
  if (route) {
    const [, name = ''] = /\{(\w+)\}/.exec(route.path) ?? [];
    const values = Object.fromEntries(new URLSearchParams(query.replaceAll('+', '%20')));
    showRoute(route.path, { ...values, [name]: parameterOf(route, segments) });
  }
  return route !== undefined;
}

/** Read the call in the address and send it; without one, fill in an example. */
function start() {
  answer.hidden = true;
  if (!fill(location.hash.slice(1))) {
    fill(FIRST);
  } else if (address().url !== '') {
    ask();
  }
}

/** For a ranking, select the field of its metric, unless the call selects other fields. */
function selectMetric() {
  const metric = fields.querySelector('option[data-field]:checked');
  const input = controls().find(({ name }) => name === 'fields');
  if (metric instanceof HTMLElement && input && /^$|^name\.common,[\w.]+$/.test(input.value)) {
    input.value = `name.common,${metric.dataset.field}`;
  }
}

/** Read the call that was typed into the line; the form follows. */
function readLine() {
  const call = line.value.trim().replace(new RegExp(`^(GET )?(${chosen().dataset.origin})?/*`), '/');
  const isKnown = call === target() || fill(call);
  find('#unknown', HTMLElement).hidden = isKnown;
  send.disabled = !isKnown || address().url === '';
  return isKnown;
}

select.addEventListener('change', () => {
  answer.hidden = true;
  fill(chosen().dataset.example);
  selectMetric();
  showTarget();
});
fields.addEventListener('input', ({ target: changed }) => {
  if (changed instanceof HTMLSelectElement && changed.name === 'metric') {
    selectMetric();
  }
  showTarget();
});
picker.addEventListener('input', () => {
  const picked = [...picker.querySelectorAll('input')].filter((box) => box.checked).map((box) => box.value);
  // A chosen field contains the fields below it: `name` has `name.common`.
  const outer = picked.filter((path) => !picked.some((other) => path.startsWith(`${other}.`)));
  find('[name=fields]', HTMLInputElement, fields).value = outer.join(',');
  showTarget();
});
line.addEventListener('change', readLine);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (readLine() && address().url !== '') {
    history.replaceState(null, '', `#${target()}`);
    ask();
  }
});
addEventListener('hashchange', start);
start();
