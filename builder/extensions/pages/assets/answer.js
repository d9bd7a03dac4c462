/** Shows a response: its status, the headers of lists and redirects, and its body. */

import { make } from './dom.js';

const SHOWN = /^(?:x-(?:list|rank|total).*|location)$/;

/**
 * Write the status and the headers of a response into *head*, with a *note* of what differs from the call.
 * @type {(head: HTMLElement, answer: Response, note: string) => Promise<HTMLElement>} returns an element with the body
 */
export async function showAnswer(head, answer, note) {
  const status = make('b', answer.ok ? {} : { class: 'bad' }, `${answer.status} ${answer.statusText}`.trim());
  const headers = [...answer.headers].filter(([name]) => SHOWN.test(name));
  const lines = [answer.redirected ? `redirected to: ${answer.url}` : '', note].filter(Boolean);
  head.replaceChildren(
    status,
    ...headers.flatMap(([name, value]) => [make('br'), make('span', { class: 'name' }, name), `: ${value}`]),
    ...lines.flatMap((line) => [make('br'), line]),
  );
  const type = answer.headers.get('content-type') ?? '';
  if (type.startsWith('image/')) {
    return make('img', { src: answer.url, alt: `The image at ${answer.url}`, width: '160', height: '120' });
  }
  const text = await answer.text();
  const isJson = type.includes('json') && text !== '';
  return make('pre', { tabindex: '0' }, make('code', {}, isJson ? highlighted(laidOut(JSON.parse(text))) : text));
}

const STRING = '"(?:[^"\\\\]|\\\\.)*"';
const LITERAL = '-?\\b\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?\\b|\\b(?:true|false|null)\\b';
const TOKEN = new RegExp(`(${STRING})(?=\\s*:)|(${STRING})|(${LITERAL})`, 'g');

/** @param {string} text of JSON, whose keys, strings and numbers are highlighted */
function highlighted(text) {
  const fragment = document.createDocumentFragment();
  let end = 0;
  for (const found of text.matchAll(TOKEN)) {
    fragment.append(text.slice(end, found.index));
    fragment.append(make('span', { class: found[1] ? 'k' : found[2] ? 's' : 'n' }, found[0]));
    end = found.index + found[0].length;
  }
  fragment.append(text.slice(end));
  return fragment;
}

/** @param {unknown} value written as JSON; a list or an object of simple values is on one line if it fits */
function laidOut(value) {
  const text = JSON.stringify(value, null, 2);
  return text.replaceAll(/(?<=[[{])\n\s*([^[\]{}]{1,72})\n\s*(?=[\]}])/g, (_, members) => {
    return members.replaceAll(/\n\s*/g, ' ');
  });
}
