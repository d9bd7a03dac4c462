/** The pages of countries in a browser, with and without JavaScript. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { leave, origin, violations, visit } from './visit.js';

after(leave);

// A large country, one without neighbours, one with a corrected currency, one without inhabitants, one without a code.
for (const code of ['ru', 'jp', 'bg', 'bv', 'xk']) {
  for (const [theme, width] of /** @type {const} */ ([
    ['light', 1280],
    ['dark', 360],
  ])) {
    test(`the page of ${code} is accessible and no wider than the screen, ${theme}, ${width} wide`, async () => {
      await visit(
        `/docs/countries/${code}.html`,
        async (page) => {
          assert.deepEqual(await violations(page), []);
          const [whole, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
          assert.ok(whole <= screen, `${whole} wide on a screen of ${screen}`);
        },
        { theme, width },
      );
    });
  }
}

test('a figure has its source, its year and its rank, and a correction has its reason', async () => {
  await visit('/docs/countries/jp.html', async (page) => {
    const hdi = (await page.textContent('#enrichment-development-hdi')) ?? '';
    const [{ enrichment }] = await (await fetch(`${origin}/v1/alpha/jp`)).json();
    assert.ok(hdi.includes(String(enrichment.development.hdi)), hdi);
    assert.match(hdi, /Human Development Report/);
    assert.match(hdi, /20\d\d/);
    assert.match(hdi, /rank \d+ of \d+/);
    assert.match((await page.textContent('main')) ?? '', /No land border is on record/);
    await page.goto(`${origin}/docs/countries/bg.html`);
    assert.match((await page.textContent('#currencies')) ?? '', /The euro replaced the lev/);
  });
});

test('neighbours are links, the call can be copied, and the holidays are those of the record', async () => {
  await visit('/docs/countries/ke.html', async (page) => {
    await page.click('.request .copy >> nth=0');
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${origin}/v1/alpha/ke`);
    const [{ holidays }] = await (await fetch(`${origin}/v1/alpha/ke?fields=holidays`)).json();
    const shown = await page.$$eval('#holidays + div tbody td.date', (all) => all.map((one) => one.textContent));
    assert.deepEqual(
      shown,
      holidays.items.map((/** @type {{date: string}} */ day) => day.date),
    );
    await page.click('.neighbours a:has-text("Uganda")');
    await page.waitForURL(/countries\/ug\.html$/);
    assert.equal(await page.textContent('h1'), 'Uganda');
  });
});
