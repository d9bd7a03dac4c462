/** The console: a form for every route, the live answer, and the call to copy. */

import { showAnswer } from './answer.js';
import { decoded, embedded, find, make } from './dom.js';
import { IN_FILES, openService } from './service.js';

/**
 * @typedef {{ name: string, in: 'path' | 'query', description: string, bounds: string, example: string,
 *   choices: string[], suggestions: [value: string, label: string][] }} Field
 * @typedef {{ path: string, origin: string, family: string, summary: string, description: string, fields: Field[],
 *   example: string, figures: Record<string, string>, calls: string, whole: string }} Route
 */

const service = await openService();
const routes = /** @type {{ routes: Route[] }['routes']} */ (embedded('routes'));
const paths = /** @type {string[]} */ (embedded('paths'));
const programs = /** @type {Record<string, Record<string, string>>} */ (embedded('programs'));
const form = find('#console', HTMLFormElement);
const select = find('[name=route]', HTMLSelectElement);
const fields = find('#fields', HTMLFieldSetElement);
const line = find('#target', HTMLInputElement);
const answer = find('#answer', HTMLElement);
const calls = find('#calls', HTMLElement);

// The call that a visitor sees first.
const FIRST = '/v1/rank/population?fields=name.common,population&limit=5';

function chosen() {
  const route = routes.find((one) => one.path === select.value);
  if (!route) {
    throw new Error(`there is no route ${select.value}`);
  }
  return route;
}

/** @returns {string} the path and query that the form spells */
function target() {
  const route = chosen();
  const values = new FormData(form);
  let { path } = route;
  const query = [];
  for (const field of route.fields) {
    const value = String(values.get(`field-${field.name}`) ?? '');
    if (field.in === 'path') {
      path = path.replace(`{${field.name}}`, encoded(value || field.example));
    } else if (value !== '') {
      query.push(`${field.name}=${encoded(value)}`);
    }
  }
  return path + (query.length ? `?${query.join('&')}` : '');
}

/**
 * Percent-encode, but keep commas readable, since they separate lists; encode apostrophes, which would end a string.
 * @param {string} text
 */
function encoded(text) {
  return encodeURIComponent(text).replaceAll('%2C', ',').replaceAll("'", '%27');
}

/** @returns {import('./service.js').Address} the address to request for the call in the form */
function address() {
  return service.addressOf(target(), chosen().origin);
}

/**
 * Make the form of the chosen route.
 * @param {Record<string, string>} values by name of the field
 */
function showRoute(values) {
  const route = chosen();
  find('#summary', HTMLElement).textContent = `${route.summary}. ${route.description}`;
  const legend = fields.firstElementChild;
  const inputs = route.fields.map((field) => fieldOf(field, values[field.name]));
  fields.replaceChildren(...(legend ? [legend] : []), ...inputs);
  showTarget();
}

/**
 * @param {Field} field
 * @param {string | undefined} value
 */
function fieldOf(field, value) {
  const id = `field-${field.name}`;
  const name = field.in === 'path' ? `{${field.name}}` : field.name;
  const initial = value ?? (field.in === 'path' ? field.example : '');
  const shared = { name: id, 'aria-describedby': `${id}-help` };
  const isLeftOut = !service.hasFunction && field.in === 'query' && !IN_FILES.includes(field.name);
  const needs = isLeftOut ? ' Needs a function, which this host does not have.' : '';
  const help = [field.description, field.bounds && ` ${field.bounds}.`, needs].join('').replaceAll('`', '');
  const label = make(
    'label',
    {},
    make('span', {}, name),
    ...(field.choices.length ? [chooser(field, initial, shared)] : typed(field, initial, shared)),
    make('small', { id: `${id}-help` }, help),
  );
  return field.name === 'fields' ? make('div', {}, label, picker(initial)) : label;
}

/**
 * @param {string} bounds
 * @returns {string} the label of the choice that leaves the parameter out
 */
function defaultOf(bounds) {
  return `Default (${/default (\w+)/.exec(bounds)?.[1] ?? 'none'})`;
}

/**
 * Offer the fields of a record as boxes, which fill the input.
 * @param {string} initial
 */
function picker(initial) {
  const chosenPaths = initial.split(',');
  const boxes = paths.map((path) => {
    const isChosen = chosenPaths.includes(path);
    const box = make('input', { type: 'checkbox', value: path, ...(isChosen ? { checked: '' } : {}) });
    return make('label', {}, box, ' ', path);
  });
  const made = make('details', { class: 'picker' }, make('summary', {}, 'Pick fields'), make('div', {}, ...boxes));
  made.addEventListener('change', (event) => {
    event.stopPropagation();
    const input = find('[name=field-fields]', HTMLInputElement, fields);
    const picked = [...made.querySelectorAll('input')].filter((box) => box.checked).map((box) => box.value);
    // A field below a chosen one is in it.
    input.value = picked.filter((path) => !picked.some((other) => path.startsWith(`${other}.`))).join(',');
    showTarget();
  });
  return made;
}

/**
 * Offer the choices of a field. An initial value that is not among them is offered too, so that the service rejects it.
 * @param {Field} field
 * @param {string} initial
 * @param {Record<string, string>} attributes
 */
function chooser({ choices, in: place, bounds }, initial, attributes) {
  const selected = choices.find((choice) => choice.toLowerCase() === initial.toLowerCase()) ?? initial;
  const offered = selected === '' || choices.includes(selected) ? choices : [...choices, selected];
  return make(
    'select',
    attributes,
    ...(place === 'query' ? [make('option', { value: '' }, defaultOf(bounds))] : []),
    ...offered.map((choice) => make('option', choice === selected ? { selected: '' } : {}, choice)),
  );
}

/**
 * @param {Field} field
 * @param {string} initial
 * @param {Record<string, string>} attributes
 */
function typed({ example, suggestions }, initial, attributes) {
  const list = `${attributes.name}-list`;
  const own = { value: initial, placeholder: example, autocomplete: 'off', spellcheck: 'false' };
  const input = make('input', { ...attributes, ...own, ...(suggestions.length ? { list } : {}) });
  const options = suggestions.map(([value, label]) => make('option', { value }, label));
  return options.length ? [input, make('datalist', { id: list }, ...options)] : [input];
}

/** Show what will be sent, and how to send it with other programs. */
function showTarget() {
  const { url, note } = address();
  line.value = target();
  find('#unknown', HTMLElement).hidden = true;
  find('#served', HTMLElement).hidden = note === '';
  find('#served', HTMLElement).textContent = note;
  find('button.main', HTMLButtonElement).disabled = url === '';
  calls.hidden = url === '';
  // What asks for no window is copied as code that gets all.
  const programsOf = programs[/[?&](limit|offset)=/.test(url) ? chosen().calls : chosen().whole];
  for (const [language, code] of Object.entries(programsOf)) {
    const shown = find(`[data-language=${language}] code`, HTMLElement, calls);
    // The build has coloured it; the address is part of a string.
    shown.innerHTML = code;
    for (const text of shown.querySelectorAll('.s')) {
      text.textContent = (text.textContent ?? '').replace('{url}', url);
    }
  }
}

/** Send the request and show the response. */
async function send() {
  const { url, note } = address();
  answer.hidden = false;
  answer.setAttribute('aria-busy', 'true');
  const head = make('div', { class: 'head' });
  try {
    const got = await fetch(url);
    const body = await showAnswer(head, got, note);
    const pages = [...(got.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(prev|next)"/g)];
    const links = pages.map(([, other, rel]) => make('a', { href: `#${other}` }, rel === 'prev' ? 'Previous' : 'Next'));
    const nav = links.length > 0 ? [make('p', { class: 'pages' }, ...links)] : [];
    answer.replaceChildren(make('div', { class: 'exchange' }, head, ...nav, body));
  } catch {
    answer.replaceChildren(make('p', {}, `No response from ${url}. Is the service running there?`));
  }
  answer.setAttribute('aria-busy', 'false');
}

/**
 * Fill the form from a target such as `/v1/name/peru?limit=2`.
 * @param {string} call
 * @returns {boolean} whether a route has it
 */
function fill(call) {
  const [path, query = ''] = call.split('?');
  for (const route of routes) {
    const pattern = route.path.replace(/[.]/g, '\\.').replace(/\{(\w+)\}/, '(?<value>[^/]+)');
    const found = new RegExp(`^${pattern}$`).exec(path);
    const literal = routes.some((other) => other.path === path);
    if (found && (!literal || route.path === path)) {
      const values = Object.fromEntries(new URLSearchParams(query.replaceAll('+', '%20')));
      const inPath = route.fields.find((field) => field.in === 'path');
      if (inPath) {
        values[inPath.name] = decoded(found.groups?.value ?? '');
      }
      select.value = route.path;
      showRoute(values);
      return true;
    }
  }
  return false;
}

/** Read the call in the address and send it, or offer an example, which a person may send. */
function start() {
  answer.hidden = true;
  const isAsked = fill(location.hash.slice(1));
  if (!isAsked) {
    fill(FIRST);
  } else if (address().url !== '') {
    send();
  }
}

/** Select in a ranking the metric that it ranks by, unless the call selects other fields. */
function showFigure() {
  const { figures } = chosen();
  const input = fields.querySelector('[name=field-fields]');
  const path = figures[String(new FormData(form).get('field-metric'))];
  const own = Object.values(figures).map((one) => `name.common,${one}`);
  if (path && input instanceof HTMLInputElement && (input.value === '' || own.includes(input.value))) {
    input.value = `name.common,${path}`;
    showTarget();
  }
}

select.addEventListener('change', () => {
  answer.hidden = true;
  fill(chosen().example);
  showFigure();
});
fields.addEventListener('change', (event) => {
  if (event.target instanceof Element && event.target.getAttribute('name') === 'field-metric') {
    showFigure();
  }
});
fields.addEventListener('input', showTarget);
find('#clear', HTMLButtonElement).addEventListener('click', () => {
  answer.hidden = true;
  showRoute({});
});
/** Keep the call in the address of the page, and send it. */
async function keepAndSend() {
  history.replaceState(null, '', `#${target()}`);
  await send();
  if (answer.getBoundingClientRect().top > innerHeight) {
    answer.scrollIntoView();
  }
}

/** Read the call that was typed into the line; the form follows. */
function readLine() {
  const call = line.value.trim().replace(new RegExp(`^(GET )?(${chosen().origin})?/*`), '/');
  const isKnown = call === target() || fill(call);
  find('#unknown', HTMLElement).hidden = isKnown;
  find('button.main', HTMLButtonElement).disabled = !isKnown || address().url === '';
  return isKnown;
}

line.addEventListener('change', readLine);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (readLine() && address().url !== '') {
    keepAndSend();
  }
});
addEventListener('hashchange', start);
start();
