import assert from 'node:assert/strict';
import { test } from 'node:test';

import { takeBuffer } from '../../../edge/adapters/buffer_pool.js';

test('the pool returns a buffer again only after its release', () => {
  const releases = /** @type {(() => void)[]} */ ([]);
  const first = takeBuffer(100_000, (release) => releases.push(release));
  const second = takeBuffer(100_000, (release) => releases.push(release));
  assert.ok(first.length >= 100_000);
  assert.notEqual(first, second);
  releases[0]();
  assert.equal(
    takeBuffer(120_000, () => {}),
    first,
  );
  assert.notEqual(
    takeBuffer(120_000, () => {}),
    second,
  );
});

test('a released buffer does not serve a larger size', () => {
  takeBuffer(20_000, (release) => release());
  assert.ok(takeBuffer(300_000, () => {}).length >= 300_000);
});

test('the pool does not keep buffers below 16 KiB or above 1 MiB', () => {
  for (const length of [0, 2, 16_383, 1_048_577]) {
    let isPooled = false;
    const buffer = takeBuffer(length, () => (isPooled = true));
    assert.equal(buffer.length, length);
    assert.equal(isPooled, false);
  }
});

test('the pool keeps at most sixteen buffers of a size', () => {
  const releases = /** @type {(() => void)[]} */ ([]);
  const taken = new Set(Array.from({ length: 40 }, () => takeBuffer(600_000, (release) => releases.push(release))));
  assert.equal(taken.size, 40);
  releases.forEach((release) => release());
  const again = Array.from({ length: 40 }, () => takeBuffer(600_000, () => {}));
  assert.equal(again.filter((buffer) => taken.has(buffer)).length, 16);
});
