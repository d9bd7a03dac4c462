/** Every route in the console: its form, its request and its calls to copy. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { leave, origin, part, visit, visitInTurn } from './visit.js';

after(leave);

const { paths } = await (await fetch(`${origin}/openapi.json`)).json();

test('the console offers exactly the routes of the OpenAPI description', async () => {
  await visit('/docs/console.html', async (page) => {
    const offered = await page.$$eval('[name=route] option', (all) => all.map((one) => one.getAttribute('value')));
    assert.deepEqual(offered.toSorted(), Object.keys(paths).toSorted());
  });
});

for (const path of part(Object.keys(paths))) {
  test(`the console answers ${path}, and shows the call`, async () => {
    await visitInTurn('/docs/console.html', async (page) => {
      await page.selectOption('[name=route]', path);
      await page.click('button.main');
      await page.waitForSelector('#answer[aria-busy=false] .head b');
      assert.match((await page.textContent('#answer .head b')) ?? '', /^200/);
      const target = (await page.textContent('#target')) ?? '';
      for (const [tab, beginning] of [
        ['curl', 'curl '],
        ['python', /^(import json\n)?from urllib/],
        ['javascript', 'const answer = await fetch('],
      ]) {
        await page.click(`#tab-${tab}`);
        const call = (await page.textContent('#call code')) ?? '';
        assert.ok(typeof beginning === 'string' ? call.startsWith(beginning) : beginning.test(call), call);
        assert.ok(call.includes(target), `${call} has not ${target}`);
      }
      if (path.includes('/get/')) {
        const width = await page.$eval('#answer img', (image) => /** @type {HTMLImageElement} */ (image).naturalWidth);
        assert.ok(width > 0, 'the image is drawn');
      } else {
        assert.ok(((await page.textContent('#answer code')) ?? '').length > 10);
      }
    });
  });
}
