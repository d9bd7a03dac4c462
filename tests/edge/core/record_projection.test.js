import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFields, splitFields } from '../../../edge/core/fields_parser.js';
import { project } from '../../../edge/core/record_projection.js';
import { ask, jsonOf, readJson, site } from './fixture.js';

/** @type {{record: Record<string, unknown>, cases: [fields: string, projected: string][]}} */
const { record, cases } = readJson('../../contract/core_vectors/projection.json');
const { manifest } = site;
const { bounds } = manifest;
const modelOfVectors = { bounds, fields: Object.fromEntries(Object.keys(record).map((name) => [name, {}])) };

test('fields select the results of the vectors, also in reverse order', () => {
  for (const [value, projected] of cases) {
    const paths = splitFields(value);
    for (const asked of [paths, [...paths].reverse()]) {
      const fields = parseFields(asked, modelOfVectors);
      assert.equal(fields === undefined ? '*' : JSON.stringify(project(record, fields.tree)), projected, value);
    }
  }
});

test('a record is the same after its projection', () => {
  const before = JSON.stringify(record);
  const fields = parseFields(['holidays.items.name', 'enrichment.economics'], manifest);
  const selected = project(record, fields?.tree ?? new Map());
  assert.deepEqual(Object.keys(selected), ['enrichment', 'holidays']);
  assert.equal(JSON.stringify(record), before);
});

test('a path below an empty value or a text selects nothing, and below null selects null', () => {
  const odd = { none: [], void: {}, text: 'null', null: null, last: 1 };
  const paths = ['none.a', 'void.a', 'text.a', 'text.0', 'null.a', 'last'];
  const fields = parseFields(paths, { bounds, fields: { none: {}, void: {}, text: {}, null: {}, last: {} } });
  assert.deepEqual(project(odd, fields?.tree ?? new Map()), { null: null, last: 1 });
});

test('at most 64 paths of at most 8 names are accepted; blank paths do not count', () => {
  const names = Array.from({ length: 64 }, (_, number) => `f${number}`);
  assert.equal(ask(`/v1?fields=${names.join(',')},,`).status, 200);
  assert.deepEqual(jsonOf(ask(`/v1?fields=${names.join(',')},more`)), {
    message: 'fields has 65 paths; at most 64 are allowed.',
    status: 400,
  });
  assert.equal(ask('/v1?fields=a.b.c.d.e.f.g.h').status, 200);
  const deep = ask('/v1?fields=cca2,a.b.c.d.e.f.g.h.i');
  assert.deepEqual(jsonOf(deep), {
    message: 'fields has the path "a.b.c.d.e.f.g.h.i", 9 names deep; at most 8 are allowed.',
    status: 400,
  });
});
