/**
 * Prints the start time of a function in milliseconds: `node benchmarks/core_start.js BUNDLE`. The bundle is the
 * `site.js` of the adapters as one file. A module without `ask` is only imported.
 */

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const address = pathToFileURL(resolve(process.argv[2])).href;
const started = performance.now();
const { ask, bodyOf } = await import(address);
const opened = performance.now() - started;
if (ask !== undefined && bodyOf(ask({ method: 'GET', target: '/v1?offset=3' })).length < 10_000) {
  throw new Error('the function does not answer');
}
process.stdout.write(String(opened));
