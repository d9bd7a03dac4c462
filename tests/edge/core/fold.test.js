import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold, withoutSpaces } from '../../../edge/core/fold.js';
import { readJson } from './fixture.js';

/** @type {[text: string, folded: string][]} */
const vectors = readJson('../../contract/core_vectors/fold.json').folds;

test('texts fold to the results of the vectors', () => {
  for (const [text, folded] of vectors) {
    assert.equal(fold(text), folded, `fold(${JSON.stringify(text)})`);
  }
});

test('folding a folded text changes nothing, for every character up to U+2FFFF', () => {
  for (let point = 0; point < 0x30000; point++) {
    if (point < 0xd800 || point > 0xdfff) {
      const character = String.fromCodePoint(point);
      for (const text of [character, `S${character}T`, `a ${character}st b`]) {
        const once = fold(text);
        assert.equal(fold(once), once, `U+${point.toString(16)} in ${JSON.stringify(text)}`);
      }
    }
  }
});

test('withoutSpaces removes every space', () => {
  assert.equal(withoutSpaces('washington dc now'), 'washingtondcnow');
  assert.equal(withoutSpaces('plain'), 'plain');
});
