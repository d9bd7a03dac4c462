/** The reference in a browser: the chosen language, and editable requests. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { origin, testPage, visit } from './visit.js';

testPage('a language is chosen for all samples, and kept on the next page', '/docs/route-region.html', async (page) => {
  const shown = async () => {
    const codes = await page.$$eval('.samples [open] code', (all) => all.map((one) => one.textContent));
    assert.equal(codes.length, 1);
    return codes[0];
  };
  assert.match(String(await shown()), /^curl /);
  await page.click('.samples summary:has-text("Python")');
  assert.match(String(await shown()), /urlopen/);
  await page.focus('.samples summary:has-text("TypeScript")');
  await page.keyboard.press('Enter');
  assert.match(String(await shown()), /import type/);
  await page.goto(`${origin}/docs/route-rank.html`);
  await page.waitForSelector('.samples [open] summary:has-text("TypeScript")');
  assert.match(String(await shown()), /import type/);
});

testPage('the list of pages is scrolled to the current page', '/docs/hosting-node.html', async (page) => {
  const [list, current] = await page.evaluate(() =>
    ['.side', '.side [aria-current]'].map((selector) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      return [box?.top ?? 0, box?.bottom ?? 0];
    }),
  );
  assert.ok(current[0] >= list[0] && current[1] <= list[1], `${current} in ${list}`);
});

testPage('the code of a route stands beside its parameters', '/docs/route-rank.html', async (page) => {
  assert.equal(await page.textContent('h1'), 'GET /v1/rank/{metric}');
  const [code, parameters] = await Promise.all(
    ['.samples', '#parameters'].map((one) => page.locator(one).boundingBox()),
  );
  assert.ok(code && parameters && code.x > parameters.x + parameters.width);
  assert.ok((await page.locator('.samples .s').count()) > 0, 'strings are coloured');
}, { width: 1440 });

test('code breaks between the parts of addresses, and inside no word', async () => {
  for (const name of ['reference', 'route-capital', 'static', 'countries/jp', 'subregions']) {
    await visit(`/docs/${name}.html`, async (page) => {
      const broken = await page.$$eval('code', (all) => all.flatMap((code) => {
        const range = document.createRange();
        const text = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
        const lineOf = (/** @type {number} */ at) => {
          range.setStart(text.currentNode, at);
          range.setEnd(text.currentNode, at + 1);
          return range.getBoundingClientRect().top;
        };
        const words = [];
        while (text.nextNode()) {
          for (const { 0: word, index } of (text.currentNode.textContent ?? '').matchAll(/[a-z]{4,20}/g)) {
            words.push(...(lineOf(index) === lineOf(index + word.length - 1) ? [] : [word]));
          }
        }
        return words;
      }));
      assert.deepEqual(broken, [], name);
    }, { width: 390 });
  }
});
