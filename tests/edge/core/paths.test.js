import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerPath, catalogPath, pagePath, recordPath, segmentKey } from '../../../edge/core/paths.js';
import { readJson } from './fixture.js';

/** @type {Record<string, (...values: any[]) => string>} */
const FUNCTIONS = { page: pagePath, record: recordPath, answer: answerPath, catalog: catalogPath };

test('paths are those of the vectors', () => {
  for (const [name, ...rest] of readJson('../../contract/core_vectors/paths.json').paths) {
    const path = rest.pop();
    assert.equal(FUNCTIONS[name](...rest), path);
  }
});

test('the key of a path can be read from it', () => {
  for (const key of ['guineabissau', 'ا', '𝒳/y', '日a', 'a~b', '~65~', '\u{10ffff}', '']) {
    assert.equal(segmentKey(answerPath('/{key}', key).slice(1, -'.json'.length)), key);
  }
});
