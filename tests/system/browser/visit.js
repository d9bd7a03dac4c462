/** A browser on the site that SITE names, and a record of what goes wrong on each page. */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

/** @import { Browser, Page } from 'playwright-core' */

export const origin = process.env.SITE ?? 'http://127.0.0.1:8000';

// Debian's package, and Chrome's own, which is what runners with Ubuntu have.
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'];
/** @type {Browser | undefined} */
let browser;

/** @typedef {{ theme?: 'light' | 'dark', width?: number, expected?: number[] }} Look and statuses that are no fault */

/**
 * Open a page, do something on it, and hold it to what every page promises: nothing on the console, no request to
 * another origin, none that fails.
 * @param {string} path
 * @param {(page: Page) => Promise<void>} act
 * @param {Look} [look]
 */
export async function visit(path, act, { theme = 'light', width = 1280, expected = [] } = {}) {
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
  /** @type {string[]} */
  const wrongs = [];
  page.on('console', (message) => {
    if (!expected.some((status) => message.text().includes(`status of ${status} `))) {
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
    if (response.status() >= 400 && !expected.includes(response.status())) {
      wrongs.push(`${response.status()}: ${response.url()}`);
    }
  });
  try {
    await page.goto(origin + path, { waitUntil: 'load' });
    await act(page);
    assert.deepEqual(wrongs, [], path);
  } finally {
    await context.close();
  }
}

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds wrong with a page as it stands, by rule.
 * @param {Page} page
 * @returns {Promise<[string, string[]][]>}
 */
export async function violations(page) {
  // Half a megabyte to parse: once a page, not once a look.
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(AXE);
  }
  const found = await page.evaluate(() => Reflect.get(globalThis, 'axe').run({ resultTypes: ['violations'] }));
  return found.violations.map((/** @type {any} */ violation) => [
    violation.id,
    violation.nodes.map((/** @type {any} */ node) => node.html),
  ]);
}

/**
 * Items that this process tests: those of the part that PART names, as in 2/3, or all. Parts run side by side.
 * @template T
 * @param {T[]} items
 * @returns {T[]}
 */
export function part(items) {
  const [number, count] = (process.env.PART ?? '1/1').split('/').map(Number);
  return items.filter((_, index) => index % count === number - 1);
}

/** Close the browser when a file's tests are over. */
export async function leave() {
  await browser?.close();
}

/**
 * Addresses of all pages, as the navigation of the documents names them.
 * @returns {Promise<string[]>}
 */
export async function pages() {
  const html = await (await fetch(`${origin}/docs/`)).text();
  const found = [...html.matchAll(/href="((?:\.\/)?|[a-z-]+\.html)"/g)].map((match) => match[1].replace('./', ''));
  return ['/', ...new Set(found.map((name) => `/docs/${name}`))];
}
