/** Every route in the console: its form, its request and its calls to copy. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { origin, testPage, visit } from './visit.js';

/** @import { Page } from 'playwright-core' */

const { paths } = await (await fetch(`${origin}/openapi.json`)).json();

testPage('the console offers exactly the routes of the OpenAPI description', '/docs/console.html', async (page) => {
  const offered = await page.$$eval('[name=route] option', (all) => all.map((one) => one.getAttribute('value')));
  assert.deepEqual(offered.toSorted(), Object.keys(paths).toSorted());
});

test('the console answers every route, and shows the call', async (t) => {
  await visit('/docs/console.html', async (page) => {
    await page.waitForSelector('#fields label');
    for (const path of Object.keys(paths)) {
      await t.test(path, () => ask(page, path));
    }
  });
});

/**
 * Send the example of a route from an open console, and check what it shows.
 * @param {Page} page
 * @param {string} path
 */
async function ask(page, path) {
  await page.selectOption('[name=route]', path);
  const target = await page.inputValue('#target');
  // The answer to the route before is still there.
  const sent = page.waitForRequest((request) => request.url().endsWith(target));
  await page.click('button.main');
  await sent;
  await page.waitForSelector('#answer[aria-busy=false] .head b');
  assert.match((await page.textContent('#answer .head b')) ?? '', /^200/);
  for (const [language, beginning] of /** @type {const} */ ([
    ['sh', /^curl /],
    ['js', /const response = await fetch\(/],
    ['python', /^(import \w+\n)*from urllib/],
    ['ts', /^(import type \{ .+ \} from '.\/countries.js';\n\n)?const (response|countries)\b/],
  ])) {
    const call = (await page.textContent(`#calls [data-language=${language}] code`)) ?? '';
    assert.match(call, beginning);
    assert.ok(call.includes(target), `${call} has not ${target}`);
  }
  if (path.includes('/get/')) {
    const image = page.locator('#answer img');
    assert.ok(await image.evaluate(drawn), 'the image is drawn');
  } else {
    assert.ok(((await page.textContent('#answer code')) ?? '').length > 10);
  }
}

/**
 * Wait for an image, and say whether it has any pixels.
 * @param {Element} image
 * @returns {Promise<boolean>}
 */
async function drawn(image) {
  await /** @type {HTMLImageElement} */ (image).decode();
  return /** @type {HTMLImageElement} */ (image).naturalWidth > 0;
}
