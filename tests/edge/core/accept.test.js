import assert from 'node:assert/strict';
import { test } from 'node:test';

import { prefersHtml } from '../../../edge/core/accept.js';

// Values that common browsers and clients send, and examples of weights after RFC 9110.
for (const [accept, wanted] of /** @type {[string, boolean][]} */ ([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8', true],
  ['text/html', true],
  ['TEXT/HTML; charset=utf-8', true],
  ['text/*', true],
  ['text/*, */*', false],
  ['text/*, */*;q=0.5', true],
  ['text/html, application/*', true],
  ['text/html, */*', true],
  ['text/html, application/json;q=0.9', true],
  ['application/json;q=0.5, text/html;q=0.6', true],
  ['application/json, text/html', false],
  ['application/json, text/html;q=0.9', false],
  ['text/html;q=0.1, */*', false],
  ['text/html;q=0', false],
  ['text/html; Q=0.000, text/*', false],
  ['application/json', false],
  ['application/*, text/*', false],
  ['*/*', false],
  ['', false],
  ['text/htmlx', false],
  ['nonsense;q=2,,;', false],
])) {
  test(`${accept || 'nothing'} ${wanted ? 'prefers' : 'does not prefer'} HTML`, () => {
    assert.equal(prefersHtml(accept), wanted);
  });
}

test('only the first kilobyte of the header is read', () => {
  assert.equal(prefersHtml(`${','.repeat(1000)}text/html`), true);
  assert.equal(prefersHtml(`${','.repeat(1024)}text/html`), false);
});
