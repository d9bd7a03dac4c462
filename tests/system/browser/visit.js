/** Opens pages of the site at SITE in a browser, and records the faults of each. */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

/** @import { Browser, CDPSession, Page } from 'playwright-core' */

export const origin = process.env.SITE ?? 'http://127.0.0.1:8000';

// Debian's packages, and Chrome's, which runners with Ubuntu have. The shell takes a fifth less processor time.
const BROWSERS = ['chromium-headless-shell', 'chromium', 'google-chrome', 'google-chrome-stable'].map(
  (name) => `/usr/bin/${name}`,
);

const OPTIONS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Compiling and collecting in threads of their own takes a tenth more processor time.
  '--js-flags=--single-threaded',
];

/** @typedef {{ theme?: 'light' | 'dark', width?: number }} Look */

/** @typedef {Look & { expected?: number[] }} Options look, and statuses that are no fault */

/** @typedef {{ page: Page, session: CDPSession, wrongs: string[], expected: number[] }} Tab `wrongs`: faults so far */

/** @type {Browser | undefined} */
let browser;

/** @type {Tab | undefined} */
let tab;

/**
 * Open a page, use it, and check it: no message on the console, no request to another
 * origin, none that fails. All visits share a tab, for a new one costs more than a visit; each begins with the storage
 * empty and the pointer outside.
 * @param {string} path
 * @param {(page: Page) => Promise<void>} act
 * @param {Options} [options]
 */
export async function visit(path, act, { theme = 'light', width = 1280, expected = [] } = {}) {
  tab ??= await openTab();
  const { page, session, wrongs } = tab;
  if (page.url().startsWith(origin)) {
    await page.evaluate(() => sessionStorage.clear());
  }
  // From one fragment of a page to another, the browser would load nothing.
  await page.goto('about:blank');
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await page.mouse.move(-1, -1);
  wrongs.length = 0;
  tab.expected = expected;
  await show(page, { theme, width });
  await page.goto(origin + path, { waitUntil: 'load' });
  await act(page);
  assert.deepEqual(wrongs, [], path);
}

/**
 * Show a page in a theme and at a width.
 * @param {Page} page
 * @param {Look} look
 */
export async function show(page, { theme = 'light', width = 1280 }) {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme: theme });
}

/** @returns {Promise<Tab>} */
async function openTab() {
  browser ??= await chromium.launch({
    executablePath: process.env.CHROMIUM ?? BROWSERS.find(existsSync) ?? BROWSERS[0],
    args: OPTIONS,
  });
  const context = await browser.newContext();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  /** @type {Tab} */
  const opened = { page, session: await context.newCDPSession(page), wrongs: [], expected: [] };
  const { wrongs } = opened;
  page.on('console', (message) => {
    if (!opened.expected.some((status) => message.text().includes(`status of ${status} `))) {
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
    if (response.status() >= 400 && !opened.expected.includes(response.status())) {
      wrongs.push(`${response.status()}: ${response.url()}`);
    }
  });
  return opened;
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
  const found = await page.evaluate((asked) => Reflect.get(globalThis, 'axe').run(asked), VIOLATIONS_ALONE);
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

/**
 * Runs in a page.
 * @returns {Promise<number>} how much the page has moved since it began to load, and a moment after
 */
export function layoutShift() {
  return new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        sum += Reflect.get(entry, 'value');
      }
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(sum), 300);
  });
}
