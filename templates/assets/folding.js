/** JSON as text whose objects fold. */

import { highlighted, laidOut, make } from './dom.js';

// The elements of a list of more than a few fold; of a few, their members too.
const FEW = 3;

/**
 * Lay a value out as text. What is an object on several lines is a part that folds; the text is the same, open or not.
 * @param {unknown} value
 * @returns {DocumentFragment}
 */
export function folding(value) {
  const fragment = document.createDocumentFragment();
  const depth = Array.isArray(value) && value.length > FEW ? 1 : 2;
  fragment.append(...partsOf(laidOut(value).split('\n'), 0, depth));
  return fragment;
}

/**
 * @param {string[]} lines of one value or several
 * @param {number} level of the lines
 * @param {number} depth that folds
 * @returns {Node[]}
 */
function partsOf(lines, level, depth) {
  const opening = new RegExp(`^ {${2 * level}}[^ ].*[[{]$|^ {${2 * level}}[[{]$`);
  const closing = new RegExp(`^ {${2 * level}}[\\]}]`);
  const parts = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (opening.test(lines[at])) {
      const first = lines[at];
      const start = at + 1;
      at += lines.slice(at).findIndex((line) => closing.test(line));
      const inner = lines.slice(start, at);
      const rest = [...(level < depth ? partsOf(inner, level + 1, depth) : [coloured(inner)]), coloured([lines[at]])];
      parts.push(...(level === 0 ? [coloured([first]), ...rest] : [folded(first, rest)]));
    } else {
      parts.push(coloured([lines[at]]));
    }
  }
  return parts;
}

/**
 * @param {string} first line
 * @param {Node[]} rest
 * @returns {HTMLElement}
 */
function folded(first, rest) {
  return make('details', { open: '' }, make('summary', {}, highlighted(first)), ...rest);
}

/**
 * @param {string[]} lines
 * @returns {DocumentFragment}
 */
function coloured(lines) {
  return highlighted(`${lines.join('\n')}\n`);
}
