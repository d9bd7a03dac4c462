/**
 * Prints the start time of a function in milliseconds: `node benchmarks/core_start.js BUNDLE`. The bundle is the
 * `site.js` of a host as one file. The first answer is printed separately, because it creates what later answers reuse.
 * A module that exports no function is only imported.
 */

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const address = pathToFileURL(resolve(process.argv[2])).href;
const started = performance.now();
const { ask, bodyOf } = await import(address);
const opened = performance.now() - started;
let answered = 0;
if (ask !== undefined) {
  const body = bodyOf(ask({ method: 'GET', target: '/v1?offset=3' }));
  answered = performance.now() - started - opened;
  if (body.length < 10_000) {
    throw new Error(`the first answer has ${body.length} bytes`);
  }
}
process.stdout.write(`${JSON.stringify({ opened, answered })}\n`);
