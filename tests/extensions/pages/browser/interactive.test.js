/** Search, explorer, charts and map in a browser. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVERY, origin, show, testPage, violations, visit } from './visit.js';

testPage('the search finds a country and a page with the keyboard alone', '/docs/errors.html', async (page) => {
  await page.keyboard.press('/');
  await page.waitForSelector('dialog.search[open]');
  await page.keyboard.type('reunion');
  await page.waitForSelector('#hits a:has-text("Réunion")');
  await page.fill('dialog [role=combobox]', 'che');
  await page.waitForSelector('#hits-0:has-text("Switzerland")');
  await page.waitForSelector('#hits-1:has-text("Switzerland: Population"):has-text("million")');
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.getAttribute('dialog [role=combobox]', 'aria-activedescendant'), 'hits-1');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog.search[open]', { state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.waitForSelector('dialog.search[open]');
  await page.keyboard.type('shuffle');
  await page.waitForSelector('#hits a[aria-selected=true]:has-text("Seeded shuffle")');
  await page.keyboard.press('Enter');
  await page.waitForURL(/pagination\.html#seeded-shuffle$/);
});

testPage('the search takes every key, also before its code is loaded', '/docs/errors.html', async (page) => {
  const scripts = '**/assets/search-{box,hits}.js';
  await page.route(scripts, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await page.reload();
  await page.keyboard.type('/euro', { delay: 30 });
  assert.equal(await page.inputValue('dialog.search input'), 'euro');
  await page.waitForSelector('#hits a:has-text("Euro (EUR)")');
  await page.unroute(scripts);
  await page.keyboard.press('Escape');
  await page.waitForURL(/errors\.html$/);
  await page.keyboard.type('/yen', { delay: 30 });
  await page.waitForSelector('#hits a:has-text("Japanese yen")');
  assert.match(page.url(), /\?q=yen$/);
  await page.waitForSelector('#hits [aria-label="Groups"] a:has-text("Japanese yen")');
  await page.fill('dialog [role=combobox]', 'euro');
  const headings = await page.$$eval('#hits [role=group]', (all) => all.map((one) => one.ariaLabel));
  assert.equal(new Set(headings).size, headings.length, `each heading once: ${headings}`);
  await page.route(scripts, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await page.goto(page.url().replace(/\?.*/, ''));
  await page.keyboard.type('/yen', { delay: 30 });
  await page.keyboard.press('Enter');
  await page.waitForURL(/currencies\/jpy\.html/);
});

testPage('Back closes the search, which is in the address', '/docs/errors.html#order-of-validation', async (page) => {
  await page.click('.open-search');
  await page.fill('dialog [role=combobox]', 'kenya holidays');
  await page.waitForSelector('#hits-0:has-text("Kenya: Public holidays")');
  await page.waitForSelector('#hits-0 small:has-text("Next: ")');
  assert.match(page.url(), /\?q=kenya\+holidays#order-of-validation$/);
  await page.goBack();
  await page.waitForSelector('dialog.search[open]', { state: 'detached' });
  assert.match(page.url(), /errors\.html#order-of-validation$/);
  await page.goto(`${origin}/docs/errors.html?q=%2B852`);
  await page.waitForSelector('#hits-0:has-text("+852 Hong Kong")');
  await page.fill('dialog [role=combobox]', 'median age');
  await page.waitForSelector('dialog p:has-text("No results for “median age”.")');
  assert.equal(await page.locator('#hits [role=option]').count(), 2);
  await page.click('dialog .close');
  await page.waitForURL(/errors\.html$/);
});

testPage('the list of currencies is filtered by name, code and country', '/docs/currencies.html', async (page) => {
  for (const [typed, shown] of [
    ['jpy', ['Japanese yen']],
    ['reunion', ['Euro']],
  ]) {
    await page.fill('[name=text]', String(typed));
    const rows = page.locator('.members tbody tr:visible th');
    assert.deepEqual(await rows.allTextContents(), shown);
  }
  assert.equal(await page.textContent('#count'), '1 of 160 currencies');
  assert.equal(await page.isVisible('.jump'), false, 'letters of rows that are hidden');
  await page.goto(`${origin}/docs/currencies.html#N`);
  assert.match((await page.locator('.members tr:has(#N)').textContent()) ?? '', /^\s*N/);
  assert.ok(await page.isVisible('.jump [href="#Z"]'));
});

test('on a phone, values are in columns below their headings, and no number stands alone', async () => {
  for (const name of ['currencies', 'subregions', 'currencies/eur', 'organisations/eu']) {
    await visit(`/docs/${name}.html`, async (page) => {
      const [head, ...rows] = await page.$$eval('tr', (all) =>
        all.map((row) =>
          [...row.cells].filter((cell) => cell.matches('.number') && cell.checkVisibility()).map((cell) => {
            const { right } = cell.getBoundingClientRect();
            return { right, text: getComputedStyle(cell, '::after').content + cell.textContent };
          }),
        ),
      );
      const edges = (/** @type {typeof head} */ cells) => cells.slice(-2).map(({ right }) => Math.round(right));
      assert.ok(rows.every((row) => String(edges(row)) === String(edges(head))), `columns of ${name}`);
      const alone = rows.flat().filter(({ text }) => text === 'none1');
      assert.deepEqual(alone, [], name);
    }, { width: 390 });
  }
});

for (const [width, pictures] of [[1280, 2], [390, 1]]) {
  testPage(`metrics have pictures and flags at ${width} pixels`, '/docs/metrics.html', async (page) => {
    const rows = await page.$$eval('.members tbody tr', (all) =>
      all.map((row) => ({
        name: row.querySelector('th')?.textContent ?? '',
        pictures: [...row.querySelectorAll('.picture svg')].filter((one) => one.checkVisibility()).length,
        flags: [...row.querySelectorAll('td img + a')].length,
      })),
    );
    const withYears = ['GDP per capita', 'Gross domestic product', 'Life expectancy at birth', 'Population'];
    for (const row of rows) {
      assert.equal(row.pictures, withYears.includes(row.name) ? pictures : 1, row.name);
      assert.equal(row.flags, row.name.startsWith('Population') ? 1 : 2, row.name);
    }
    assert.ok(rows.length > withYears.length);
  }, { width });
}

for (const width of [1280, 390]) {
  testPage(`flags are in even rows by region at ${width} pixels`, '/docs/flag-sheet.html', async (page) => {
    const flag = await page.locator('#flags i').first().boundingBox();
    assert.ok((flag?.width ?? 0) >= 96, `${flag?.width} pixels`);
    const heights = await page.$$eval('#flags li', (all) => all.map((one) => one.firstElementChild?.clientHeight));
    assert.equal(new Set(heights.slice(0, 60)).size, 1, `rows of ${[...new Set(heights)]} pixels`);
    await page.click('.jump a >> nth=-1');
    await page.waitForFunction(() => {
      const { y = 0 } = [...document.querySelectorAll('#flags h2')].at(-1)?.getBoundingClientRect() ?? {};
      return y > 0 && y < innerHeight;
    });
  }, { width });
}

testPage('dialogs and menus of a page are accessible', '/docs/countries.html', async (page) => {
  await page.goto(`${origin}/docs/console.html#/v1/alpha/pe`);
  await page.goto(`${origin}/docs/console.html#/v1/alpha/ch?fields=capital`);
  await page.click('button.main');
  await page.waitForSelector('#answer[aria-busy=false] pre');
  assert.deepEqual(await violations(page, { within: 'main' }), []);
  await show(page, { theme: 'dark' });
  assert.deepEqual(await violations(page, { within: 'main', only: ['color-contrast'] }), []);
  await page.click('.open-search');
  await page.waitForSelector('dialog.search[open]');
  await page.keyboard.type('limit');
  await page.waitForSelector('#hits-0:has-text("Limits")');
  assert.deepEqual(await violations(page, { within: 'dialog.search' }), []);
  const heights = await page.$$eval('#hits a', (all) => all.map((hit) => hit.getBoundingClientRect().height));
  assert.ok(Math.max(...heights) < 1.5 * Math.min(...heights), `hits of ${heights} pixels`);
});

test('the list of countries is filtered, also by a search, and leads to the page of a country', async () => {
  await visit('/docs/countries.html', async (page) => {
    await page.fill('[name=text]', 'ελλάδα');
    await page.waitForSelector('#count:text-is("1 country")');
    assert.match((await page.textContent('#flags li:visible')) ?? '', /Greece/);
    await page.fill('[name=text]', 'aland');
    await page.waitForSelector('#count:text-is("2 countries")');
    await page.fill('[name=text]', 'germny');
    await page.waitForSelector('#count:text-is("0 countries. Did you mean Germany?")');
    await page.fill('[name=text]', '');
    await page.selectOption('[name=region]', 'Oceania');
    await page.waitForSelector('#count:text-is("28 countries")');
    await page.selectOption('[name=region]', '');
    await page.fill('[name=text]', 'portugal');
    await page.click('#flags a[href$="/pt.html"]');
    await page.waitForURL(/countries\/pt\.html$/);
  });
  await visit('/docs/countries.html?q=landlocked+countries', async (page) => {
    await page.click('#hits-0:has-text("Landlocked: yes")');
    await page.waitForSelector('#count:text-matches("^Landlocked: yes \\\\(4\\\\d countries\\\\)$")');
    assert.equal(await page.locator('#flags li:visible').count(), 45);
    // No country with an I is landlocked.
    assert.equal(await page.isVisible('.jump [href="#I"]'), false);
  });
  await visit('/docs/countries.html#ES', (page) => page.waitForURL(/countries\/es\.html$/));
});

test('the page of all flags finds a flag, which is saved from the page of its country', async () => {
  await visit('/docs/flag-sheet.html', async (page) => {
    await page.fill('[name=text]', 'ivory');
    await page.waitForSelector('#count:text-is("1 country")');
    assert.equal(await page.isVisible('h2:has-text("Europe")'), false);
    await page.fill('[name=text]', 'land');
    await page.waitForSelector('#count:has-text(" countries")');
    const [germany, iceland] = await page.$$eval('li:has-text("Germany"), li:has-text("Iceland")', (all) =>
      all.map((one) => Number(/** @type {HTMLElement} */ (one).style.order)),
    );
    assert.ok(iceland < germany, 'a name is before another name');
    await page.fill('[name=text]', 'nepal');
    await page.click('#flags a:has-text("Nepal")');
    await page.waitForURL(/countries\/np\.html#flag-files$/);
    for (const [link, name] of [
      ['Save SVG', 'np.svg'],
      ['Save PNG', 'np.png'],
    ]) {
      const saving = page.waitForEvent('download');
      await page.click(`#flag-files a:has-text("${link}")`);
      const download = await saving;
      assert.equal(download.suggestedFilename(), name);
    }
  });
  await visit('/docs/flag-sheet.html#np', (page) => page.waitForURL(/countries\/np\.html#flag-files$/));
});

testPage('changes of a code are those of its country, and are counted', '/docs/changes.html#FR', async (page) => {
  await page.waitForSelector('#count:has-text("Changes: ")');
  const names = await page.$$eval('.day .field:not([hidden]) .quiet', (all) => all.map((one) => one.textContent));
  assert.deepEqual([...new Set(names)], ['France']);
  assert.match(String(await page.textContent('.day h2 span')), /^\d+ of [\d,]+ changes$/);
  // Days of one country are one line, which opens, and each of them has an address.
  const { changes } = await (await fetch(`${origin}/docs/changes.json`)).json();
  const days = Object.values(Object.groupBy(changes, ({ date, label, cca2 }) => `${label} ${date} ${cca2}`));
  const merged = days.findLast((found = []) => found.length > 1 && found[0].label === 'Holidays');
  const [{ cca2, anchor }] = merged ?? [];
  await page.goto(`${origin}/docs/changes.html?#${cca2}`);
  await page.waitForSelector(`[data-merged=${cca2}]:visible:has-text(" days of 20")`);
  await page.goto(`${origin}/docs/changes.html?2#${anchor}`);
  await page.waitForSelector(`#${anchor}:visible`);
});

testPage('a missing page is answered by a page with links', '/docs/countries/quick-start.html', async (page) => {
  assert.equal(await page.textContent('h1'), 'Page not found');
  assert.equal(await page.inputValue('#question'), 'quick start');
  await page.waitForSelector('#hint:text-is("Below is what “quick start” may mean.")');
  assert.deepEqual(await violations(page), []);
  await page.click('#nearest a >> nth=0');
  await page.waitForURL(/quick-start\.html$/);
}, { expected: [404] });

testPage('a keyboard reaches the content first, and menus open on a phone', '/docs/quick-start.html', async (page) => {
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to content');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#content$/);
  const items = await page.$$eval('.top > :not(nav)', (all) => all.map((one) => one.getBoundingClientRect()));
  assert.ok(Math.max(...items.map(({ top }) => top)) < Math.min(...items.map(({ bottom }) => bottom)));
  for (const menu of ['.top', '.side']) {
    assert.equal(await page.isVisible(`${menu} [popover] a >> nth=0`), false);
    await page.click(`${menu} .opens`);
    assert.equal(await page.isVisible(`${menu} [popover] a >> nth=0`), true);
    assert.deepEqual(await violations(page, { within: menu }), []);
    await page.keyboard.press('Escape');
  }
}, { width: 360 });

testPage('the theme can be changed, and is kept on the next page', '/docs/', async (page) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.click('.theme');
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.goto(`${origin}/docs/errors.html`);
  assert.equal(await ground(), dark);
});

testPage('/docs redirects to the documents', '/docs', async (page) => {
  await page.waitForURL(`${origin}/docs/`);
  assert.equal(await page.textContent('h1'), 'Introduction');
});

test('a box picks a country by any name, with a letter wrong, and says when there is none', async () => {
  // Both pages have the same script.
  for (const address of EVERY ? ['/docs/compare.html', '/docs/map.html'] : ['/docs/map.html']) {
    await visit(address, async (page) => {
      const type = async (/** @type {string} */ typed, /** @type {string} */ option) => {
        await page.fill('[name=country]', typed);
        await page.waitForSelector(`#countries-found [aria-selected=true]:has-text("${option}")`);
      };
      await type('日本', 'Japan');
      await type('usa', 'United States');
      await type('the vatican', 'Vatican City');
      await type('germny', 'Germany');
      await page.waitForSelector('[role=status]:has-text("No country matches “germny”. Did you mean:")');
      assert.deepEqual(await violations(page, { within: 'main' }), []);
      await page.fill('[name=country]', 'xyzzy');
      await page.waitForSelector('[role=status]:text-is("No country matches “xyzzy”.")');
      await page.fill('[name=country]', 'korea');
      await page.waitForSelector('#countries-found [role=option]:has-text("South Korea")');
      await page.keyboard.press('Enter');
      await page.waitForSelector('[role=status]:text-is("Several countries match. Choose one of them.")');
      await type('congo', 'Republic of the Congo');
      await page.keyboard.press('ArrowDown');
      await page.waitForSelector('#countries-found [aria-selected=true]:has-text("DR Congo")');
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => /cd/i.test(location.hash));
      assert.equal(await page.isHidden('#countries-found'), true);
    });
  }
});

testPage('Enter waits for the list of countries', '/docs/compare.html', async (page) => {
  await page.route('**/name-index.json', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.focus('[name=country]');
  await page.keyboard.type('kenya');
  await page.keyboard.press('Enter');
  await page.waitForURL(/,ke$/);
  await page.unroute('**/name-index.json');
});

testPage('a comparison says which codes in its address name no country', '/docs/compare.html#zz,de', async (page) => {
  await page.waitForSelector('#message:has-text("No country has the code “zz”.")');
});
