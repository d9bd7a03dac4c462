/** Pages of every kind keep still while they load, at the widths of tablets and screens. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { layoutShift, leave, part, visit } from './visit.js';

const WIDTHS = [768, 1280, 1440];
// Above 0.1, people notice it.
const MOST_SHIFT = 0.05;
const KINDS = [
  '/',
  '/docs/',
  '/docs/quick-start.html',
  '/docs/reference.html',
  '/docs/route-rank.html',
  '/docs/costs.html',
  '/docs/table-history.html',
  '/docs/console.html',
  '/docs/countries.html',
  '/docs/flag-sheet.html',
  '/docs/charts.html',
  '/docs/compare.html#jp,de,br',
  '/docs/map.html',
  '/docs/changes.html',
  '/docs/figures/gdp.html',
  '/docs/countries/ke.html',
  '/docs/currencies.html',
  '/docs/currencies/eur.html',
];

after(leave);

for (const address of part(KINDS)) {
  test(`${address} keeps still at ${WIDTHS.join(', ')}`, async () => {
    for (const width of WIDTHS) {
      await visit(
        address,
        async (page) => {
          await page.waitForLoadState('networkidle');
          const shift = await page.evaluate(layoutShift);
          assert.ok(shift < MOST_SHIFT, `a layout shift of ${shift} at ${width}`);
        },
        { width },
      );
    }
  });
}
