/** What people come for is at most three clicks from the landing page. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { origin } from './visit.js';

const MOST_CLICKS = 3;
// What people want, and the address where they have it.
const ERRANDS = {
  'all records as a file': '/docs/downloads/countries.json',
  'a client in TypeScript': '/docs/client.html',
  'one value of a country with its source': '/docs/countries/jp.html',
  'the holidays of a country as a calendar': '/docs/calendars/ke.ics',
  'the image of a flag': '/flags/svg/xk.svg',
  'a ranking of all countries': '/docs/figures/gdp.html',
  'the way from restcountries': '/docs/moving-from-restcountries.html',
  'a host of one’s own': '/docs/hosting-cloudflare.html',
  'what never changes': '/docs/stability.html',
  'a call to try': '/docs/console.html',
};

/**
 * @param {string} page
 * @returns {Promise<string[]>} paths of the links on a page
 */
async function linksOf(page) {
  const html = /(?:\/|\.html)$/.test(page) ? await (await fetch(origin + page)).text() : '';
  return [...html.matchAll(/<a [^>]*href="([^"#]+)/g)]
    .map((match) => new URL(match[1], origin + page))
    .filter((url) => url.origin === origin)
    .map((url) => url.pathname);
}

/** @type {Map<string, number>} clicks to each address */
const clicks = new Map([['/', 0]]);
for (const [page, number] of clicks) {
  // A map yields what is added while it is read.
  for (const found of number < MOST_CLICKS ? await linksOf(page) : []) {
    if (!clicks.has(found)) {
      clicks.set(found, number + 1);
    }
  }
}

for (const [errand, target] of Object.entries(ERRANDS)) {
  test(`${errand}: ${target}`, async (context) => {
    assert.ok(clicks.has(target), `more than ${MOST_CLICKS} clicks`);
    assert.equal((await fetch(origin + target)).status, 200);
    context.diagnostic(`${clicks.get(target)} clicks`);
  });
}
