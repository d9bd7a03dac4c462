/** The console in a browser. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { origin, testPage, violations, visit } from './visit.js';

/**
 * Visit the console, and wait until its script has read the address.
 * @type {typeof visit}
 */
const visitConsole = (hash, act, options) =>
  visit(`/docs/console.html${hash}`, async (page) => {
    await page.waitForFunction(() => {
      const target = /** @type {HTMLInputElement | null} */ (document.querySelector('#target'));
      return target?.value;
    });
    await act(page);
  }, options);

/** @type {typeof testPage} */
const testConsole = (title, hash, act) => test(title, () => visitConsole(hash, act));

test('the console reads its address, and copies the call', () =>
  visitConsole('#/v1/name/new%20zealand?fields=name.common&limit=2', async (page) => {
    assert.equal(await page.inputValue('[name=name]'), 'new zealand');
    assert.equal(await page.inputValue('[name=limit]'), '2');
    await page.click('[data-language=sh] .copy');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, `curl '${origin}/v1/name/new%20zealand?fields=name.common&limit=2'`);
  }));

testPage('an example answer on a page links to the console', '/docs/rankings.html', async (page) => {
  await page.click('.exchange a:has-text("Open in console")');
  await page.waitForSelector('#console');
  assert.equal(await page.inputValue('[name=route]'), '/v1/rank/{metric}');
  await page.waitForSelector('#answer[aria-busy=false] pre');
  await page.fill('[name=limit]', '1');
  await page.press('[name=limit]', 'Enter');
  await page.waitForSelector('#answer .pages a[href*="limit=1"]');
});

test('the console reads an address as the service does, and keeps invalid values', async () => {
  await visitConsole('#/v1/rank/GDP?order=ASC', async (page) => {
    await page.waitForSelector('#answer .head:has-text("x-rank-order: asc")');
    assert.equal(await page.inputValue('[name=metric]'), 'gdp');
    assert.equal(await page.inputValue('[name=order]'), 'asc');
  });
  for (const target of ['/v1/region/europe?limit=%20%20', '/v1/rank/height?order=up']) {
    await visitConsole(`#${target}`, async (page) => {
      assert.equal(await page.inputValue('#target'), target);
    }, { expected: [400] });
  }
  await visitConsole('#/v1/name/%zz', async (page) => {
    assert.equal(await page.inputValue('#target'), '/v1/name/%25zz');
    assert.equal(await page.inputValue('[name=name]'), '%zz');
  }, { expected: [404] });
});

testConsole('the console shows bounds and suggests values', '#/v1/currency/EUR', async (page) => {
  assert.match((await page.textContent('label:has([name=limit])')) ?? '', /1 to 25; default 5/);
  const offered = await page.$$eval('[name=currency] + datalist option', (all) =>
    all.map((one) => [one.getAttribute('value'), one.textContent]),
  );
  assert.ok(offered.some(([code, name]) => code === 'CHF' && name === 'Swiss franc'));
  for (const [path, value] of [
    ['/v1/region/{region}', 'Oceania'],
    ['/v1/subregion/{subregion}', 'Western Europe'],
    ['/v1/lang/{lang}', 'Swahili'],
    ['/v1/countries/continent/{continent}', 'Asia'],
  ]) {
    await page.selectOption('[name=route]', path);
    assert.equal(await page.locator(`#fields datalist option[value="${value}"]`).count(), 1, value);
  }
});

testConsole('an answer has one style on all pages', '#/v1/alpha/ch', async (page) => {
  await page.waitForSelector('#answer[aria-busy=false] pre');
  const text = (await page.textContent('#answer code')) ?? '';
  const bare = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  assert.doesNotMatch(bare, /[:,][^ \n]/);
  assert.deepEqual(JSON.parse(text), await (await fetch(`${origin}/v1/alpha/ch`)).json());
});

testConsole('the console opens with an example, and a ranking includes the metric it ranks by', '', async (page) => {
  await page.click('button.main');
  await page.waitForSelector('#answer .head b:has-text("200")');
  await page.waitForSelector('#answer code:has-text("India")');
  await page.selectOption('[name=metric]', 'area');
  assert.equal(await page.inputValue('[name=fields]'), 'name.common,area');
  await page.fill('[name=fields]', 'cca2');
  await page.selectOption('[name=metric]', 'hdi');
  assert.equal(await page.inputValue('[name=fields]'), 'cca2');
  const groups = await page.$$eval('[name=route] optgroup', (all) => all.map((group) => group.getAttribute('label')));
  assert.ok(groups.includes('Rankings'), `groups ${groups}`);
  const parts = ['#console', '#calls', '#answer'].map((part) => page.locator(part).boundingBox());
  const [form, call, answer] = await Promise.all(parts);
  assert.ok(form && answer && answer.x > form.x + form.width && answer.y < 500, 'the answer is right of the form');
  assert.ok(call && call.y + call.height <= answer.y, 'the call is above the answer');
});

test('an answer has its total and leads to the next page', () =>
  visitConsole('#/v1/currency/eur?fields=cca2&limit=25', async (page) => {
    await page.waitForSelector('#answer .head:has-text("X-Total-Count: 38")');
    await page.click('#answer .pages a:has-text("Next")');
    await page.waitForSelector('#answer .pages:has-text("Previous")');
    assert.equal(await page.inputValue('[name=offset]'), '25');
    assert.match(page.url(), /offset=25$/);
    await page.goBack();
    await page.waitForSelector('#answer .pages:has-text("Next")');
  }));

testConsole('the address can be typed, also with method and origin, and the form follows', '', async (page) => {
  await page.fill('#target', `GET ${origin}/v1/name/peru?fields=capital`);
  await page.press('#target', 'Enter');
  await page.waitForSelector('#answer code:has-text("Lima")');
  assert.equal(await page.inputValue('[name=route]'), '/v1/name/{name}');
  assert.equal(await page.inputValue('#target'), '/v1/name/peru?fields=capital');
  assert.equal(await page.isVisible('#spelled'), false);
  await page.fill('#target', '/v2/name/peru');
  await page.press('#target', 'Enter');
  assert.equal(await page.isVisible('#unknown'), true);
  assert.deepEqual(await violations(page, { within: 'main' }), []);
});

test('on a phone, the response is in view after a call is sent, and has the focus', () =>
  visitConsole('', async (page) => {
    assert.equal(await page.textContent('#spelled:visible'), await page.inputValue('#target'));
    await page.click('button.main');
    await page.waitForSelector('#answer[aria-busy=false] pre');
    await page.waitForFunction(() => {
      const top = document.querySelector('#answer')?.getBoundingClientRect().top ?? -1;
      return document.activeElement?.id === 'answer' && top >= 0 && top < innerHeight / 2;
    });
  }, { width: 390 }));
