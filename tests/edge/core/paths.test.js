import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerPath, catalogFile, windowFile } from '../../../edge/core/paths.js';
import { readJson } from './fixture.js';

const CATALOG_LENGTH = 1000;

/** @type {Record<string, (...values: any[]) => string | undefined>} */
const FUNCTIONS = {
  page: (folder, limit, offset, length) => windowFile(folder, length, { limit, offset }, [limit]),
  answer: answerPath,
  catalog: (name, limit, offset) => catalogFile(name, CATALOG_LENGTH, { limit, offset }, [limit]),
};

test('paths are those of the vectors', () => {
  for (const [name, ...rest] of readJson('../../contract/core_vectors/paths.json').paths) {
    const path = rest.pop();
    assert.equal(FUNCTIONS[name](...rest), path);
  }
});
