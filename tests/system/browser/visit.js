/** Opens pages of the site at SITE in a browser, and records the faults of each. */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

/** @import { Browser, Page } from 'playwright-core' */

export const origin = process.env.SITE ?? 'http://127.0.0.1:8000';

// Debian's package, and Chrome's own, which runners with Ubuntu have.
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'];
/** @type {Browser | undefined} */
let browser;

/** @typedef {{ theme?: 'light' | 'dark', width?: number, expected?: number[] }} Look and statuses that are no fault */

/** @typedef {{ page: Page, wrongs: string[], expected: number[] }} Tab `wrongs` and statuses that are none of them */

/** @type {Tab | undefined} */
let sharedTab;

/**
 * Open a page, use it, and check it: no message on the console, no request to another
 * origin, none that fails.
 * @param {string} path
 * @param {(page: Page) => Promise<void>} act
 * @param {Look} [look]
 */
export async function visit(path, act, { theme = 'light', width = 1280, expected = [] } = {}) {
  const tab = await openTab(theme, width);
  tab.expected = expected;
  try {
    await go(tab, path, act);
  } finally {
    await tab.page.context().close();
  }
}

/**
 * Visit a page as `visit` does, in a tab that all such visits share, including its storage. A new tab and the
 * compilation of axe for it take a third of a visit.
 * @param {string} path
 * @param {(page: Page) => Promise<void>} act
 * @param {Look} [look]
 */
export async function visitInTurn(path, act, { theme = 'light', width = 1280, expected = [] } = {}) {
  sharedTab ??= await openTab(theme, width);
  sharedTab.expected = expected;
  // From one fragment of a page to another, the browser would load nothing.
  await sharedTab.page.goto('about:blank');
  sharedTab.wrongs.length = 0;
  await sharedTab.page.setViewportSize({ width, height: 800 });
  await sharedTab.page.emulateMedia({ colorScheme: theme });
  await go(sharedTab, path, act);
}

/**
 * @param {Tab} tab
 * @param {string} path
 * @param {(page: Page) => Promise<void>} act
 */
async function go({ page, wrongs }, path, act) {
  await page.goto(origin + path, { waitUntil: 'load' });
  await act(page);
  assert.deepEqual(wrongs, [], path);
}

/**
 * @param {'light' | 'dark'} theme
 * @param {number} width
 * @returns {Promise<Tab>}
 */
async function openTab(theme, width) {
  browser ??= await chromium.launch({
    executablePath: process.env.CHROMIUM ?? BROWSERS.find(existsSync) ?? BROWSERS[0],
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const context = await browser.newContext({ colorScheme: theme, viewport: { width, height: 800 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  /** @type {Tab} */
  const tab = { page, wrongs: [], expected: [] };
  const { wrongs } = tab;
  page.on('console', (message) => {
    if (!tab.expected.some((status) => message.text().includes(`status of ${status} `))) {
      wrongs.push(`console: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => wrongs.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) {
      wrongs.push(`another origin: ${request.url()}`);
    }
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !tab.expected.includes(response.status())) {
      wrongs.push(`${response.status()}: ${response.url()}`);
    }
  });
  return tab;
}

// This takes a fifth less time than a report with passed rules; no page has a frame.
const VIOLATIONS_ALONE = { resultTypes: ['violations'], reporter: 'no-passes', iframes: false, preload: false };

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * List what axe reports about the current state of a page, by rule.
 * @param {Page} page
 * @returns {Promise<[string, string[]][]>}
 */
export async function violations(page) {
  // Half a megabyte to parse: once for each page, not for each check.
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(AXE);
  }
  const found = await page.evaluate((options) => Reflect.get(globalThis, 'axe').run(options), VIOLATIONS_ALONE);
  return found.violations.map((/** @type {any} */ violation) => [
    violation.id,
    violation.nodes.map((/** @type {any} */ node) => node.html),
  ]);
}

/**
 * Select the items that this process tests: those of the part in PART, such as 2/3, or all. Parts run in parallel.
 * @template T
 * @param {T[]} items
 * @returns {T[]}
 */
export function part(items) {
  const [number, count] = (process.env.PART ?? '1/1').split('/').map(Number);
  return items.filter((_, index) => index % count === number - 1);
}

/** Close the browser after the tests of a file. */
export async function leave() {
  await browser?.close();
}

/**
 * List the addresses of all pages in the navigation of the documents.
 * @returns {Promise<string[]>}
 */
export async function pages() {
  const html = await (await fetch(`${origin}/docs/`)).text();
  const found = [...html.matchAll(/href="((?:\.\/)?|[a-z-]+\.html)"/g)].map((match) => match[1].replace('./', ''));
  return ['/', ...new Set(found.map((name) => `/docs/${name}`))];
}
