/**
 * The server: `PORT=8080 HOST=:: WORKERS=2 node server.js`. SIGHUP replaces its workers one by one, SIGTERM and SIGINT
 * end them after the requests in progress.
 */

import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';

const WANTED = Number(process.env.WORKERS || availableParallelism());
// Between the end of a worker and its successor's start; doubled while none listens.
const [FIRST_DELAY_MS, LONGEST_DELAY_MS] = [500, 30_000];
// As it was called, so that new workers follow a link to another release.
const FOLDER = dirname(process.argv[1]);

let isEnding = false;
let hasListened = false;
let delay = FIRST_DELAY_MS;
let replaced = Promise.resolve();

/** Start the workers that are missing. */
function fill() {
  while (!isEnding && Object.keys(cluster.workers ?? {}).length < WANTED) {
    cluster.fork();
  }
}

/**
 * Start a worker.
 * @returns {Promise<boolean>} whether it listens; otherwise it has ended
 */
function started() {
  const worker = cluster.fork();
  return new Promise((resolve) => {
    worker.once('listening', () => resolve(true));
    worker.once('exit', () => resolve(false));
  });
}

/** Replace each worker when its successor listens. If one does not, the others stay. */
async function replaceAll() {
  for (const old of Object.values(cluster.workers ?? {})) {
    if (isEnding || !(await started())) {
      console.error('A new worker did not start; the other workers stay.');
      return;
    }
    old?.disconnect();
  }
}

cluster.on('listening', () => {
  hasListened = true;
  delay = FIRST_DELAY_MS;
});

cluster.on('exit', (worker, code, signal) => {
  if (isEnding || worker.exitedAfterDisconnect) {
    return;
  }
  console.error(`A worker ended with ${signal ?? code}.`);
  if (!hasListened) {
    process.exit(1);
  }
  setTimeout(fill, delay);
  delay = Math.min(2 * delay, LONGEST_DELAY_MS);
});

process.on('SIGHUP', () => {
  replaced = replaced.then(replaceAll);
});

for (const name of ['SIGTERM', 'SIGINT']) {
  process.on(name, () => {
    isEnding = true;
    cluster.disconnect();
  });
}

if (!Number.isInteger(WANTED) || WANTED < 1) {
  console.error(`WORKERS is ${JSON.stringify(process.env.WORKERS)}; it must be a number of processes.`);
  process.exit(2);
}
// With the default of 16 MiB, a worker under attack keeps 80 MB more of what it no longer needs.
cluster.setupPrimary({ exec: join(FOLDER, 'worker.js'), cwd: FOLDER, execArgv: ['--max-semi-space-size=2'] });
fill();
