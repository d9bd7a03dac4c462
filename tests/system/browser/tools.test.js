/** Search, console, explorer, charts and map, as a visitor uses them. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { leave, origin, violations, visit } from './visit.js';

after(leave);

const { paths } = await (await fetch(`${origin}/openapi.json`)).json();

test('the search finds a country and a page from the keyboard alone', async () => {
  await visit('/docs/errors.html', async (page) => {
    await page.keyboard.press('/');
    await page.waitForSelector('dialog.search[open]');
    await page.keyboard.type('reunion');
    await page.waitForSelector('#hits a:has-text("Réunion")');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog.search[open]', { state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.waitForSelector('dialog.search[open]');
    await page.keyboard.type('shuffle');
    await page.waitForSelector('#hits a[aria-selected=true]:has-text("Seeded shuffle")');
    await page.keyboard.press('Enter');
    await page.waitForURL(/pagination\.html#seeded-shuffle$/);
  });
});

test('the search finds a country by its code, says when there is nothing, and the arrows move', async () => {
  await visit('/', async (page) => {
    await page.click('.open-search');
    await page.waitForSelector('dialog.search[open]');
    await page.keyboard.type('che');
    await page.waitForSelector('#hits a:first-child:has-text("Switzerland")');
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.getAttribute('[role=combobox]', 'aria-activedescendant'), 'hit-1');
    await page.fill('[role=combobox]', 'zzzz');
    await page.waitForSelector('dialog p:has-text("Nothing")');
    await page.fill('[role=combobox]', 'che');
    await page.keyboard.press('Enter');
    await page.waitForURL(/countries\.html#CH$/);
    await page.waitForSelector('#detail h2:has-text("Switzerland")');
  });
});

test('the search finds what developers type', async () => {
  await visit('/', async (page) => {
    await page.click('.open-search');
    await page.waitForSelector('dialog.search[open]');
    for (const [typed, found] of [
      ['cors', 'CORS'],
      ['api key', 'Introduction'],
      ['timezone', 'timezones'],
      ['time zones', 'timezones'],
      ['error', 'Errors'],
      ['rankings of countries', 'Rankings'],
      ['deutschland', 'Germany'],
      ['suomi', 'Finland'],
      ['uk', 'United Kingdom'],
      ['ivory', 'Ivory Coast'],
      ['phone', 'Fields'],
      ['swahili', 'Languages'],
      ['X-Total-Count', 'X-Total-Count'],
    ]) {
      await page.fill('[role=combobox]', typed);
      await page.waitForFunction(
        (title) => [...document.querySelectorAll('#hits a span')].slice(0, 3).some((hit) => hit.textContent === title),
        found,
        { timeout: 5000 },
      );
    }
    await page.fill('[role=combobox]', 'limit');
    await page.waitForSelector('#hits a:first-child:has-text("Limits")');
    const heights = await page.$$eval('#hits a', (all) => all.map((hit) => hit.getBoundingClientRect().height));
    assert.ok(Math.max(...heights) < 1.5 * Math.min(...heights), `hits of ${heights} pixels`);
  });
});

test('the console offers exactly the routes of the description', async () => {
  await visit('/docs/console.html', async (page) => {
    const offered = await page.$$eval('[name=route] option', (all) => all.map((one) => one.getAttribute('value')));
    assert.deepEqual(offered.toSorted(), Object.keys(paths).toSorted());
  });
});

for (const path of Object.keys(paths)) {
  test(`the console answers ${path}, and says how to call it`, async () => {
    await visit('/docs/console.html', async (page) => {
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

for (const theme of /** @type {const} */ (['light', 'dark'])) {
  test(`what opens on a page is accessible too, ${theme}`, async () => {
    await visit(
      '/docs/countries.html#BR',
      async (page) => {
        await page.waitForSelector('#detail h2:has-text("Brazil")');
        assert.deepEqual(await violations(page), []);
        await page.goto(`${origin}/docs/console.html#/v1/alpha/pe`);
        await page.goto(`${origin}/docs/console.html#/v1/alpha/ch?fields=capital`);
        await page.click('button.main');
        await page.waitForSelector('#answer[aria-busy=false] pre');
        assert.deepEqual(await violations(page), []);
        await page.click('.open-search');
        await page.waitForSelector('dialog.search[open]');
        await page.keyboard.type('ger');
        await page.waitForSelector('#hits a');
        assert.deepEqual(await violations(page), []);
      },
      { theme },
    );
  });
}

test('the console takes a request from its address, and copies the call', async () => {
  await visit('/docs/console.html#/v1/name/new%20zealand?fields=name.common&limit=2', async (page) => {
    assert.equal(await page.inputValue('[name="field-name"]'), 'new zealand');
    assert.equal(await page.inputValue('[name="field-limit"]'), '2');
    await page.click('#call .copy');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, `curl '${origin}/v1/name/new%20zealand?fields=name.common&limit=2'`);
  });
});

test('an answer in a page can be tried', async () => {
  await visit('/docs/rankings.html', async (page) => {
    await page.click('.exchange a:has-text("Try it")');
    await page.waitForSelector('#console');
    assert.equal(await page.inputValue('[name=route]'), '/v1/rank/{metric}');
    await page.waitForSelector('#answer[aria-busy=false] pre');
    await page.fill('[name=field-limit]', '1');
    await page.press('[name=field-limit]', 'Enter');
    await page.waitForSelector('#answer .head:has-text("limit=1")');
  });
});

test('the console reads an address as the service does, and shows what it cannot read', async () => {
  await visit('/docs/console.html#/v1/rank/GDP?order=ASC', async (page) => {
    assert.equal(await page.inputValue('[name="field-metric"]'), 'gdp');
    assert.equal(await page.inputValue('[name="field-order"]'), 'asc');
    await page.waitForSelector('#answer .head:has-text("x-rank-order: asc")');
  });
  await visit('/docs/console.html#/v1/region/europe?limit=%20%20', async (page) => {
    assert.equal(await page.textContent('#target'), '/v1/region/europe?limit=%20%20');
  }, { expected: [400] });
  await visit('/docs/console.html#/v1/rank/height?order=up', async (page) => {
    assert.equal(await page.textContent('#target'), '/v1/rank/height?order=up');
  }, { expected: [400] });
  await visit('/docs/console.html#/v1/name/%zz', async (page) => {
    assert.equal(await page.inputValue('[name="field-name"]'), '%zz');
    assert.equal(await page.textContent('#target'), '/v1/name/%25zz');
  }, { expected: [404] });
});

test('the console says what a browser cannot send', async () => {
  await visit('/docs/console.html#/v1/name/..', async (page) => {
    assert.equal(await page.inputValue('[name="field-name"]'), '..');
    assert.equal(await page.isVisible('#unsendable'), true);
    assert.equal(await page.isDisabled('button.main'), true);
    await page.fill('[name="field-name"]', 'peru');
    assert.equal(await page.isVisible('#unsendable'), false);
    await page.click('button.main');
    await page.waitForSelector('#answer code:has-text("Peru")');
  });
});

test('the console tells bounds and offers values', async () => {
  await visit('/docs/console.html#/v1/currency/EUR', async (page) => {
    assert.match((await page.textContent('#field-limit-help')) ?? '', /1 to 25; default 5/);
    const offered = await page.$$eval('[name="field-currency"] + datalist option', (all) =>
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
});

test('an answer is laid out in one style', async () => {
  await visit('/docs/console.html#/v1/alpha/ch', async (page) => {
    await page.waitForSelector('#answer[aria-busy=false] pre');
    const text = (await page.textContent('#answer code')) ?? '';
    const bare = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
    assert.doesNotMatch(bare, /[:,][^ \n]/);
    assert.deepEqual(JSON.parse(text), await (await fetch(`${origin}/v1/alpha/ch`)).json());
  });
});

test('the explorer filters, opens a record, and follows a border', async () => {
  await visit('/docs/countries.html', async (page) => {
    await page.fill('[name=text]', 'cote');
    assert.equal(await page.textContent('#count'), '0 countries');
    await page.fill('[name=text]', 'aland');
    assert.equal(await page.textContent('#count'), '2 countries');
    await page.fill('[name=text]', '');
    await page.selectOption('[name=region]', 'Oceania');
    assert.equal(await page.textContent('#count'), '27 countries');
    await page.selectOption('[name=region]', '');
    await page.fill('[name=text]', 'portugal');
    await page.click('[data-code=PT]');
    await page.click('#detail a:has-text("Spain")');
    await page.waitForSelector('#detail h2:has-text("Spain")');
    assert.equal(await page.getAttribute('#detail p a >> nth=0', 'href'), `${origin}/v1/alpha/ES`);
    await page.goBack();
    await page.waitForSelector('#detail h2:has-text("Portugal")');
    await page.goBack();
    await page.waitForSelector('#detail', { state: 'hidden' });
    await page.goForward();
    await page.waitForSelector('#detail h2:has-text("Portugal")');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => location.hash === '');
  });
});

test('the explorer leads to the console, which sends the call', async () => {
  await visit('/docs/countries.html#ES', async (page) => {
    await page.click('#detail a:has-text("Try it in the console")');
    await page.waitForURL(/console\.html#\/v1\/alpha\/ES$/);
    await page.waitForSelector('#answer code:has-text("Kingdom of Spain")');
  });
});

test('the explorer links to the answer itself where there is no script', async () => {
  const html = await (await fetch(`${origin}/docs/countries.html`)).text();
  assert.equal([...html.matchAll(new RegExp(`href="${origin}/v1/alpha/[A-Z]{2}"`, 'g'))].length, 250);
});

test('every chart has bars that fall from its longest', async () => {
  await visit('/docs/charts.html', async (page) => {
    const charts = await page.$$eval('svg.bars', (all) =>
      all.map((svg) => [...svg.querySelectorAll('.bar')].map((bar) => bar.getBoundingClientRect().width)),
    );
    assert.equal(charts.length, 7);
    for (const widths of charts) {
      assert.ok(widths.length >= 10 && widths[0] > 200, 'bars are drawn');
      assert.deepEqual(widths, widths.toSorted((one, other) => other - one));
    }
  });
});

test('the map has every country but one, is coloured by each metric, and tells a figure', async () => {
  await visit('/docs/map.html', async (page) => {
    const codes = await page.$$eval('#world [data-code]', (all) => all.map((one) => one.getAttribute('data-code')));
    assert.equal(new Set(codes).size, 249);
    const look = () =>
      page.$eval('[data-code=IN]', (shape) => `${shape.getAttribute('class')} ${getComputedStyle(shape).fill}`);
    const before = await look();
    await page.selectOption('[name=metric]', 'population');
    assert.notEqual(await look(), before);
    assert.match((await page.textContent('#legend')) ?? '', /and more/);
    await page.selectOption('[name=country]', 'IS');
    await page.waitForSelector('#said:has-text("Iceland. Population: 364,036")');
  });
});

test('a keyboard reaches the content first, and the menu of a phone opens', async () => {
  await visit(
    '/docs/quick-start.html',
    async (page) => {
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to content');
      await page.keyboard.press('Enter');
      await page.waitForURL(/#content$/);
      assert.equal(await page.isVisible('.side a >> nth=0'), false);
      await page.click('.menu > summary');
      assert.equal(await page.isVisible('.side a >> nth=0'), true);
    },
    { width: 360 },
  );
});

test('the theme is changed, and kept on the next page', async () => {
  await visit('/docs/', async (page) => {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.click('.theme');
    const dark = await ground();
    assert.notEqual(dark, light);
    await page.goto(`${origin}/docs/errors.html`);
    assert.equal(await ground(), dark);
  });
});
