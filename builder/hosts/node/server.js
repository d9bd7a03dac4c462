/**
 * The server: `PORT=8080 HOST=:: WORKERS=2 node server.js`. SIGHUP replaces its workers one by one, SIGTERM and SIGINT
 * end them after the requests in progress.
 */

import cluster from 'node:cluster';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';

/** @import { Worker } from 'node:cluster' */

const WORKER_COUNT = Number(process.env.WORKERS || availableParallelism());
// Between the end of a worker and its successor's start; doubled while none listens.
const [FIRST_DELAY_MS, LONGEST_DELAY_MS] = [500, 30_000];
// As it was called, so that new workers follow a link to another release.
const FOLDER = dirname(process.argv[1]);

const MEMORY = ['--max-semi-space-size=2', '--max-old-space-size=128'];

let isEnding = false;
let hasListened = false;
let delay = FIRST_DELAY_MS;
let replaced = Promise.resolve();

/**
 * The workers that run. One whose process could not be started stays in the list of the cluster.
 * @returns {Worker[]}
 */
function running() {
  return Object.values(cluster.workers ?? {}).flatMap((worker) => (worker && !worker.isDead() ? [worker] : []));
}

/** Start the workers that are missing. */
function fill() {
  for (let missing = isEnding ? 0 : WORKER_COUNT - running().length; missing > 0; missing -= 1) {
    fork();
  }
}

/**
 * Start a worker, and another one later if it ends without being asked to.
 * @returns {Worker}
 */
function fork() {
  const worker = cluster.fork();
  // Without the folder of a release no process starts.
  worker.on('error', (error) => {
    if (worker.isDead()) {
      scheduleRefill(`could not start: ${error.message}`);
    }
  });
  worker.on('exit', (code, signal) => {
    if (!worker.exitedAfterDisconnect) {
      scheduleRefill(`ended with ${signal ?? code}`);
    }
  });
  return worker;
}

/**
 * Start what is missing after a while, or end if no worker ever listened.
 * @param {string} fate of a worker
 */
function scheduleRefill(fate) {
  if (isEnding) {
    return;
  }
  console.error(`A worker ${fate}.`);
  if (!hasListened) {
    process.exit(1);
  }
  setTimeout(fill, delay);
  delay = Math.min(2 * delay, LONGEST_DELAY_MS);
}

/**
 * Start a worker, and wait until it listens.
 * @returns {Promise<boolean>} false if it has ended instead
 */
function startListening() {
  const worker = fork();
  return new Promise((resolve) => {
    worker.once('listening', () => resolve(true));
    worker.once('exit', () => resolve(false));
    worker.once('error', () => resolve(false));
  });
}

/** Replace each worker when its successor listens. If one does not, the others stay. */
async function replaceAll() {
  for (const old of running()) {
    if (isEnding || !(await startListening())) {
      console.error('A new worker did not start; the other workers stay.');
      return;
    }
    old.disconnect();
  }
}

cluster.on('listening', () => {
  hasListened = true;
  delay = FIRST_DELAY_MS;
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

/**
 * End, because variables of the environment have values that cannot be used.
 * @param {string} fault
 */
function refuse(fault) {
  console.error(fault);
  process.exit(2);
}

const { HOST, PORT, WORKERS } = process.env;
const port = Number(PORT || 8080);
if (!Number.isInteger(WORKER_COUNT) || WORKER_COUNT < 1) {
  refuse(`WORKERS is ${JSON.stringify(WORKERS)}; it must be a number of processes.`);
}
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  refuse(`PORT is ${JSON.stringify(PORT)}; it must be a number from 0 to 65535.`);
}
// The workers accept connections themselves. What the primary hands to a worker that is being killed is never answered.
cluster.schedulingPolicy = cluster.SCHED_NONE;
// With the defaults, a worker under attack keeps more than 100 MB of what it no longer needs.
cluster.setupPrimary({ exec: join(FOLDER, 'function', 'adapter.js'), cwd: FOLDER, execArgv: MEMORY });
// Tried once here, so that the fault is said once.
const trial = createServer();
trial.once('error', ({ message }) => refuse(`HOST is ${JSON.stringify(HOST)}, PORT is ${port}: ${message}`));
trial.listen({ port, host: HOST || undefined }, () => trial.close(fill));
