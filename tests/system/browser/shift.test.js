/** No page moves while it loads on a phone, and without a script its heading is in the first screen. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { leave, origin, pages, part, visit } from './visit.js';

// Above 0.1, people notice it.
const MOST = 0.05;

after(leave);

for (const address of part([...(await pages()), '/docs/countries/ke.html', '/docs/figures/gdp.html'])) {
  test(`${address} does not move while it loads on a phone`, async () => {
    await visit(
      address,
      async (page) => {
        const shift = await page.evaluate(
          () =>
            new Promise((resolve) => {
              let sum = 0;
              new PerformanceObserver((list) => {
                for (const entry of list.getEntries()) {
                  sum += Reflect.get(entry, 'value');
                }
              }).observe({ type: 'layout-shift', buffered: true });
              setTimeout(() => resolve(sum), 300);
            }),
        );
        assert.ok(Number(shift) < MOST, `a layout shift of ${shift}`);
      },
      { width: 390 },
    );
  });

  test(`${address} ships its menu closed`, async () => {
    const html = await (await fetch(origin + address)).text();
    assert.doesNotMatch(html, /<details class="menu" open/);
  });
}
