import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogPath, objectPath, pagePath, recordPath } from '../../templates/edge/core/address.js';
import { readJson } from './fixture.js';

/** @type {Record<string, (...values: any[]) => string>} */
const FUNCTIONS = { page: pagePath, record: recordPath, object: objectPath, catalog: catalogPath };

test('paths are spelled as the vectors say', () => {
  for (const [name, ...rest] of readJson('../requests/address.json').paths) {
    const path = rest.pop();
    assert.equal(FUNCTIONS[name](...rest), path);
  }
});
