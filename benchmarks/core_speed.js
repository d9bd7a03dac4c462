/**
 * Prints the time of the core from request to bytes, by kind: `node benchmarks/core_speed.js FOLDER`.
 * The folder is the `edge/` of a built site. Each value is the median of many rounds, in microseconds. The same run
 * measures the conventional way to answer: select fields from objects and stringify them.
 */

import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = resolve(process.argv[2]);
/** @type {(name: string) => Promise<any>} */
const load = (name) => import(pathToFileURL(join(folder, name)).href);

const [{ answer, createSite }, { joinRecords }, { manifest }, { records }] = await Promise.all(
  ['core/answer.js', 'core/body_bytes.js', 'generated/manifest.js', 'generated/records.js'].map(load),
);
const site = createSite(manifest, records);

const ENTROPY = '0123456789abcdef'.repeat(2);
const ROUNDS = 200;
const CALLS = 20;
// The conventional way gets fewer rounds, because to stringify complete records takes up to a millisecond.
const CONVENTIONAL_ROUNDS = 10;
const encoder = new TextEncoder();

/**
 * The requests. The windows start at 3, so that they have no file and are joined.
 * @type {[label: string, path: string, query: string][]}
 */
const KINDS = [
  ['page of 5, joined', '/v1', 'offset=3'],
  ['page of 25, joined', '/v1/region/africa', 'limit=25&offset=3'],
  ['page of 25, dotted fields', '/v1/region/africa', 'limit=25&fields=name.common,capital,enrichment.economics.gdp'],
  ['shuffle', '/v1', 'page=random&seed=meadow&index=2'],
  ['name search', '/v1/name/united', ''],
  ['name search, 1 letter', '/v1/name/a', ''],
];

/**
 * @param {string} path
 * @param {string} query
 */
function answerOnce(path, query) {
  const request = { method: 'GET', path, query, ifNoneMatch: '', accept: '', country: 'DE', entropy: ENTROPY };
  const result = answer(request, site);
  return 'members' in result ? joinRecords(site, result.members) : encoder.encode(result.body);
}

/**
 * Measure functions in turns, so that other load on the machine affects each.
 * @param {(() => unknown)[]} runs
 * @param {number} [rounds]
 * @returns {number[]} microseconds
 */
function measure(runs, rounds = ROUNDS) {
  /** @type {number[][]} */
  const times = runs.map(() => []);
  for (let round = 0; round < 2 * rounds; round++) {
    for (const [at, run] of runs.entries()) {
      const from = performance.now();
      for (let call = 0; call < CALLS; call++) {
        run();
      }
      times[at].push(((performance.now() - from) * 1000) / CALLS);
    }
  }
  // The first half warms the engine up.
  return times.map((row) => row.slice(rounds).sort((one, other) => one - other)[rounds / 2]);
}

/** @type {Record<string, unknown>[]} */
const objects = records.packed.map((/** @type {string} */ _, /** @type {number} */ at) => JSON.parse(site.record(at)));
/** @type {(answered: unknown) => Uint8Array} */
const stringify = (answered) => encoder.encode(JSON.stringify(answered));
/** @type {(names: string[]) => (record: Record<string, unknown>) => unknown} */
const makePicker = (names) => (record) => Object.fromEntries(names.map((name) => [name, record[name]]));
const pick = makePicker(['cca2', 'area', 'population']);

/** @type {[string, number][]} */
const rows = KINDS.map(([label, path, query]) => [label, measure([() => answerOnce(path, query)])[0]]);
const [projected, conventional] = measure([
  () => answerOnce('/v1/region/africa', 'limit=25&fields=cca2,area,population'),
  () => stringify(objects.slice(3, 28).map(pick)),
]);
rows.push(['page of 25, 3 fields', projected], ['conventional: page of 25, 3 fields', conventional]);
rows.push(['conventional: page of 5', measure([() => stringify(objects.slice(3, 8))], CONVENTIONAL_ROUNDS)[0]]);
rows.push(['conventional: page of 25', measure([() => stringify(objects.slice(3, 28))], CONVENTIONAL_ROUNDS)[0]]);
process.stdout.write(JSON.stringify(Object.fromEntries(rows)));
