/** Helpers that the scripts of all pages share. */

/**
 * Find an element that must be on the page.
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} type
 * @param {ParentNode} [within]
 */
export function find(selector, type, within = document) {
  const found = within.querySelector(selector);
  if (!(found instanceof type)) {
    throw new Error(`the page has no ${type.name} ${selector}`);
  }
  return found;
}

/**
 * Make an element. Strings become text nodes, so that no part of an answer is parsed as HTML.
 * @param {string} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** @param {string} name of a value that the head of the page declares, such as the origin of the API */
export function declared(name) {
  return find(`meta[name="${name}"]`, HTMLMetaElement).content;
}

/** @param {string} id of a script element, whose JSON is returned */
export function embedded(id) {
  return JSON.parse(find(`#${id}`, HTMLScriptElement).text);
}

/** @type {Map<string, Promise<any>>} */
const fetched = new Map();

/** @type {(address: string) => Promise<any>} fetches a JSON file when it is first needed, and once */
export function fetchOnce(address) {
  const content = fetched.get(address) ?? fetch(address).then((answer) => answer.json());
  fetched.set(address, content);
  return content;
}

/** @param {string} text is returned unchanged if it cannot be decoded, since an address can be typed by hand */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string} code alpha-2, in either case */
export function countryPage(code) {
  return `countries/${code.toLowerCase()}.html`;
}

/** @param {string} url whose apostrophes are encoded, since they would end the text in a shell */
export function curlOf(url) {
  return `curl '${url.replaceAll("'", '%27')}'`;
}

/** @param {() => string} text to copy when the button is pressed */
export function copyButton(text) {
  const button = make('button', { type: 'button', class: 'copy' }, 'Copy');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text());
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  });
  return button;
}

/** @type {(tag: string, attributes: Record<string, string | number>, text?: string) => SVGElement} for an SVG */
export function draw(tag, attributes, text = '') {
  const element = /** @type {SVGElement} */ (document.createElementNS('http://www.w3.org/2000/svg', tag));
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, String(value));
  }
  element.textContent = text;
  return element;
}

/** @param {string} text to search for @returns {string} the address of this page with an open search */
export function searchAddress(text) {
  return `?${new URLSearchParams({ q: text })}${location.hash}`;
}
