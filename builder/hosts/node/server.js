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
// The delay between the end of a worker and the start of its successor; it doubles until a worker listens.
const [FIRST_DELAY_MS, LONGEST_DELAY_MS] = [500, 30_000];
// The folder with its symbolic links: after a link is moved to another release, new workers start from that one.
const FOLDER = dirname(process.argv[1]);

const MEMORY = ['--max-semi-space-size=2', '--max-old-space-size=128'];

let isEnding = false;
let hasListened = false;
let delay = FIRST_DELAY_MS;
let replacement = Promise.resolve();

/**
 * List the running workers. The list of the cluster also has workers whose process could not be started.
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
 * Start a worker, and later a successor if it ends by itself.
 * @returns {Worker}
 */
function fork() {
  const worker = cluster.fork();
  // No process starts if the folder of the release is missing.
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
 * Start the missing workers after a delay, or end the server if no worker ever listened.
 * @param {string} fate what happened to a worker
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
function forkUntilListening() {
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
    const isReplaced = !isEnding && (await forkUntilListening());
    if (!isReplaced) {
      if (!isEnding) {
        console.error('A new worker did not start; the other workers stay.');
      }
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
  replacement = replacement.then(replaceAll);
});

for (const name of ['SIGTERM', 'SIGINT']) {
  process.on(name, () => {
    isEnding = true;
    cluster.disconnect();
  });
}

/**
 * End the server because of its settings, or of an address that it cannot use.
 * @param {string} fault
 */
function refuse(fault) {
  console.error(fault);
  process.exit(2);
}

const { HOST, PORT, WORKERS } = process.env;
const port = Number(PORT || 8080);
if (!Number.isInteger(WORKER_COUNT) || WORKER_COUNT < 1) {
  refuse(`WORKERS is ${JSON.stringify(WORKERS)}; it must be a whole number from 1 upwards.`);
}
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  refuse(`PORT is ${JSON.stringify(PORT)}; it must be a whole number from 0 to 65535.`);
}
// The workers accept connections themselves, because a connection that the primary hands to a dying worker is lost.
cluster.schedulingPolicy = cluster.SCHED_NONE;
// With the default sizes, a worker under attack keeps more than 100 MB of garbage.
cluster.setupPrimary({ exec: join(FOLDER, 'function', 'adapter.js'), cwd: FOLDER, execArgv: MEMORY });
// The primary tries the address first, so that a fault is reported once.
const trial = createServer();
trial.once('error', ({ message }) => refuse(`HOST is ${JSON.stringify(HOST)}, PORT is ${port}: ${message}`));
trial.listen({ port, host: HOST || undefined }, () => trial.close(fill));
