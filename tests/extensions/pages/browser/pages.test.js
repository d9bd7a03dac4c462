/**
 * Checks of every page: while it loads on a phone, then in its looks. A page of each kind is shown on two screen sizes,
 * each in a theme of its own; axe applies all rules in the first, and in the other those about colours. A guide is
 * shown on a phone, without axe: one of them is among the kinds, and a linter reads the HTML of all. One template makes
 * the pages of routes, of tables and of hosts.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVERY, KINDS, layoutShift, overhang, pages, settle, show, testPage, violations } from './visit.js';

/** @import { Page } from 'playwright-core' */

const LOOKS = /** @type {const} */ ([
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 360 },
]);
// Before compression, without images.
const MOST_BYTES = 160_000;
// With the image of all flags, after the page has been scrolled to its end.
const MOST_OF_GRIDS = 160_000;
const GRIDS = ['/', '/docs/countries.html', '/docs/flag-sheet.html'];

// The smallest size of text on the screen.
const LEAST_PX = 12;

// The greatest layout shift; people notice one above 0.1.
const MOST_SHIFT = 0.05;
// Those at which the soak loads pages of each kind besides that of a phone.
const WIDTHS = EVERY ? [768, 1024, 1280, 1440] : [];

// Pages that neither the navigation nor the kinds list.
const FURTHER = ['figures/gdp', 'countries/fr', 'subregions/caribbean', 'match', 'metrics'];
const OTHERS = [...FURTHER.map((name) => `/docs/${name}.html`), '/docs/compare.html#jp,de'];

// Pages that one template makes of declarations or records: one of each kind, and all in the soak.
const DERIVED = /\/(?:route-|table-|hosting-|figures\/|countries\/|subregions\/)/;

// Guides differ in their texts alone, so that every third is enough in a run.
const named = (await pages()).filter((address) => EVERY || !DERIVED.test(address));
const listed = named.filter((_, number) => EVERY || number % 3 === 0);
const addresses = [...new Set([...KINDS, ...listed, ...OTHERS])];

test('the navigation has the pages', () => {
  assert.ok(addresses.length > 20, `${addresses.length} pages`);
});

for (const address of addresses) {
  testPage(`${address}: accessible, light, still, and without a blocking script`, address, async (page) => {
    await keepStill(page);
    const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    const computed = names.filter((name) => name.includes('/v1/') && !name.endsWith('.json'));
    assert.deepEqual(computed, [], 'the function runs before a person asks for an answer');
    for (const look of EVERY || KINDS.includes(address) ? LOOKS : LOOKS.slice(1)) {
      await show(page, look);
      // A chart is drawn anew for the width.
      await settle();
      assert.deepEqual(await faults(page, address, look), [], JSON.stringify(look));
      assert.equal(await page.evaluate(overhang), 0, `pixels wider than the screen, ${JSON.stringify(look)}`);
      assert.deepEqual(await page.evaluate(covered), [], JSON.stringify(look));
      assert.deepEqual(await page.evaluate(moved), [], `moved by the button, ${JSON.stringify(look)}`);
      assert.deepEqual(await page.evaluate(wideCode), [], `code to be scrolled sideways, ${JSON.stringify(look)}`);
      assert.deepEqual(await page.evaluate(smallTexts, LEAST_PX), [], `small text, ${JSON.stringify(look)}`);
    }
    assert.deepEqual(await page.evaluate(cutTables), [], 'tables that a phone cuts off');
    const scripts = await page.$$eval('script', (all) => all.map((script) => [script.type, script.text]));
    for (const [type, text] of scripts) {
      const isData = type === 'application/json' || type === 'application/ld+json';
      assert.ok(isData || (type === 'module' && text === ''), `a script of type ${type}`);
    }
    if (GRIDS.includes(address)) {
      await page.evaluate(scrollThrough);
      await settle();
    }
    const { text, images } = await page.evaluate(weight);
    assert.ok(text > 0 && text < MOST_BYTES, `${text} bytes without images`);
    if (GRIDS.includes(address)) {
      assert.ok(images > 0 && text + images < MOST_OF_GRIDS, `${text} bytes and ${images} of images`);
    }
  }, { width: 390 });
}

// The page of comparisons is drawn when its address names countries.
for (const address of KINDS.map((kind) => (kind.endsWith('/compare.html') ? `${kind}#jp,de,br` : kind))) {
  for (const width of WIDTHS) {
    testPage(`${address} keeps still at ${width}`, address, keepStill, { width });
  }
}

/**
 * Check that a page did not move while it was loaded.
 * @param {Page} page
 */
async function keepStill(page) {
  await settle();
  const shift = await page.evaluate(layoutShift);
  assert.ok(shift < MOST_SHIFT, `a layout shift of ${shift}`);
}

/**
 * Apply the rules of axe that a page is checked by in a look.
 * @param {Page} page
 * @param {string} address
 * @param {typeof LOOKS[number]} look
 * @returns {Promise<[string, string[]][]>}
 */
async function faults(page, address, look) {
  if (EVERY || KINDS.includes(address)) {
    return violations(page, EVERY || look.theme === 'light' ? {} : { only: ['color-contrast'] });
  }
  return [];
}

/** @returns {string[]} code that lies below the button that copies it */
function covered() {
  return [...document.querySelectorAll('.block')]
    .filter((block) => {
      const button = block.querySelector('.copy')?.getBoundingClientRect();
      const text = document.createRange();
      text.selectNodeContents(block.querySelector('code') ?? block);
      // What is scrolled out of its box lies below nothing.
      const end = block.querySelector('pre')?.getBoundingClientRect().right ?? Infinity;
      return (
        button &&
        [...text.getClientRects()].some(
          (line) => line.top < button.bottom && line.bottom > button.top && Math.min(line.right, end) > button.left,
        )
      );
    })
    .map((block) => block.textContent ?? '');
}

/** @returns {string[]} code that changes its height when the script adds the button that copies it */
function moved() {
  return [...document.querySelectorAll('.block')]
    .filter((block) => {
      const button = block.querySelector('.copy');
      const height = block.getBoundingClientRect().height;
      if (!(button instanceof HTMLElement)) {
        return false;
      }
      button.style.display = 'none';
      const before = block.getBoundingClientRect().height;
      button.style.display = '';
      return before !== height;
    })
    .map((block) => block.textContent ?? '');
}

/** @returns {string[]} code that is wider than its box */
function wideCode() {
  return [...document.querySelectorAll('pre')]
    .filter((pre) => pre.scrollWidth > pre.clientWidth)
    .map((pre) => pre.textContent);
}

/**
 * List visible texts that are smaller than a size. A picture is drawn smaller than it says where it has less room.
 * @param {number} least in px
 * @returns {string[]} size and text
 */
function smallTexts(least) {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small = new Set();
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement;
    if (element?.checkVisibility({ visibilityProperty: true }) && (node.textContent ?? '').trim() !== '') {
      const scale = element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.d ?? 1) : 1;
      const size = parseFloat(getComputedStyle(element).fontSize) * scale;
      // The scale of a picture is rounded.
      if (size < least - 0.05) {
        small.add(`${size.toFixed(1)} px: ${(node.textContent ?? '').trim().slice(0, 40)}`);
      }
    }
  }
  return [...small];
}

/** @returns {string[]} headings of the tables that are wider than the room they have */
function cutTables() {
  return [...document.querySelectorAll('.scroll')]
    .filter((table) => table.scrollWidth > table.clientWidth)
    .map((table) => table.querySelector('tr')?.innerText ?? '');
}

/** Scroll every part of the page into view. */
async function scrollThrough() {
  for (let at = 0; at < document.documentElement.scrollHeight; at += innerHeight) {
    scrollTo({ top: at, behavior: 'instant' });
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** @returns {{text: number, images: number}} bytes of the page and what it loaded, as they are before compression */
function weight() {
  const entries = /** @type {PerformanceResourceTiming[]} */ ([
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ]);
  // Data that come when they are needed, and are no part of the page.
  const data = /\/tables\/|assets\/(?:figures|names|name-index|search)\.json|world\.svg$/;
  const weigh = (/** @type {boolean} */ ofImages) =>
    entries
      .filter((entry) => !data.test(entry.name))
      .filter((entry) => /\.(?:ico|png|svg)$/.test(entry.name) === ofImages)
      .reduce((sum, entry) => sum + entry.decodedBodySize, 0);
  return { text: weigh(false), images: weigh(true) };
}
