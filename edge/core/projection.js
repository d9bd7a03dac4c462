/**
 * Projection of encoded records. The text of a whole field is joined as it is. A field that a path enters is decoded,
 * once, and what the paths select is encoded again. JSON.stringify makes the same text of every field of the dataset,
 * which tests/contract/test_projection.py verifies.
 */

/** @import { OpenRecord, Tree } from './types.js' */

/**
 * Make the fields of a record findable by name.
 * @param {string[]} texts
 * @returns {OpenRecord}
 */
export function openRecord(texts) {
  return new Map(texts.map((text) => [text.slice(1, text.indexOf('"', 1)), { text, value: undefined }]));
}

/**
 * Join the selected fields of a record.
 * @param {OpenRecord} record
 * @param {Tree} tree with names in the order of the record
 * @returns {string} an encoded object, `{}` if the record has none of the fields
 */
export function project(record, tree) {
  const members = [];
  for (const [name, below] of tree) {
    const field = record.get(name);
    if (field !== undefined && below === true) {
      members.push(field.text);
    } else if (field !== undefined) {
      const start = `"${name}":`;
      field.value ??= JSON.parse(field.text.slice(start.length));
      const picked = pick(field.value, /** @type {Tree} */ (below));
      if (picked !== undefined) {
        members.push(start + JSON.stringify(picked));
      }
    }
  }
  return `{${members.join(',')}}`;
}

// Without the setter that objects inherit, `__proto__` is a name like others.
class Selection {}
Object.setPrototypeOf(Selection.prototype, null);

/**
 * Select from a value. Null stays null, and a path through an array selects from each element.
 * @param {any} value
 * @param {true | Tree} tree
 * @returns {any} undefined if nothing is selected
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
