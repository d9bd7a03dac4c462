/** What people come for is at most three clicks from the landing page. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { origin, testPage } from './visit.js';

const MOST_CLICKS = 3;
/** @type {{ errand: string, target: string, contains?: string }[]} what people want, and where they have it */
const ERRANDS = JSON.parse(await readFile(new URL('errands.json', import.meta.url), 'utf8'));

/**
 * @param {string} page
 * @returns {Promise<string[]>} paths of the links on a page
 */
async function linksOf(page) {
  const html = /(?:\/|\.html)$/.test(page) ? await (await fetch(origin + page)).text() : '';
  return [...html.matchAll(/<a [^>]*href="([^"#]+)/g)]
    .map((match) => new URL(match[1], origin + page))
    .filter((url) => url.origin === origin)
    .map((url) => url.pathname);
}

/** @type {Map<string, number>} clicks to each address, until the map has all that people want */
const clicks = new Map([['/', 0]]);
const targets = ERRANDS.map(({ target }) => target);
for (const [page, number] of clicks) {
  if (targets.every((target) => clicks.has(target))) {
    break;
  }
  // A map yields what is added while it is read.
  for (const found of number < MOST_CLICKS ? await linksOf(page) : []) {
    if (!clicks.has(found)) {
      clicks.set(found, number + 1);
    }
  }
}

for (const { errand, target, contains = '' } of ERRANDS) {
  test(`${errand}: ${target}`, async (context) => {
    assert.ok(clicks.has(target), `more than ${MOST_CLICKS} clicks`);
    const answer = await fetch(origin + target);
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), new RegExp(contains));
    context.diagnostic(`${clicks.get(target)} clicks`);
  });
}

testPage('changes are asked for by field and day, kept in the address', '/docs/changes.html', async (page) => {
  // What is open from the start is whole, and what is opened becomes so.
  await page.evaluate(() => document.querySelectorAll('.field').forEach((one) => one.setAttribute('open', '')));
  await page.waitForFunction(() => !document.querySelector('.rest'));
  const counted = await page.$$eval('.day .field', (all) =>
    all.map((one) => [one.querySelectorAll('li[id]').length, one.querySelector('small')?.textContent]),
  );
  assert.ok(counted.length > 0);
  assert.deepEqual(counted.filter(([shown, total]) => Number.parseInt(String(total).replace(',', '')) !== shown), []);
  await page.selectOption('[name=field]', 'Population');
  await page.waitForSelector('#count:has-text("Changes: ")');
  const day = (await page.getAttribute('details.field:not([hidden])', 'data-day')) ?? '';
  await page.fill('[name=since]', day);
  await page.waitForSelector('#count:has-text("Changes: ")');
  const shown = await page.textContent('#count');
  assert.match(shown ?? '', /^Changes: [1-9]/);
  const address = page.url();
  await page.goto('about:blank');
  await page.goto(address);
  await page.waitForSelector(`#count:text-is("${shown}")`);
  assert.equal(await page.inputValue('[name=since]'), day);
  await page.fill('[name=since]', '2999-01-01');
  await page.waitForSelector('#count:text-is("Nothing has changed since 2999-01-01")');
});

testPage('the code of a region gets all its countries', '/docs/regions/africa.html', async (page) => {
  await page.click('.exchange a:has-text("Open in console")');
  await page.waitForSelector('#answer .head:has-text("X-Total-Count: 59")');
  const code = (await page.textContent('#calls [data-language=js] code')) ?? '';
  assert.match(code, /rel="next"/);
});
