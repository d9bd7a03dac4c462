import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFields, splitFields } from '../../../edge/core/fields_parameter.js';
import { project } from '../../../edge/core/projection.js';
import { ask, header, jsonOf, readJson, site } from './fixture.js';

/** @type {{record: Record<string, unknown>, cases: [fields: string, projected: string][]}} */
const { record, cases } = readJson('../../contract/core_vectors/projection.json');
const { manifest } = site;
const { bounds } = manifest;
const ofVectors = { bounds, fields: Object.fromEntries(Object.keys(record).map((name) => [name, {}])) };

test('fields in any order select the results of the vectors', () => {
  for (const [value, projected] of cases) {
    const paths = splitFields(value);
    for (const asked of [paths, [...paths].reverse()]) {
      const fields = parseFields(asked, ofVectors);
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

test('unknown fields return an empty object for each record', () => {
  assert.deepEqual(jsonOf(ask('/v1?fields=nothing,at.all')), [{}, {}, {}, {}, {}]);
});

test('X-Ignored-Fields names the paths that no record can have, percent-encoded, and cut at 256 bytes', () => {
  /** @param {string} fields */
  const ignored = (fields, path = '/v1') => header(ask(`${path}?fields=${fields}`), 'X-Ignored-Fields');
  assert.equal(ignored('foo,cca2,NAME'), 'NAME,foo');
  assert.equal(ignored('foo.bar,name.Common,foo.bar'), 'foo.bar,name.Common');
  const impossible = 'borders.0,cca2.x,flags.foo,name.native.deu.x';
  assert.equal(ignored(`${impossible},name.native.x.common`), impossible);
  for (const none of ['', '*', 'cca2', 'languages.any', 'currencies.any.name', 'holidays.items.date', 'foo,*']) {
    assert.equal(ignored(none), undefined, none);
  }
  assert.equal(ignored('%C3%A9,%01%0D%0Ax,a b'), '%01%0D%0Ax,a%20b,%C3%A9');
  assert.equal(ignored('x'.repeat(300)), 'x'.repeat(256));
  assert.equal(ignored(`x${'é'.repeat(100)}`), `x${'%C3%A9'.repeat(42)}`);
  for (const path of ['/v1/random', '/v1/alpha/de', '/v1/region/africa', '/v1/name/germany', '/v1/rank/gdp']) {
    assert.equal(ignored('foo', path), 'foo', path);
  }
  assert.equal(header(ask('/v1/current?fields=foo', { country: 'DE' }), 'X-Ignored-Fields'), 'foo');
  assert.equal(header(ask('/v1?page=randomized&fields=foo'), 'X-Ignored-Fields'), 'foo');
});

test('at most 64 paths of at most 8 names are accepted; blank ones do not count', () => {
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
