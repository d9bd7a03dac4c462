/** Opens pages of the site at SITE in a browser, and records the faults of each. */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import { chromium } from 'playwright-core';

/** @import { Browser, CDPSession, Page, Request } from 'playwright-core' */

/** Whether every page is checked in full, as `make soak` does, or one of each kind. */
export const EVERY = process.env.EVERY === '1';

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

/**
 * `wrongs`: faults so far; `waiting`: requests that have no answer yet.
 * @typedef {{ page: Page, session: CDPSession, wrongs: string[], expected: number[], waiting: Set<Request> }} Tab
 */

/** @type {Browser | undefined} */
let browser;

/** @type {Tab | undefined} */
let tab;

// The files of one process share the browser.
after(() => browser?.close());

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
  tab.waiting.clear();
  tab.expected = expected;
  await show(page, { theme, width });
  await page.goto(origin + path, { waitUntil: 'load' });
  await act(page);
  assert.deepEqual(wrongs, [], path);
}

/**
 * Test one visit.
 * @param {string} title
 * @param {string} path
 * @param {(page: Page) => Promise<void>} act
 * @param {Options} [options]
 */
export function testPage(title, path, act, options) {
  test(title, () => visit(path, act, options));
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
  const opened = {
    page,
    session: await context.newCDPSession(page),
    wrongs: [],
    expected: [],
    waiting: new Set(),
  };
  const { wrongs, waiting } = opened;
  page.on('console', (message) => {
    if (!opened.expected.some((status) => message.text().includes(`status of ${status} `))) {
      wrongs.push(`console: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => wrongs.push(`error: ${error.message}`));
  page.on('requestfinished', (request) => waiting.delete(request));
  page.on('requestfailed', (request) => waiting.delete(request));
  page.on('request', (request) => {
    waiting.add(request);
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

// Rows that are like those before them; on a page of all countries, they take most of the time.
const MORE_OF_A_KIND = EVERY ? [] : ['tr', 'li', 'option'].map((name) => `${name}:nth-child(n + 20)`);

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * List what axe reports about the current state of a page, or of a part of it, by rule.
 * @param {Page} page
 * @param {{ within?: string, only?: string[], without?: string[] }} [options] selector of the part, and which rules;
 *   to measure contrasts takes half of the time
 * @returns {Promise<[string, string[]][]>}
 */
export async function violations(page, { within = 'html', only, without = [] } = {}) {
  // Half a megabyte to parse: once for each page, not for each check.
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(AXE);
  }
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const options = { ...VIOLATIONS_ALONE, rules, ...(only && { runOnly: only }) };
  const found = await page.evaluate(
    ([context, asked]) => Reflect.get(globalThis, 'axe').run(context, asked),
    /** @type {const} */ ([{ include: [within], exclude: MORE_OF_A_KIND }, options]),
  );
  return found.violations.map((/** @type {any} */ violation) => [
    violation.id,
    violation.nodes.map((/** @type {any} */ node) => node.html),
  ]);
}

/** @type {string[]} a page of each kind: what has a template, a script or a form of content of its own */
export const KINDS = JSON.parse(await readFile(new URL('kinds.json', import.meta.url), 'utf8'));

/**
 * List the addresses of all pages in the navigation of the documents.
 * @returns {Promise<string[]>}
 */
export async function pages() {
  const html = await (await fetch(`${origin}/docs/`)).text();
  const found = [...html.matchAll(/href="((?:\.\/)?|[a-z-]+\.html)"/g)].map((match) => match[1].replace('./', ''));
  return ['/', ...new Set(found.map((name) => `/docs/${name}`))];
}

/** Wait until the tab has all that it asked for, and has drawn it. No script of the site starts anything by a timer. */
export async function settle() {
  const { page, waiting } = tab ?? (await openTab());
  const deadline = Date.now() + 60_000;
  let before;
  do {
    assert.ok(Date.now() < deadline, `no answer: ${[...waiting].map((request) => request.url())}`);
    before = waiting.size;
    await page.evaluate(frames);
    // An answer that came meanwhile may still lead to another request.
  } while (before + waiting.size > 0);
}

/**
 * Runs in a page.
 * @returns {Promise<void>} settled after two frames, and what their answers had to do
 */
function frames() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
  });
}

/**
 * Runs in a page.
 * @returns {number} how much the page has moved since it began to load
 */
export function layoutShift() {
  const observer = new PerformanceObserver(() => undefined);
  observer.observe({ type: 'layout-shift', buffered: true });
  return observer.takeRecords().reduce((sum, entry) => sum + Reflect.get(entry, 'value'), 0);
}

/**
 * Runs in a page.
 * @returns {number} how many pixels the page is wider than the screen
 */
export function overhang() {
  return Math.max(0, document.documentElement.scrollWidth - innerWidth);
}
