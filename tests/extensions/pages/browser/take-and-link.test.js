/** Files that people save, text that they copy, addresses that keep what they chose, and the list that they match. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { show, testPage, violations, visit } from './visit.js';

/** @import { Page } from 'playwright-core' */

/** @type {(page: Page, menu: string, button: string) => Promise<string[]>} the lines of a file that is saved */
async function savedLines(page, menu, button) {
  if (menu) {
    await page.click(`${menu} .save > summary`);
  }
  const [download] = await Promise.all([page.waitForEvent('download'), page.click(`${menu} ${button}`.trim())]);
  return (await readFile(await download.path(), 'utf8')).split('\r\n');
}

testPage('a pasted list is matched, corrected, and saved with columns', '/docs/match.html', async (page) => {
  await page.waitForSelector('#columns input');
  await page.fill('#names', 'Deutschland\nKorea\n\nJapan\n"Congo, Dem. Rep."\nGermny');
  await page.waitForSelector('#counts:has-text("5 lines. Other name: 2, Several: 1, Exact: 1, Guess: 1")');
  assert.deepEqual(await violations(page, { within: 'main' }), []);
  await page.click('#matched button:text-is("South Korea")');
  await page.check('#columns input[value=GDP]');
  assert.match(page.url(), /#&columns=Alpha-3%2CGDP$/);
  await page.check('[name=check]');
  assert.equal(await page.locator('#matched tbody tr').count(), 1);
  await page.click('#matched button:text-is("Change")');
  await page.fill('#correction input', 'georgia');
  await page.click('#countries-found [role=option]:has-text("Georgia")');
  const lines = await savedLines(page, '', '#save');
  assert.equal(lines[0], 'name,country,cca2,match,Alpha-3,GDP');
  assert.match(lines[1], /^Deutschland,Germany,DE,Other name,DEU,\d/);
  assert.match(lines[2], /^Korea,South Korea,KR,Your choice,KOR,\d/);
  assert.match(lines[3], /^,/);
  assert.match(lines[5], /^"""Congo, Dem\. Rep\.""",DR Congo,CD,Other name,/);
  assert.match(lines[6], /^Germny,Georgia,GE,Your choice,/);
  await page.uncheck('[name=check]');
  await show(page, { width: 390 });
  const [name, country, change, code] = await page.$$eval(
    '#matched tbody tr:nth-child(1) :is(th, a, [data-title=Alpha-3], .change)',
    (all) => all.map((one) => one.getBoundingClientRect().toJSON()),
  );
  assert.ok(country.y > name.bottom && code.x > country.right && change.right > 360, 'a line has two on a phone');
});

test('a table and a map are saved as they are shown', async () => {
  await visit('/docs/figures/gini.html#&region=Africa&sort=Country', async (page) => {
    const [head, first] = await savedLines(page, '#save-table', '[data-type=csv]');
    assert.match(head, /^cca2,Rank,Country,Value \(.+\),Year,source,licence,address$/);
    assert.match(first, /^AO,\d+=?,Angola,[\d.]+,\d{4},/);
  });
  await visit('/docs/currencies/eur.html#&sort=-Population', async (page) => {
    const [head, first] = await savedLines(page, '#save-table', '[data-type=csv]');
    assert.match(head, /^cca2,Country,Capital,Population \(people\),/);
    assert.match(first, /^DE,Germany,Berlin,\d{8},/);
  });
  await visit('/docs/map.html#population//1996', async (page) => {
    await page.waitForSelector('#scale:has-text(", 1996")');
    const lines = await savedLines(page, '#save', '[data-type=csv]');
    assert.equal(lines[0], 'cca2,country,population (people),year,source,licence,address');
    assert.ok(lines.slice(1, -1).every((line) => /,1996,/.test(line)));
    const [svg] = await savedLines(page, '#save', '[data-type=svg]');
    const key = await page.textContent('.legend span');
    assert.ok(key && svg.includes(`>${key}</text>`) && svg.includes('Source: World Development Indicators'));
  });
});

test('each choice of a person is a step of Back', async () => {
  await visit('/docs/figures/gdp.html#ke,gh&year=2005&since=1990', async (page) => {
    await page.waitForSelector('#lines caption:text-is("2005")');
    await page.click('.ranked button:has-text("Country")');
    await page.waitForURL(/#ke,gh&since=1990&sort=Country&year=2005$/);
    await page.selectOption('[name=region]', 'Africa');
    await page.goBack();
    await page.waitForURL(/sort=Country/);
    assert.equal(await page.inputValue('[name=region]'), '');
    await page.goBack();
    await page.waitForFunction(() => !location.hash.includes('sort'));
    assert.equal(await page.textContent('.ranked [aria-sort]'), 'Rank');
  });
  await visit('/docs/countries.html', async (page) => {
    await page.fill('[name=text]', 'land');
    await page.waitForSelector('#count:not(:text-is("250 countries"))');
    await page.click('#flags a[href$="/fi.html"]');
    await page.waitForURL(/fi\.html$/);
    await page.goBack();
    await page.waitForFunction(() => document.querySelector('#count')?.textContent !== '250 countries');
    assert.equal(await page.inputValue('[name=text]'), 'land');
  });
});

testPage('the map keeps capitals, and a country it omits', '/docs/map.html#area/AQ&capitals=shown', async (page) => {
  await page.waitForSelector('#panel:has-text("Antarctica"):has-text("The map omits it.")');
  await page.waitForSelector('#world .capitals circle >> nth=200', { state: 'attached' });
  assert.equal(await page.getAttribute('#world', 'aria-label'), 'Map of the world: Area, newest values');
  await page.focus('#sea');
  await page.keyboard.press('Escape');
  await page.waitForURL(/#area&capitals=shown$/);
  await page.uncheck('[name=capitals]');
  await page.waitForFunction(() => document.querySelectorAll('#world .capitals circle').length === 0);
});

test('links in tables, to sources and to sections are large enough to be pressed', async () => {
  for (const address of ['/docs/countries/jp.html', '/docs/figures/gini.html', '/docs/currencies/eur.html']) {
    await visit(address, async (page) => {
      const small = await page.$$eval('.mark, .ranked th a, .members th a, .jump a, .save > summary', (all) =>
        all
          .filter((one) => one.checkVisibility())
          .map((one) => ({ height: one.getBoundingClientRect().height, text: one.outerHTML.slice(0, 80) }))
          .filter(({ height }) => height < 23.9),
      );
      assert.deepEqual(small.slice(0, 3), []);
      const contents = await page.$$eval('.country > .jump', (all) => all.map((one) => one.clientHeight));
      assert.ok(contents.every((height) => height > 24 && height < 48), 'the contents are not one line');
    }, { width: 390 });
  }
});

testPage('colours of the legend stay when a person forces other colours', '/docs/map.html', async (page) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const colours = await page.$$eval('.legend i', (all) => all.map((one) => getComputedStyle(one).backgroundColor));
  await page.emulateMedia({ forcedColors: null });
  assert.equal(new Set(colours).size, 6);
});

test('a shell reads the address in a copied command as one word', () =>
  visit('/docs/quick-start.html', async (page) => {
    for (const button of await page.locator('.request .copy').all()) {
      await button.click();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(copied, /^(?:curl '[^']+'|https?:\S+)$/);
    }
  }));

testPage('beside the map of a group, facts are as high as it is', '/docs/regions/europe.html', async (page) => {
  const places = ['.overview .glance', '.overview svg', '.overview .glance > div:last-child'];
  const [facts, map, last] = await Promise.all(places.map((place) => page.locator(place).boundingBox()));
  assert.ok(facts && map && last && facts.y + facts.height - last.y - last.height < 2);
  assert.ok(Math.abs(facts.height - map.height) < 16, `${facts.height} beside ${map.height}`);
});

test('the first screen has what a page is for', async () => {
  for (const [address, selector] of [
    ['/docs/currencies/eur.html', '.members tbody tr:nth-child(3)'],
    ['/docs/regions/africa.html', '.members tbody tr'],
    ['/docs/compare.html#ke,gh,et', '#lines .line'],
    ['/docs/figures/gdp.html', '#lines .line'],
    ['/docs/figures/gdp.html', '.ranked thead th'],
    ['/docs/changes.html', 'details.field'],
    ['/docs/countries/in.html', '.tiles .value'],
    ['/docs/match.html', '#columns'],
  ]) {
    await visit(address, async (page) => {
      await page.waitForSelector(selector);
      const box = await page.locator(selector).first().boundingBox();
      assert.ok(box && box.y < 760, `${address}: ${selector} at ${box?.y}`);
    });
  }
});
