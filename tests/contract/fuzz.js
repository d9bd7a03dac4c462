/**
 * Sends generated requests, a million by default, to the deployed core. The core must not throw, and must answer each
 * route with its described statuses. Headers must have no control characters. A 200 and a 304 must have an entity tag
 * unless Cache-Control is `no-store`. An error must be cached for a minute at most.
 * `node tests/contract/fuzz.js [count] [seed] [folder of the built site]`.
 */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const output = pathToFileURL(`${resolve(process.argv[4] ?? 'output')}/`);
const edge = new URL('edge/', output);
const { answer, createSite } = await import(`${edge}core/answer.js`);
const { manifest } = await import(`${edge}generated/manifest.js`);
const { records } = await import(`${edge}generated/records.js`);

const COUNT = Number(process.argv[2] ?? 1_000_000);
const STATUSES = new Set([200, 204, 301, 304, 400, 404, 405, 414]);
const description = JSON.parse(readFileSync(new URL('public/openapi.json', output), 'utf8'));
const site = createSite(manifest, records);

let state = Number(process.argv[3] ?? 20261121) >>> 0;

/** A number below `n` from a seeded generator (mulberry32). */
function below(/** @type {number} */ n) {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % n;
}

/** @template T @param {readonly T[]} list @returns {T} */
const pick = (list) => list[below(list.length)];

// Texts that are known to break parsers, decoders or look-ups.
const NASTY = JSON.parse(readFileSync(new URL('nasty.json', import.meta.url), 'utf8'));
const NAMES = [
  ...Object.values(manifest.params).map(({ name }) => name),
  'Limit',
  'x',
  '',
  '__proto__',
  '%6cimit',
  'l%69mit',
];
const METHODS = [...Array(30).fill('GET'), 'HEAD', 'OPTIONS', 'POST', 'get', 'TRACE', ''];
const WORDS = [
  ...[manifest.names, manifest.capitals].flatMap(({ own, otherLanguages }) => [
    ...own.flat(2),
    ...Object.values(otherLanguages).flatMap((entries) => entries.split(/,[0-9,]+ ?/)),
  ]),
  ...Object.values(manifest.indexes).flatMap(Object.keys),
];

/** A text of random Unicode characters, including lone surrogates. */
const noise = () =>
  String.fromCharCode(...Array.from({ length: below(12) }, () => below(pick([128, 256, 0x3000, 0x10000]))));
const slice = () => {
  const word = pick(WORDS);
  const from = below(word.length + 1);
  return word.slice(from, from + 1 + below(6));
};
/** @returns {string} */
const raw = () => pick([() => pick(NASTY), () => pick(WORDS), slice, noise])();
const value = () => {
  const text = raw();
  return below(2)
    ? text
    : text.replace(/[^a-z]/gi, (char) => `%${(char.charCodeAt(0) & 255).toString(16).padStart(2, '0')}`);
};

/**
 * A path similar to a route: with values for its parameters, and sometimes a segment replaced, added or removed.
 * @returns {{text: string, route: string}} `route` is empty where the path may be that of another route, or of none.
 */
function path() {
  const route = /** @type {string} */ (pick(manifest.routes).path);
  const segments = route
    .split('/')
    .map((/** @type {string} */ part) => (part.includes('{') ? value() : part));
  if (below(6) === 0) segments[below(segments.length)] = value();
  if (below(10) === 0) segments.push(value());
  if (below(20) === 0) segments.splice(below(segments.length), 1);
  const joined = segments.join('/');
  const alike = route.split('/').every((part, at) => part.includes('{') || part === joined.split('/')[at]);
  const text = joined + (below(8) === 0 ? '/' : '');
  return {
    text: below(5000) === 0 ? text.padEnd(9000, 'x') : text,
    route: alike && joined.split('/').length === route.split('/').length ? route : '',
  };
}

const query = () =>
  Array.from({ length: below(5) }, () => `${pick(NAMES)}${pick(['=', '=', '=', '', '=='])}${value()}`).join('&');

/** The described statuses of a route. The description has routes of flags without `/flags`. */
function statuses(/** @type {string} */ route) {
  const described = description.paths[route] ?? description.paths[route.replace('/flags', '')];
  const unknown = route.includes('{') ? ['404'] : [];
  return described ? [...Object.keys(described.get.responses), ...unknown, '414'] : undefined;
}

/** @param {boolean} condition @param {string} what @param {unknown} request */
function demand(condition, what, request) {
  if (!condition) {
    throw new Error(`${what}: ${JSON.stringify(request)}`);
  }
}

/** @type {Map<number, number>} */
const counted = new Map();
for (let number = 0; number < COUNT; number++) {
  const { text: asked, route } = path();
  const request = {
    method: pick(METHODS),
    path: asked,
    query: query(),
    accept: pick(['', '', 'text/html', '*/*;q=0.1, text/*', noise()]),
    ifNoneMatch: pick(['', '', '*', '"x"', 'W/"x", "y"', '"', noise()]),
    country: pick(['', 'DE', 'de', 'XX', 'T1', '__proto__', noise()]),
    entropy: Array.from({ length: 4 }, () => below(0xffffffff).toString(16).padStart(8, '0')).join(''),
  };
  const result = answer(request, site);
  demand(STATUSES.has(result.status), `status ${result.status}`, request);
  if (request.method === 'GET' && route) {
    demand(statuses(route)?.includes(String(result.status)) ?? true, `status ${result.status} of ${route}`, request);
  }
  for (const [name, text] of result.headers) {
    demand(/^[\x20-\x7e]*$/.test(text) && /^[A-Za-z-]+$/.test(name), `header ${name}: ${text}`, request);
  }
  /** @type {Map<string, string>} */
  const headers = new Map(result.headers);
  const cache = headers.get('Cache-Control') ?? '';
  const isTagged = (result.status === 200 || result.status === 304) && cache !== 'no-store';
  demand(headers.has('ETag') === isTagged, `entity tag with Cache-Control ${cache}`, request);
  const isBrief = cache.includes('no-store') || /^public, max-age=([0-5]?[0-9]|60)$/.test(cache);
  demand(result.status < 400 || isBrief, `Cache-Control of an error: ${cache}`, request);
  if (result.status >= 400 && headers.get('Content-Type')?.startsWith('text/html')) {
    const isAsked = headers.get('Vary') === 'Accept' && request.accept !== '';
    demand(result.status === 404 && isAsked, 'a page as an error', request);
    demand('body' in result && result.body.startsWith('<!DOCTYPE html>'), 'error page', request);
  } else if (result.status >= 400) {
    const body = 'body' in result ? JSON.parse(result.body) : {};
    demand(body.status === result.status && typeof body.message === 'string', 'error body', request);
  }
  if ('file' in result) demand(!/\.\.|\/\/|^\/|[^\w./~-]/.test(result.file), `file ${result.file}`, request);
  if ('body' in result && result.status === 200) JSON.parse(result.body);
  counted.set(result.status, (counted.get(result.status) ?? 0) + 1);
}
const spread = [...counted]
  .sort()
  .map(([status, count]) => `${status}: ${count}`)
  .join(', ');
process.stdout.write(`${COUNT} requests on ${Object.keys(description.paths).length} documented paths: ${spread}\n`);
