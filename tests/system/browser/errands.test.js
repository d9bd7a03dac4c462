/** What people come for is at most three clicks from the landing page. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { leave, origin, visit } from './visit.js';

after(leave);

const MOST_CLICKS = 3;
/** @type {Record<string, [address: string, contains?: RegExp]>} what people want, and where they have it */
const ERRANDS = {
  'the call for the record of Japan': ['/docs/countries/jp.html', /<code>\/v1\/alpha\/jp<\/code>/],
  'all countries as one CSV': ['/docs/downloads/countries.csv'],
  'a client in TypeScript': ['/docs/client.html', /openapi-typescript/],
  'GDP per head of five countries compared': ['/docs/compare.html'],
  'the time zones of Brazil': ['/docs/countries/br.html', /America\/Sao_Paulo|UTC-03:00/],
  'the countries with the euro as a call': ['/docs/currencies/eur.html', /38 countries[^]*\/v1\/currency\/eur/],
  'the way from restcountries': ['/docs/moving-from-restcountries.html'],
  'Cloudflare with one’s own domain, and its price': ['/docs/hosting-cloudflare.html', /\$\d[\d.]* for a million/],
  'the holidays of Germany in a calendar': ['/docs/countries/de.html', /href="webcal:[^"]+de\.ics"/],
  'what changed, and to follow it': ['/docs/changes.html', /Subscribe/],
  'the image of a flag': ['/flags/svg/xk.svg'],
  'a ranking of all countries': ['/docs/figures/gdp.html'],
  'what never changes': ['/docs/stability.html'],
  'a call to try': ['/docs/console.html'],
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

/** @type {Map<string, number>} clicks to each address, until the map has all that people want */
const clicks = new Map([['/', 0]]);
const targets = Object.values(ERRANDS).map(([target]) => target);
for (const [page, number] of clicks) {
  if (targets.every((target) => clicks.has(target))) {
    break;
  }
  // A map yields what is added while it is read.
  for (const found of number < MOST_CLICKS ? await linksOf(page) : []) {
    if (!clicks.has(found)) {
      clicks.set(found, number + 1);
    }
  }
}

for (const [errand, [target, contains = /^/]] of Object.entries(ERRANDS)) {
  test(`${errand}: ${target}`, async (context) => {
    assert.ok(clicks.has(target), `more than ${MOST_CLICKS} clicks`);
    const answer = await fetch(origin + target);
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), contains);
    context.diagnostic(`${clicks.get(target)} clicks`);
  });
}

test('changes are asked for by country, field and day, and the address keeps the question', async () => {
  await visit('/docs/changes.html', async (page) => {
    await page.selectOption('[name=field]', 'Population');
    const day = (await page.getAttribute('section.field:not([hidden])', 'data-day')) ?? '';
    await page.fill('[name=since]', day);
    await page.waitForSelector('#count:has-text("Changes: ")');
    const told = await page.textContent('#count');
    assert.match(told ?? '', /^Changes: [1-9]/);
    const address = page.url();
    await page.goto('about:blank');
    await page.goto(address);
    await page.waitForSelector(`#count:text-is("${told}")`);
    assert.equal(await page.inputValue('[name=since]'), day);
    await page.fill('[name=since]', '2999-01-01');
    await page.waitForSelector('#count:text-is("Changes: 0")');
  });
});

test('the code of a region gets all its countries', async () => {
  await visit('/docs/regions/africa.html', async (page) => {
    await page.click('.exchange a:has-text("Try it")');
    await page.waitForSelector('#answer .head:has-text("X-Total-Count: 59")');
    const code = (await page.textContent('#calls [data-language=js] code')) ?? '';
    assert.match(code, /rel="next"/);
  });
});
