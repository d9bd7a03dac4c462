/** Selects fields of a record. */

/** @import { Tree } from './types.js' */

// Objects of this class do not inherit the setter of `__proto__`, so `__proto__` is a name like any other.
class Selection {}
Object.setPrototypeOf(Selection.prototype, null);

/**
 * Select fields of a record.
 * @param {Record<string, unknown>} record
 * @param {Tree} tree of fields of the record model, in its order
 * @returns {object} without members if the record has none of the fields
 */
export function project(record, tree) {
  /** @type {Record<string, unknown>} */
  const selection = {};
  for (const [name, below] of tree) {
    const value = pick(record[name], below);
    if (value !== undefined) {
      selection[name] = value;
    }
  }
  return selection;
}

/**
 * Select from a value. Null stays null, and a path through an array selects from each element.
 * @param {any} value
 * @param {true | Tree} tree
 * @returns {unknown} undefined if nothing is selected
 */
function pick(value, tree) {
  if (tree === true || value === null) {
    return value;
  }
  if (typeof value !== 'object') {
    return undefined;
  }
  if (Array.isArray(value)) {
    const elements = value.map((element) => pick(element, tree)).filter((element) => element !== undefined);
    return elements.length === 0 ? undefined : elements;
  }
  /** @type {Record<string, unknown> | undefined} */
  let selection;
  for (const name of Object.keys(value)) {
    const below = tree.get(name);
    const member = below === undefined ? undefined : pick(value[name], below);
    if (member !== undefined) {
      selection ??= /** @type {Record<string, unknown>} */ (new Selection());
      selection[name] = member;
    }
  }
  return selection;
}
