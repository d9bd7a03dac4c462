/** Pages of every kind keep still while they load, at the widths of tablets and screens. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { EVERY, KINDS, layoutShift, leave, part, settle, visit } from './visit.js';

// That of a phone is measured with the rest of each page.
const WIDTHS = EVERY ? [768, 1024, 1280, 1440] : [1024];
// Above 0.1, people notice it.
const MOST_SHIFT = 0.05;
after(leave);

// The page of comparisons is drawn when its address names countries.
for (const address of part(KINDS.map((kind) => (kind.endsWith('/compare.html') ? `${kind}#jp,de,br` : kind)))) {
  test(`${address} keeps still at ${WIDTHS.join(', ')}`, async () => {
    for (const width of WIDTHS) {
      await visit(
        address,
        async (page) => {
          await settle();
          const shift = await page.evaluate(layoutShift);
          assert.ok(shift < MOST_SHIFT, `a layout shift of ${shift} at ${width}`);
        },
        { width },
      );
    }
  });
}
