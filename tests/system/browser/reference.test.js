/** The reference in a browser: the chosen language, editable requests, the filter; and the slider of costs. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { leave, origin, visit } from './visit.js';

after(leave);

test('a language is chosen for all samples by pointer or key, and kept on the next page', async () => {
  await visit('/docs/route-region.html', async (page) => {
    const shown = () => page.textContent('.samples [role=tabpanel]:not([hidden]) code');
    assert.match(String(await shown()), /^curl /);
    await page.click('.samples [role=tab]:has-text("Python")');
    assert.match(String(await shown()), /urlopen/);
    await page.keyboard.press('ArrowRight');
    assert.match(String(await shown()), /import type/);
    await page.goto(`${origin}/docs/route-rank.html`);
    await page.waitForSelector('.samples [role=tab][aria-selected=true]:has-text("TypeScript")');
    assert.match(String(await shown()), /import type/);
  });
});

test('a request is edited and sent in place, and an error is shown as one', async () => {
  await visit(
    '/docs/route-name.html',
    async (page) => {
      const first = page.locator('.exchange').first();
      await first.locator('input').fill('/v1/name/peru?fields=capital');
      await first.locator('button:has-text("Run")').click();
      await first.locator('code:has-text("Lima")').waitFor();
      await first.locator('input').fill('/v1/name/peru?limit=0');
      await first.locator('input').press('Enter');
      await first.locator('.head .bad:has-text("400")').waitFor();
      await page.goto(`${origin}/docs/route-flags.html`);
      await page.click('button:has-text("Run")');
      await page.waitForSelector('.exchange img');
    },
    { expected: [400] },
  );
});

test('the list of pages is scrolled to the current page', async () => {
  await visit('/docs/hosting-node.html', async (page) => {
    const [list, current] = await page.evaluate(() =>
      ['.side', '.side [aria-current]'].map((selector) => {
        const box = document.querySelector(selector)?.getBoundingClientRect();
        return [box?.top ?? 0, box?.bottom ?? 0];
      }),
    );
    assert.ok(current[0] >= list[0] && current[1] <= list[1], `${current} in ${list}`);
  });
});

test('the routes are filtered by what is typed', async () => {
  await visit('/docs/reference.html', async (page) => {
    const shown = () => page.locator('tbody tr:visible').allTextContents();
    assert.ok((await shown())[0].includes('/v1/alpha/{codes}'), 'the most used route is the first');
    await page.fill('[name=route]', 'currency');
    assert.deepEqual(await page.locator('td:first-child:visible').allTextContents(), ['GET /v1/currency/{currency}']);
    assert.equal(await page.isVisible('h2:has-text("Lists")'), false);
    assert.match((await page.textContent('.controls')) ?? '', /1 of \d+ routes/);
  });
});

test('the code of a route stands beside its parameters', async () => {
  await visit(
    '/docs/route-rank.html',
    async (page) => {
      assert.equal(await page.textContent('h1'), 'GET /v1/rank/{metric}');
      const [code, parameters] = await Promise.all(
        ['.samples', '#parameters'].map((one) => page.locator(one).boundingBox()),
      );
      assert.ok(code && parameters && code.x > parameters.x + parameters.width);
      assert.ok((await page.locator('.samples .s').count()) > 0, 'strings are coloured');
    },
    { width: 1440 },
  );
});

