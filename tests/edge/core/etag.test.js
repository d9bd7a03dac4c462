import assert from 'node:assert/strict';
import { test } from 'node:test';

import { entityTag, matchesTag } from '../../../edge/core/etag.js';

const TAG_KEY = Int32Array.from([1, 2, 3, 4]);
const SITE = { digests: Int32Array.from([11, 12, 21, 22, 31, 32]), tagKey: TAG_KEY };
const CHANGED = Int32Array.from([11, 12, 21, 0, 31, 32]);

// The tag of an answer. Each answer below differs from this one in one part. A Link header depends on the total.
const FIRST = entityTag(SITE, [0, 1], 2, '*');

for (const [part, tag] of [
  ['a greater total', entityTag(SITE, [0, 1], 3, '*')],
  ['another record', entityTag(SITE, [0, 2], 2, '*')],
  ['another order', entityTag(SITE, [1, 0], 2, '*')],
  ['one record less', entityTag(SITE, [0], 2, '*')],
  ['other fields', entityTag(SITE, [0, 1], 2, 'area')],
  ['other fields of the same length', entityTag(SITE, [0, 1], 2, '+')],
  ['another program', entityTag({ ...SITE, tagKey: Int32Array.from([1, 2, 3, 5]) }, [0, 1], 2, '*')],
  ['another content of a record', entityTag({ ...SITE, digests: CHANGED }, [0, 1], 2, '*')],
]) {
  test(`an answer that differs by ${part} has another tag`, () => {
    assert.notEqual(tag, FIRST);
  });
}

test('the same parts have the same tag, which is quoted', () => {
  assert.equal(entityTag(SITE, [0, 1], 2, '*'), FIRST);
  assert.match(FIRST, /^"[0-9a-f]{16}"$/);
});

test('If-None-Match matches a tag alone, in a list, as a weak tag, or by an asterisk outside of quotes', () => {
  for (const header of [FIRST, `"x", W/${FIRST}`, '*', '"a*", *']) {
    assert.ok(matchesTag(header, FIRST), header);
  }
  for (const header of ['', '"x"', '"*"', '"a,*,b"']) {
    assert.ok(!matchesTag(header, FIRST), header);
  }
});
