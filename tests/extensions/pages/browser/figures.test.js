/** Charts, rankings and comparisons in a browser. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { EVERY, origin, overhang, show, testPage, violations, visit } from './visit.js';

/** @import { Page } from 'playwright-core' */

testPage('countries are chosen for the chart, kept in the address', '/docs/figures/gdp.html#de', async (page) => {
  assert.equal(await page.getAttribute('tr.chosen', 'id'), 'de');
  await page.fill('[name=add]', 'tuvalu');
  await page.click('[role=option]:has-text("Tuvalu")');
  await page.waitForSelector('.readout button[aria-label="Remove Tuvalu"]');
  await page.selectOption('[name=region]', 'Asia');
  await page.waitForSelector('.ranked tbody #de', { state: 'hidden' });
  assert.deepEqual(await violations(page, { within: '.controls, .readout, tr.chosen' }), []);
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await page.waitForSelector('.ranked.ready');
  assert.equal(await page.locator('tr.chosen').count(), 2);
  await page.click('.readout button[aria-label="Remove Tuvalu"]');
  await page.waitForFunction(() => document.querySelectorAll('tr.chosen').length === 1);
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll('tr.chosen').length === 2);
  await page.fill('[name=add]', 'vatican');
  await page.click('[role=option]:has-text("Vatican City")');
  await page.waitForSelector('#message:text-is("Vatican City has no value.")');
  await page.goto(`${origin}/docs/figures/gdp.html#`);
  await page.waitForFunction(() => document.querySelectorAll('#lines .line').length === 5);
  await page.fill('[name=add]', 'tuvalu');
  await page.click('[role=option]:has-text("Tuvalu")');
  await page.waitForFunction(() => document.querySelectorAll('#lines .line').length === 6);
});

test('the headings of a ranking are in sight beside the row that an address names', async () => {
  for (const width of EVERY ? [1280, 390] : [390]) {
    await visit('/docs/figures/gdp.html#tv', async (page) => {
      await page.waitForSelector('.ranked.ready');
      await page.waitForFunction(() => {
        const y = document.querySelector('#tv')?.getBoundingClientRect().y ?? -1;
        const head = document.querySelector('.ranked th')?.getBoundingClientRect();
        return head && head.y >= 0 && head.bottom < y && y < 800;
      });
    }, { width });
  }
});

testPage('names stand apart at the ends of lines', '/docs/figures/gdp.html#gb,jp,de,fr', async (page) => {
  await page.waitForSelector('#lines .name');
  await page.waitForFunction(() => document.querySelectorAll('#lines .name').length === 4);
  const boxes = await page.$$eval('#lines .name', (all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  const [svg] = await page.$$eval('#lines svg', (all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  // Dots of a logarithmic scale have more than half of the width to be told apart.
  const [plot, table] = [await page.locator('.plot').boundingBox(), await page.locator('.ranked').boundingBox()];
  assert.ok(plot && table && plot.width > table.width / 2);
  const tops = boxes.map(({ y }) => y).toSorted((one, other) => one - other);
  tops.slice(1).forEach((top, at) => assert.ok(top - tops[at] >= 15, `${tops}`));
  assert.ok(Math.max(...boxes.map(({ right }) => right)) <= svg.right);
  // On a phone they are codes, and the key with the names is above the lines.
  await show(page, { width: 390 });
  await page.waitForSelector('#lines .name:text-is("GB")');
  const [key, lines] = [await page.locator('.readout').boundingBox(), await page.locator('#lines svg').boundingBox()];
  assert.ok(key && lines && key.y + key.height <= lines.y && lines.y < 700, `key at ${key?.y}, lines at ${lines?.y}`);
});

testPage('the table of a group is sorted by its columns', '/docs/currencies/eur.html', async (page) => {
  const first = () => page.textContent('.members tbody tr:first-child th');
  await page.click('.members button:has-text("Population")');
  assert.equal(await first(), 'Germany');
  assert.equal(await page.getAttribute('[aria-sort]', 'aria-sort'), 'descending');
  await page.click('.members button:has-text("Population")');
  assert.notEqual(await first(), 'Germany');
  await page.click('.members button:has-text("Area")');
  assert.equal(await first(), 'France');
  assert.deepEqual(await violations(page, { within: '.members' }), []);
});

testPage('of compared countries, the one of best rank is marked', '/docs/compare.html#jp,de,br,ke,nr', async (page) => {
  await page.waitForSelector('.compared tbody em');
  const rows = await page.$$eval('.compared tbody tr', (all) =>
    all.map((row) => {
      const cells = [...row.querySelectorAll('td:has(b)')];
      const ranks = cells.map((cell) => Number(/ (\d+)=? of /.exec(cell.textContent)?.[1]));
      const marked = cells.flatMap((cell, at) => (cell.querySelector('em') ? [ranks[at]] : []));
      return { mark: row.querySelector('em')?.title, ranks, marked };
    }),
  );
  const marks = rows.filter(({ ranks }) => ranks.length > 1);
  assert.deepEqual([...new Set(marks.map(({ mark }) => mark))].toSorted(), ['highest', 'lowest']);
  for (const { mark, ranks, marked } of marks) {
    const best = mark === 'highest' ? Math.min(...ranks) : Math.max(...ranks);
    assert.deepEqual([...new Set(marked)], [best], JSON.stringify({ mark, ranks, marked }));
  }
});

testPage('a comparison scrolls with the page, below its heads', '/docs/compare.html#ke,gh', async (page) => {
  await page.waitForSelector('.compared tbody em');
  await page.locator('.compared tbody tr').last().scrollIntoViewIfNeeded();
  const [head, top] = [await page.locator('.compared thead').boundingBox(), await page.locator('.top').boundingBox()];
  assert.ok(head && top && Math.abs(head.y - top.height) < 2, `heads at ${head?.y}`);
  const spaces = await page.$$eval('.compared small', (all) => all.map((one) => getComputedStyle(one).whiteSpace));
  assert.deepEqual([...new Set(spaces)], ['nowrap'], 'a rank is on one line');
  const ends = await page.$$eval('.compared td:has(b)', (all) =>
    all.map((cell) => [...cell.children].every((one) => {
      return one.getBoundingClientRect().right <= cell.getBoundingClientRect().right;
    })),
  );
  assert.ok(ends.length > 0 && ends.every(Boolean), 'a rank reaches into the next column');
  // Of more countries than have room, each has a line with its name.
  await page.goto(`${origin}/docs/compare.html#ke,gh,tv`);
  await page.waitForSelector('.compared tbody [data-country=Tuvalu]');
  const cells = page.locator('.compared tbody tr').first().locator('td');
  const places = await cells.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
  assert.deepEqual(places, [places[0], places[0], places[0]]);
  assert.equal(await page.evaluate(overhang), 0);
}, { width: 320 });

testPage('lines begin with the newest year, and any other can be chosen', '/docs/compare.html#jp,de', async (page) => {
  const printed = async () => {
    await page.waitForSelector('#lines caption');
    return page.$$eval('#lines caption, #lines tbody tr', (all) => all.map((one) => one.textContent));
  };
  await page.waitForSelector('.compared thead th');
  const columns = await page.$$eval('.compared thead th', (all) => all.map((one) => one.clientWidth));
  assert.deepEqual(columns, [columns[0], columns[0]]);
  const last = await page.$eval('#lines [type=range]', (slider) => /** @type {HTMLInputElement} */ (slider).max);
  assert.equal((await printed())[0], last);
  await page.selectOption('#lines [name=since]', '1990');
  await page.waitForSelector('#lines [type=range][min="1990"]');
  await page.focus('#lines [type=range]');
  await page.keyboard.press('ArrowLeft');
  assert.equal((await printed())[0], String(Number(last) - 1));
  await page.fill('[name=country]', 'Brazil');
  await page.click('[role=option]:has-text("Brazil")');
  await page.waitForFunction(() => document.querySelectorAll('#lines .readout tr').length === 3);
  assert.equal((await printed())[0], String(Number(last) - 1), 'a further country keeps the chosen year');
  const ticks = () => page.$$eval('#lines text[text-anchor=end]', (all) => all.map((one) => one.textContent));
  await page.selectOption('#lines [name=scale]', 'log');
  await page.waitForFunction(() => location.hash.includes('scale=log'));
  assert.ok((await ticks()).every((tick) => /^[125]0*(?:\.0+)? \w+$/.test(tick)), `${await ticks()}`);
  await page.selectOption('#lines [name=scale]', 'index');
  await page.waitForSelector('#lines text:text-is("100")');
});

test('lines are saved as SVG and PNG, with title, unit, names and source; a comparison as CSV', async () => {
  for (const [address, title] of [
    ['/docs/compare.html#de,jp/gdp', 'Gross domestic product'],
    ...(EVERY ? [['/docs/figures/gdp.html#de,jp', 'Gross domestic product']] : []),
  ]) {
    await visit(address, async (page) => {
      await page.waitForFunction(() => document.querySelectorAll('#lines .name').length === 2);
      const saved = async (/** @type {string} */ type) => {
        await page.click('#lines .save > summary');
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.click(`#lines .save [data-type=${type}]`),
        ]);
        return /** @type {const} */ ([download.suggestedFilename(), await readFile(await download.path())]);
      };
      const [name, svg] = await saved('svg');
      assert.match(name, /germany-japan-1960-to-\d{4}\.svg$/);
      const texts = [...svg.toString().matchAll(/<text[^>]*>([^<]*)/g)].map((text) => text[1]);
      assert.match(texts[0], new RegExp(`^${title}: Germany, Japan, 1960 to \\d{4}$`));
      assert.match(texts[1], /^current US dollars$/i);
      assert.deepEqual(texts.filter((text) => ['Germany', 'Japan'].includes(text)).toSorted(), ['Germany', 'Japan']);
      assert.deepEqual(texts.slice(-2), ['Source: World Development Indicators. Licence: ODbL 1.0.', page.url()]);
      const [, image] = await saved('png');
      assert.equal(image.subarray(1, 4).toString(), 'PNG');
      assert.equal(image.readUInt32BE(16), 1920);
      assert.ok(image.readUInt32BE(20) >= 600);
      const [head, row] = (await saved('csv'))[1].toString().split('\r\n');
      assert.equal(head, 'year,Germany (current US dollars),Japan (current US dollars),source,licence,address');
      assert.match(row, /^1960,[\d.]*,[\d.]+,World Development Indicators,ODbL 1\.0,/);
    });
  }
});

test('a ranking, the flags and a country print without controls, and with every flag', async () => {
  for (const [address, most] of /** @type {const} */ ([
    ['/docs/figures/gdp.html', 9],
    ['/docs/flag-sheet.html', 7],
    ['/docs/countries/ke.html', 7],
  ]).slice(EVERY ? 0 : 1)) {
    await visit(address, async (page) => {
      await page.emulateMedia({ media: 'print' });
      assert.equal(await page.locator('.controls:visible').count(), 0);
      const skipped = await page.$$eval('#flags li', (all) =>
        all.filter((item) => getComputedStyle(item).contentVisibility !== 'visible').length,
      );
      assert.equal(skipped, 0, 'entries that are not drawn out of sight');
      const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
      assert.ok(sheets > 0 && sheets <= most, `${sheets} sheets`);
      await page.emulateMedia({ media: null });
    });
  }
});

test('a line has the colour of its country, also after one without values, and Back undoes a choice', async () => {
  const inspect = async (/** @type {Page} */ page) => {
    await page.waitForSelector('#lines path.line');
    assert.deepEqual(await page.$$eval('#lines path.line', (all) => all.map((one) => one.classList[1])), ['c2']);
    assert.match((await page.textContent('.readout')) ?? '', /AntarcticaNo value/);
  };
  await visit('/docs/compare.html#aq,ps', inspect);
  const read = async (/** @type {Page} */ page) => {
    await page.waitForSelector('#lines caption:text-is("There are no yearly values for Antarctica.")');
  };
  await visit('/docs/compare.html#aq', read);
  await visit('/docs/compare.html', async (page) => {
    await page.waitForFunction(() => document.querySelectorAll('#lines .line').length === 3);
    assert.equal(new URL(page.url()).hash, '', 'the example is no act of a person');
    await page.goto(`${origin}/docs/compare.html#de`);
    await page.fill('[name=country]', 'France');
    await page.click('[role=option]:has-text("France")');
    await page.waitForFunction(() => document.querySelectorAll('#lines .readout tr').length === 2);
    const newest = await page.$eval('#lines [type=range]', (slider) => /** @type {HTMLInputElement} */ (slider).max);
    assert.equal(await page.textContent('#lines caption'), newest);
    await page.selectOption('[name=indicator]', { index: 1 });
    assert.match(page.url(), /#de,fr\/\w+$/);
    await page.goBack();
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll('.compared thead th').length === 1);
  });
});
