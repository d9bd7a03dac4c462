/** Selects fields of a record. */

/** @import { Tree } from './types.js' */

// Without the setter that objects inherit, `__proto__` is a name like others.
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
  const selected = {};
  for (const [name, below] of tree) {
    const picked = pick(record[name], below);
    if (picked !== undefined) {
      selected[name] = picked;
    }
  }
  return selected;
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
    const kept = value.map((element) => pick(element, tree)).filter((element) => element !== undefined);
    return kept.length === 0 ? undefined : kept;
  }
  /** @type {Record<string, unknown> | undefined} */
  let kept;
  for (const name of Object.keys(value)) {
    const below = tree.get(name);
    const picked = below === undefined ? undefined : pick(value[name], below);
    if (picked !== undefined) {
      kept ??= /** @type {Record<string, unknown>} */ (new Selection());
      kept[name] = picked;
    }
  }
  return kept;
}
