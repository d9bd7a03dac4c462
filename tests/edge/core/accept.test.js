import assert from 'node:assert/strict';
import { test } from 'node:test';

import { prefersHtml } from '../../../edge/core/accept.js';
import { readJson } from './fixture.js';

// Values that common browsers and clients send, and examples of weights after RFC 9110.
for (const [accept, expected] of readJson('accept.json')) {
  test(`${accept || 'nothing'} ${expected ? 'prefers' : 'does not prefer'} HTML`, () => {
    assert.equal(prefersHtml(accept), expected);
  });
}

test('only the first kilobyte of the header is read', () => {
  assert.equal(prefersHtml(`${','.repeat(1000)}text/html`), true);
  assert.equal(prefersHtml(`${','.repeat(1024)}text/html`), false);
});
