/** Parses the parameter `fields`: comma-separated dot paths. */

import { HttpError } from './http_error.js';
import { getOwn, quote } from './request_text.js';

/** @import { FieldNames, Fields, Manifest, Tree } from './types.js' */

/**
 * Split a comma-separated list of paths; blank items are ignored.
 * @param {string} value
 * @returns {string[]}
 */
export function splitFields(value) {
  return value
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '');
}

/**
 * Merge paths into a tree; undefined when they select the whole record.
 * @param {string[]} paths
 * @param {Pick<Manifest, 'bounds' | 'fields'>} manifest
 * @returns {Fields | undefined}
 */
export function parseFields(paths, { bounds, fields }) {
  if (paths.length > bounds.fieldPaths) {
    throw new HttpError(400, `fields has ${paths.length} paths; at most ${bounds.fieldPaths} are allowed.`);
  }
  /** @type {Tree} */
  const tree = new Map();
  for (const path of paths) {
    const names = path.split('.');
    if (names.length > bounds.fieldDepth) {
      const depth = `${names.length} names deep; at most ${bounds.fieldDepth} are allowed.`;
      throw new HttpError(400, `fields has the path ${quote(path)}, ${depth}`);
    }
    add(tree, names);
  }
  if (paths.length === 0 || paths.includes('*')) {
    return undefined;
  }
  const names = Object.keys(fields).filter((name) => tree.has(name));
  const inModelOrder = new Map(names.map((name) => [name, /** @type {true | Tree} */ (tree.get(name))]));
  const sorted = pathsOf(tree);
  const ignored = sorted.filter((path) => !isPossible(path.split('.'), fields));
  return { tree: inModelOrder, paths: sorted, canonical: sorted.join(','), ignored };
}

/**
 * Add a path. A path to an object covers the paths below it.
 * @param {Tree} tree
 * @param {string[]} names
 */
function add(tree, names) {
  let parent = tree;
  const last = names.length - 1;
  for (let depth = 0; depth < last; depth++) {
    const below = parent.get(names[depth]) ?? new Map();
    if (below === true) {
      return;
    }
    parent.set(names[depth], below);
    parent = below;
  }
  parent.set(names[last], true);
}

/**
 * Whether a record can have a path. A `*` in a path is not a wildcard, unlike a `*` in `FieldNames`.
 * @param {string[]} names
 * @param {FieldNames} members
 * @returns {boolean}
 */
function isPossible([name, ...below], members) {
  const inner = name === '*' ? undefined : (getOwn(members, name) ?? members['*']);
  return inner !== undefined && (below.length === 0 || isPossible(below, inner));
}

/**
 * @param {Tree} tree
 * @returns {string[]} the paths, sorted
 */
function pathsOf(tree) {
  return [...tree]
    .flatMap(([name, below]) => (below === true ? [name] : pathsOf(below).map((path) => `${name}.${path}`)))
    .sort();
}
