import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lend } from '../../../edge/adapters/memory.js';

test('memory is lent again only once it has been given back', () => {
  const returns = /** @type {(() => void)[]} */ ([]);
  const first = lend(100_000, (giveBack) => returns.push(giveBack));
  const second = lend(100_000, (giveBack) => returns.push(giveBack));
  assert.ok(first.length >= 100_000);
  assert.notEqual(first, second);
  returns[0]();
  assert.equal(
    lend(120_000, () => {}),
    first,
  );
  assert.notEqual(
    lend(120_000, () => {}),
    second,
  );
});

test('memory of another size stays where it is', () => {
  lend(20_000, (giveBack) => giveBack());
  assert.ok(lend(300_000, () => {}).length >= 300_000);
});

test('what is small or beyond a page is never lent again', () => {
  for (const length of [0, 2, 16_383, 1_048_577]) {
    let asked = false;
    const memory = lend(length, () => (asked = true));
    assert.equal(memory.length, length);
    assert.equal(asked, false);
  }
});

test('no more is kept than sixteen bodies under way need', () => {
  const returns = /** @type {(() => void)[]} */ ([]);
  const lent = new Set(Array.from({ length: 40 }, () => lend(600_000, (giveBack) => returns.push(giveBack))));
  assert.equal(lent.size, 40);
  returns.forEach((giveBack) => giveBack());
  const again = Array.from({ length: 40 }, () => lend(600_000, () => {}));
  assert.equal(again.filter((memory) => lent.has(memory)).length, 16);
});
