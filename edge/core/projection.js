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
      if (picked !== '') {
        members.push(start + picked);
      }
    }
  }
  return `{${members.join(',')}}`;
}

/**
 * Encode what is selected of a value. Null stays null, and a path through an array selects from each element.
 * @param {any} value
 * @param {true | Tree} tree
 * @returns {string} empty if nothing is selected
 */
function pick(value, tree) {
  if (tree === true || value === null) {
    return JSON.stringify(value);
  }
  if (typeof value !== 'object') {
    return '';
  }
  const kept = [];
  if (Array.isArray(value)) {
    for (const element of value) {
      const picked = pick(element, tree);
      if (picked !== '') {
        kept.push(picked);
      }
    }
    return kept.length === 0 ? '' : `[${kept.join(',')}]`;
  }
  for (const name of Object.keys(value)) {
    const below = tree.get(name);
    const picked = below === undefined ? '' : pick(value[name], below);
    if (picked !== '') {
      kept.push(`${JSON.stringify(name)}:${picked}`);
    }
  }
  return kept.length === 0 ? '' : `{${kept.join(',')}}`;
}
