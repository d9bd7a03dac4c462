/** The pages on a host without the function, at its root or below a path. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { EVERY, settle, testPage, violations, visit } from '../visit.js';

const below = process.env.BELOW ?? '';

for (const page of ['', 'docs/', 'docs/quick-start.html', 'docs/map.html#hdi/JP']) {
  test(`/${page} loads no missing file`, async () => {
    await visit(`${below}/${page}`, async (tab) => {
      await settle();
      assert.deepEqual(await violations(tab), []);
    });
  });
}

test('the console opens with a file, and sends no parameter that needs the function', () =>
  visit(`${below}/docs/console.html`, async (page) => {
    await page.click('button.main');
    await page.waitForSelector('#answer .head b:has-text("200")');
    await page.waitForSelector('#served:has-text("/v1/rank/population.json without fields, limit.")');
    assert.match((await page.textContent('label:has([name=fields])')) ?? '', /Needs a function/);
    const call = (await page.textContent('[data-language=sh] code')) ?? '';
    assert.ok(call.endsWith("/v1/rank/population.json'"), call);
  }));

/** @type {[target: string, file: string][]} calls, and the files that answer them; no file if one needs the function */
const CALLS = JSON.parse(await readFile(new URL('calls.json', import.meta.url), 'utf8'));

for (const [target, file] of CALLS.filter((_, place) => EVERY || place % 4 === 0)) {
  test(`the console answers ${target} with ${file || 'a reason'}`, () =>
    visit(`${below}/docs/console.html#${target}`, async (page) => {
      await page.waitForSelector('#served:not([hidden])');
      const printed = (await page.textContent('#served')) ?? '';
      if (file === '') {
        assert.match(printed, /this call needs a function/);
        assert.equal(await page.isDisabled('button.main'), true);
      } else {
        assert.ok(printed.includes(`the file ${file}`), printed);
        await page.waitForSelector('#answer .head b:has-text("200")');
      }
    }));
}

testPage('requests of other pages open in the console', `${below}/docs/countries/pe.html`, async (page) => {
  await page.click('a:has-text("Open in console")');
  await page.waitForSelector('#answer code:has-text("Republic of Peru")');
});
