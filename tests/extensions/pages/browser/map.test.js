/** The map in a browser, with mouse, touch and keyboard. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { origin, testPage, violations } from './visit.js';

testPage('the map has all countries but one, with metric, unit, year, source', '/docs/map.html', async (page) => {
  const codes = await page.$$eval('#world [data-code]', (all) => all.map((one) => one.getAttribute('data-code')));
  assert.equal(new Set(codes).size, 249);
  const look = () =>
    page.$eval('[data-code=IN]', (shape) => `${shape.getAttribute('class')} ${getComputedStyle(shape).fill}`);
  const before = await look();
  assert.match((await page.textContent('#greatest li')) ?? '', /^Monaco \$/);
  await page.selectOption('[name=metric]', 'population');
  assert.notEqual(await look(), before);
  assert.match((await page.textContent('#greatest li')) ?? '', /^India 1\.\d+ billion/);
  assert.match((await page.textContent('.legend')) ?? '', /–1\.46bn/);
  await page.fill('[name=country]', 'iceland');
  await page.click('[role=option]:has-text("Iceland")');
  await page.waitForSelector('#panel b');
  const printed = await page.textContent('#panel');
  assert.match(printed ?? '', /^ IcelandPopulation: [\d,]+ \(\d{4}\)Rank \d+ of 250Source: \w/);
  assert.match(page.url(), /#population\/IS$/);
  assert.equal(await page.getAttribute('#panel img', 'src'), `${origin}/flags/svg/is.svg`);
  assert.deepEqual(await violations(page), []);
});

testPage('the address of the map restores metric and country', '/docs/map.html#lifeExpectancy/JP', async (page) => {
  await page.waitForSelector('#panel b:has-text("years (")');
  assert.equal(await page.inputValue('[name=metric]'), 'lifeExpectancy');
  const shape = (/** @type {string} */ selector) => page.getAttribute(`#world ${selector}`, 'd');
  assert.equal(await shape('.chosen'), await shape('[data-code=JP]'));
  await page.evaluate(() => {
    location.hash = '#nothing/ZZ';
  });
  await page.waitForFunction(() => document.querySelector('.chosen') === null);
  assert.equal(await page.inputValue('[name=metric]'), 'gdpPerCapita');
});

testPage('the map has a tooltip, and zooms and steps by keyboard', '/docs/map.html', async (page) => {
  // The share of the map that is in sight, and whether a country is.
  const wide = () => page.$eval('#sea', (frame) => frame.clientWidth / frame.scrollWidth);
  const isInSight = (/** @type {string} */ code) =>
    page.$eval(`[data-code=${code}]`, (shape) => {
      const { x, y, right, bottom } = shape.getBoundingClientRect();
      const frame = document.querySelector('#sea')?.getBoundingClientRect() ?? new DOMRect();
      return x >= frame.left && right <= frame.right && y >= frame.top && bottom <= frame.bottom;
    });
  await page.hover('[data-code=BR]');
  await page.waitForSelector('#tip:has-text("Brazil: $")');
  await page.focus('#sea');
  await page.keyboard.press('+');
  assert.equal((await wide()).toFixed(3), '0.625');
  await page.fill('[name=country]', 'sg');
  await page.waitForSelector('[role=option][aria-selected=true]:has-text("Singapore")');
  await page.keyboard.press('Enter');
  assert.ok(await isInSight('SG'));
  await page.focus('#sea');
  await page.keyboard.press('ArrowUp');
  await page.waitForSelector('#panel h2:has-text("Malaysia")');
  await page.keyboard.press('0');
  assert.equal(await wide(), 1);
  await page.hover('[data-code=BR]');
  await page.waitForSelector('#tip:has-text("Brazil: ")');
  await page.focus('#nearer');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#tip', { state: 'hidden' });
  await page.selectOption('[name=region]', 'Caribbean');
  const address = page.url();
  assert.match(address, /\/Caribbean$/);
  const near = await wide();
  assert.ok(near < 1 / 5 && (await isInSight('BB')), `${near} of the map`);
  await page.selectOption('[name=region]', '');
  assert.equal(await wide(), 1);
  await page.goto('about:blank');
  await page.goto(address);
  await page.waitForSelector('#sea.zoomed');
  assert.ok((await wide()) === near && (await isInSight('BB')));
});

testPage('a near map has finer outlines, and a chosen one is drawn on top', '/docs/map.html', async (page) => {
  const path = (/** @type {string} */ selector) => page.$eval(selector, (shape) => shape.getAttribute('d') ?? '');
  const coarse = await path('[data-code=DE]');
  await page.goto(`${origin}/docs/map.html#gdp/LU`);
  await page.selectOption('[name=region]', { label: 'Europe' });
  await page.waitForSelector('#world [data-of=MT]', { state: 'attached' });
  assert.ok((await path('[data-code=DE]')).length > 4 * coarse.length);
  assert.equal(await path('#world .chosen'), await path('[data-code=LU]'));
  await page.hover('[data-code=CH]');
  await page.waitForSelector('#tip:has-text("Switzerland: $")');
  assert.deepEqual(
    await page.$$eval('#world > path, #world > circle', (all) => all.slice(-2).map((one) => one.classList[0])),
    ['chosen', 'hovered'],
  );
  // A stripe would fill a dot.
  await page.selectOption('[name=metric]', 'hdi');
  assert.doesNotMatch(await page.$eval('circle.q0', (dot) => getComputedStyle(dot).fill), /url/);
});

testPage('the map shows a past year, and the address keeps it', '/docs/map.html#lifeExpectancy/CN', async (page) => {
  await page.waitForSelector('#panel b:has-text("years")');
  const before = await page.getAttribute('[data-code=CN]', 'class');
  await page.fill('[name=year]', '1970');
  await page.waitForSelector('#scale:has-text(", 1970. The classes are those of the newest values.")');
  await page.waitForSelector('#panel b:has-text("(1970)")');
  assert.notEqual(await page.getAttribute('[data-code=CN]', 'class'), before);
  assert.match((await page.textContent('#scale')) ?? '', /, 1970\./);
  assert.match(page.url(), /#lifeExpectancy\/CN\/1970$/);
  await page.click('#panel button:has-text("India")');
  await page.waitForSelector('#panel h2:has-text("India")');
  await page.selectOption('[name=metric]', 'area');
  assert.equal(await page.isVisible('[name=year]'), false);
  assert.match(page.url(), /#area\/IN$/);
  assert.deepEqual(await violations(page), []);
});

testPage('the keyboard reaches the map in a few steps', '/docs/map.html', async (page) => {
  await page.focus('main a.skip');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'sea');
});

testPage('a phone shows the whole world, then what is chosen, until Back', '/docs/map.html', async (page) => {
  // The share of the map that is in sight.
  const seen = () => page.$eval('#sea', ({ clientWidth, clientHeight, scrollWidth, scrollHeight }) => {
    return (clientWidth / scrollWidth) * (clientHeight / scrollHeight);
  });
  assert.equal(await seen(), 1);
  await page.fill('[name=country]', 'jp');
  await page.click('[role=option]:has-text("Japan")');
  await page.waitForSelector('#sea.zoomed .chosen', { state: 'attached' });
  const [box, shape] = await page.$$eval('#sea, .chosen', (all) => all.map((one) => one.getBoundingClientRect()));
  assert.ok(shape.left >= box.left && shape.right <= box.right && shape.top >= box.top, 'the country is in sight');
  assert.ok((await seen()) < 1 / 16);
  await page.goBack();
  await page.waitForSelector('#sea:not(.zoomed)');
  assert.equal(await seen(), 1);
  await page.goto(`${origin}/docs/map.html#gdp/TO`);
  await page.waitForSelector('#sea.zoomed');
}, { width: 390 });

testPage('on a phone, no dot covers Europe', '/docs/map.html', async (page) => {
  assert.equal(await page.isVisible('[data-code=MC]'), false);
  await page.selectOption('[name=region]', 'Europe');
  assert.equal(await page.isVisible('[data-code=MC]'), true);
}, { width: 390 });

for (const theme of /** @type {const} */ (['light', 'dark'])) {
  testPage(`classes of the map go from the sea by contrast, ${theme}`, '/docs/map.html', async (page) => {
    const ratios = await page.evaluate(() => {
      const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      const luminance = (/** @type {string} */ colour) => {
        if (!paint) {
          throw new Error('there is no canvas');
        }
        paint.fillStyle = colour;
        paint.fillRect(0, 0, 1, 1);
        const [red, green, blue] = [...paint.getImageData(0, 0, 1, 1).data]
          .map((part) => part / 255)
          .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const style = (/** @type {string} */ selector) => {
        const found = document.querySelector(selector);
        if (!found) {
          throw new Error(`there is no ${selector}`);
        }
        return getComputedStyle(found);
      };
      const sea = luminance(style('#world').backgroundColor);
      const classes = [1, 2, 3, 4, 5, 6].map((number) => luminance(style(`.legend .q${number}`).backgroundColor));
      const contrast = (/** @type {number} */ one, /** @type {number} */ other) =>
        (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      return {
        land: [style('#world').stroke, style('#hatch .stripe').fill].map((colour) => contrast(luminance(colour), sea)),
        steps: classes.map((colour, at) => contrast(colour, classes[at - 1] ?? sea)),
        isInOrder: classes.every((colour, at) => colour < (classes[at - 1] ?? sea) === classes[0] < sea),
      };
    });
    assert.ok(Math.min(...ratios.land) >= 3, `land of ${ratios.land}`);
    assert.ok(ratios.isInOrder);
    assert.ok(Math.min(...ratios.steps) >= 1.4, `classes of ${ratios.steps}`);
  }, { theme });
}

testPage('a touch near an island selects it on a phone', '/docs/map.html', async (page) => {
  const dot = await page.$eval('[data-code=SH]', (circle) => {
    const { x, y, width, height } = circle.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2, width };
  });
  assert.ok(dot.width >= 6, `a dot of ${dot.width} pixels`);
  // A point beside the dot that is within the reach of touch, but not of a mouse.
  await page.$eval(
    '#world',
    (svg, at) => {
      const place = { clientX: at.x + 3, clientY: at.y + 15, pointerType: 'touch', bubbles: true };
      svg.dispatchEvent(new PointerEvent('click', place));
    },
    dot,
  );
  await page.waitForSelector('#panel a:has-text("Saint Helena")');
}, { width: 390 });

testPage('no part of the map is cut off, and none of it is empty', '/docs/map.html', async (page) => {
  const [frame, drawn] = await page.$$eval('#sea, #world', (all) => all.map((one) => one.clientHeight));
  assert.ok(Math.abs(frame - drawn) <= 1, `${frame} pixels for ${drawn}`);
  const outside = await page.$$eval('#world [data-code]', (all) => {
    const world = document.querySelector('#world')?.getBoundingClientRect() ?? new DOMRect();
    return all
      .filter((shape) => shape.checkVisibility())
      .filter((shape) => {
        const { top, bottom, left, right } = shape.getBoundingClientRect();
        const isWithin = left > world.left + 2 && right < world.right - 2;
        return top < world.top || bottom > world.bottom || (shape.matches('circle') && !isWithin);
      })
      .map((shape) => shape.getAttribute('data-code'));
  });
  assert.deepEqual(outside, []);
}, { width: 390 });

testPage('names of capitals and labels of the legend are whole', '/docs/map.html', async (page) => {
  const heights = await page.$$eval('.legend span', (all) => all.map((label) => label.clientHeight));
  assert.ok(Math.max(...heights) < 28, `labels of ${heights} pixels`);
  await page.check('[name=capitals]');
  await page.selectOption('[name=region]', 'Western Africa');
  await page.waitForSelector('.capitals text:not(.covered)');
  await page.waitForTimeout(200);
  const cut = await page.$$eval('.capitals text:not(.covered)', (all) => {
    const { left, right } = document.querySelector('#sea')?.getBoundingClientRect() ?? new DOMRect();
    const boxes = all.map((name) => name.getBoundingClientRect());
    return boxes.filter((box) => box.left < left || box.right > right).length;
  });
  assert.equal(cut, 0);
});

test('without JavaScript the map has a legend with numbers', async () => {
  const map = await (await fetch(`${origin}/docs/map.html`)).text();
  assert.equal([...map.matchAll(/<span>[\d.]+k?–[\d.]+k<\/span>/g)].length, 6);
  assert.match(map, /Source: [A-Z].*\d{4}/);
});
