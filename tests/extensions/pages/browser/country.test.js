/** The pages of countries in a browser, with and without JavaScript. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVERY, origin, overhang, testPage, violations, visit } from './visit.js';

const LOOKS = /** @type {const} */ ([
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 360 },
]);
// One without inhabitants and one without a code; a large one, one without neighbours, one with a corrected currency.
const ODD = EVERY ? ['bv', 'xk', 'ru', 'jp', 'bg'] : ['bv', 'xk'];

/** @param {string} day */
function spelled(day) {
  return new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}

// Each of the two is shown in another look; axe measures contrasts on the page of another country.
for (const [at, code] of ODD.entries()) {
  for (const look of EVERY ? LOOKS : [LOOKS[at]]) {
    test(`${code} is accessible and no wider than the screen, ${look.theme}`, () =>
      visit(`/docs/countries/${code}.html`, async (page) => {
        const options = EVERY ? {} : { within: 'main', without: ['color-contrast'] };
        assert.deepEqual(await violations(page, options), []);
        assert.equal(await page.evaluate(overhang), 0, 'pixels wider than the screen');
      }, look));
  }
}

testPage('a value has source, year and rank, and a correction a reason', '/docs/countries/jp.html', async (page) => {
  const hdi = (await page.textContent('#enrichment-development-hdi')) ?? '';
  const [{ enrichment }] = await (await fetch(`${origin}/v1/alpha/jp`)).json();
  assert.ok(hdi.includes(String(enrichment.development.hdi)), hdi);
  assert.match(hdi, /20\d\d/);
  const source = (await page.getAttribute('#enrichment-development-hdi .mark', 'href')) ?? '';
  assert.match((await page.textContent(`${source}:is(.sources li)`)) ?? '', /Human Development Report/);
  assert.match((await page.textContent('[data-path="enrichment.development.hdi"] .meta')) ?? '', /Rank \d+ of \d+/);
  assert.match((await page.textContent('main')) ?? '', /Land borders\s*None/);
  await page.goto(`${origin}/docs/countries/bg.html`);
  assert.match((await page.textContent('#currencies')) ?? '', /The euro replaced the lev/);
});

test('neighbours are links, the call is copied, and holidays are of the record', () =>
  visit('/docs/countries/ke.html', async (page) => {
    await page.click('.request .copy >> nth=0');
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `curl '${origin}/v1/alpha/ke'`);
    const [{ holidays }] = await (await fetch(`${origin}/v1/alpha/ke?fields=holidays`)).json();
    const shown = await page.$$eval('[data-date]', (all) => all.map((one) => one.getAttribute('data-date')));
    assert.deepEqual(
      shown.toSorted(),
      holidays.items.map((/** @type {{date: string}} */ day) => day.date),
    );
    await page.click('.neighbours a:has-text("Uganda")');
    await page.waitForURL(/countries\/ug\.html$/);
    assert.equal(await page.textContent('h1'), 'Uganda');
  }));

for (const [at, width] of [1280, 768, 390].entries()) {
  test(`the mark of a source stands in the line of its value at ${width}`, async () => {
    const codes = ['jp', 'us', 'kz'];
    for (const code of EVERY ? codes : [codes[at]]) {
      await visit(`/docs/countries/${code}.html`, async (page) => {
        const apart = await page.$$eval('main .mark:first-of-type', (marks) =>
          marks.filter((mark) => {
            const before = document.createRange();
            const text = document.createTreeWalker(mark.parentElement ?? mark, NodeFilter.SHOW_TEXT);
            for (let node = text.nextNode(); node && !mark.contains(node); node = text.nextNode()) {
              before.selectNodeContents(node);
            }
            const line = [...before.getClientRects()].at(-1);
            const { top, bottom } = mark.getBoundingClientRect();
            return mark.checkVisibility() && (!line || bottom < line.top || top > line.bottom);
          }).map((mark) => mark.parentElement?.textContent),
        );
        assert.deepEqual(apart, [], code);
      }, { width });
    }
  });
}

testPage('past holidays are folded, and a value can be reported', '/docs/countries/ke.html', async (page) => {
  const today = new Date().toISOString().slice(0, 10);
  const rows = page.locator('.scroll [data-date]');
  const dates = await rows.evaluateAll((all) => all.map((one) => one.getAttribute('data-date') ?? ''));
  assert.ok(dates.every((date) => date >= today.slice(0, 8)), String(dates));
  if (dates.length > 0) {
    assert.ok(((await page.textContent('#next')) ?? '').includes(spelled(dates[0])));
    const [next] = await page.$$eval('#next', (all) => all.map((one) => one.clientHeight));
    assert.ok(next < 30, `the next holiday is ${next} px high`);
  }
  const year = dates[0].slice(0, 4);
  await page.click(`main a:text-is("${Number(year) + 1}")`);
  assert.ok(await page.isVisible(`[data-date^="${Number(year) + 1}-01"]`), 'the days of a chosen year are in view');
  await page.click('#population .path');
  const report = new URL((await page.getAttribute('#detail a:has-text("Report this value")', 'href')) ?? '');
  assert.equal(report.searchParams.get('title'), 'Kenya: population');
  const body = report.searchParams.get('body') ?? '';
  assert.match(body, /Country: Kenya \(KE\)\nField: population\nValue: [\d,]+[^]*\nSource: \w/);
  assert.deepEqual(await violations(page, { within: '#detail' }), []);
});

test('a holiday that is today is the next one', async () => {
  const [{ holidays }] = await (await fetch(`${origin}/v1/alpha/ke?fields=holidays`)).json();
  const { date } = holidays.items.at(-1);
  await visit('/docs/countries/ke.html', async (visited) => {
    const context = await visited.context().browser()?.newContext();
    assert.ok(context);
    const page = await context.newPage();
    await page.clock.setFixedTime(new Date(`${date}T12:00:00`));
    await page.goto(`${origin}/docs/countries/ke.html`);
    assert.equal(await page.locator('.scroll [data-date]').getAttribute('data-date'), date);
    assert.ok(((await page.textContent('#next')) ?? '').includes(spelled(date)));
    await context.close();
  });
});

test('on a phone the parts of a page are folded, except what the address leads to', async () => {
  await visit('/docs/countries/jp.html#table-calling-codes', async (page) => {
    const texts = await page.$$eval('.part[open] > summary', (all) => all.map((one) => one.textContent.trim()));
    const open = texts.map((text) => text.replace(/ [\d,]+ rows?$/, ''));
    assert.deepEqual(open, ['Geography', 'Calling codes']);
    assert.ok((await page.evaluate(() => document.documentElement.scrollHeight)) < 5200);
    await page.goto(`${origin}/docs/countries/jp.html#source-2`);
    assert.ok(await page.isVisible('#source-2'));
  }, { width: 390 });
  await visit('/docs/countries/jp.html', async (page) => {
    assert.equal(await page.locator('.groups .part:not([open])').count(), 0);
  });
});

testPage('the facts of a country are in the first screen of a phone', '/docs/countries/jp.html', async (page) => {
  for (const selector of ['h1', '.glance', '.tiles .value']) {
    const box = await page.locator(selector).first().boundingBox();
    assert.ok(box && box.y + box.height <= 800, `${selector} at ${box?.y}`);
  }
}, { width: 390 });

testPage('a rank leads to the row of the country, in sight', '/docs/countries/jp.html', async (page) => {
  await page.click('.tiles a:has-text("Rank 4 of")');
  await page.waitForURL(/figures\/gdp\.html#jp$/);
  // The row may move while the chart above it is drawn.
  await page.waitForFunction(() => {
    const y = document.querySelector('#jp')?.getBoundingClientRect().y ?? -1;
    return document.querySelector('.readout') !== null && y > 0 && y < 800;
  });
  await page.click('.ranked button:has-text("Country")');
  assert.match((await page.textContent('.ranked tbody tr >> nth=0')) ?? '', /Afghanistan/);
  await page.selectOption('[name=region]', 'Oceania');
  await page.waitForFunction(() => document.querySelectorAll('.ranked tbody tr:not([hidden])').length < 30);
});

testPage('the landing page answers what was typed before its script arrived', '/', async (page) => {
  /** @type {(typed: unknown) => void} */
  let arrive = () => undefined;
  const typed = new Promise((resolve) => (arrive = resolve));
  await page.route('**/assets/landing.js', async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto(origin, { waitUntil: 'commit' });
  await page.fill('#question', 'eur');
  arrive(true);
  await page.waitForSelector('#found a:has-text("Euro")');
  await page.unroute('**/assets/landing.js');
  await page.fill('#question', 'gdp kenya');
  await page.waitForSelector('#found-0:has-text("Kenya: Gross domestic product"):has-text("$")');
  await page.keyboard.press('Enter');
  await page.waitForURL(/countries\/ke\.html#/);
  await page.goBack();
  await page.waitForSelector('#found-0:has-text("Kenya")');
});
