/** Colours samples of code that a script shows, as the build does those of the pages. */

import { make } from './dom.js';

const WORDS =
  'import|from|const|let|await|async|while|for|of|in|if|else|new|return|type|as|with|def|export|function|print|true|' +
  'false|None|null';
const TOKEN = new RegExp(
  `(?<s>'[^'\\n]*'|"[^"\\n]*"|\`[^\`]*\`)|(?<c>(?<![:\\w])(?:#|//).*)|(?<n>\\b\\d+\\b)|(?<k>\\b(?:${WORDS})\\b)`,
  'g',
);

/**
 * Format code: strings, comments, numbers and keywords have the classes of the style sheet.
 * @param {string} code
 * @returns {(Node | string)[]}
 */
export function colouredCode(code) {
  const parts = [];
  let end = 0;
  for (const token of code.matchAll(TOKEN)) {
    const kind = Object.entries(token.groups ?? {}).find(([, text]) => text !== undefined)?.[0] ?? '';
    parts.push(code.slice(end, token.index), make('span', { class: kind }, token[0]));
    end = token.index + token[0].length;
  }
  return [...parts, code.slice(end)];
}
