import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerPath, catalogPath, pagePath } from '../../../edge/core/paths.js';
import { readJson } from './fixture.js';

/** @type {Record<string, (...values: any[]) => string>} */
const FUNCTIONS = { page: pagePath, answer: answerPath, catalog: catalogPath };

test('paths are those of the vectors', () => {
  for (const [name, ...rest] of readJson('../../contract/core_vectors/paths.json').paths) {
    const path = rest.pop();
    assert.equal(FUNCTIONS[name](...rest), path);
  }
});
