import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, test } from 'node:test';

import { boundConnections, Exchanges, hangUp, SERVER_OPTIONS } from '../../../builder/hosts/node/connections.js';

/**
 * @import { IncomingMessage, Server, ServerResponse } from 'node:http'
 * @import { AddressInfo, Socket } from 'node:net'
 */

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

/** @type {Server} */
let server;
/** @type {Exchanges} */
let exchanges;
/** @type {ServerResponse[]} */
let answered;

beforeEach(async () => {
  exchanges = new Exchanges();
  answered = [];
  server = createServer(SERVER_OPTIONS);
  boundConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/**
 * Answer with the number of the request, or hold the answers back.
 * @param {{held?: boolean, bytes?: number}} [how]
 */
function serve({ held = false, bytes = 0 } = {}) {
  server.on('request', (request, response) => {
    exchanges.accept(request, response, (_, own) => {
      answered.push(own);
      if (!held) {
        own.end(`${answered.length} `);
      }
      return bytes;
    });
  });
}

/**
 * Send a text on a new connection.
 * @param {string} text
 * @param {boolean} [allowHalfOpen] whether the own side stays open when the server ends its own
 * @returns {Promise<Socket>}
 */
async function send(text, allowHalfOpen = false) {
  const { port } = /** @type {AddressInfo} */ (server.address());
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/**
 * Read a connection to its end.
 * @param {Socket} socket
 * @returns {Promise<string>}
 */
async function read(socket) {
  let text = '';
  socket.on('data', (chunk) => (text += chunk));
  await once(socket, 'close');
  return text;
}

/** @param {number} count */
async function answersReach(count) {
  while (answered.length < count) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test('sixteen requests sent at once are answered in their order', async () => {
  serve();
  const text = await read(await send(GET.repeat(15) + GET.replace('Host', 'Connection: close\r\nHost')));
  const numbers = text.split('\r\n').filter((line) => /^\d+ /.test(line)).map((line) => parseInt(line, 10));
  assert.deepEqual(numbers, Array.from({ length: 16 }, (_, index) => index + 1));
});

test('a connection with seventeen requests in flight is closed', async () => {
  serve({ held: true });
  await read(await send(GET.repeat(17)));
  assert.equal(answered.length, 1);
});

test('an answer is made when the one before it was sent', async () => {
  serve({ held: true });
  await send(GET.repeat(3));
  await answersReach(1);
  assert.equal(answered.length, 1);
  answered[0].end('x');
  await answersReach(2);
  assert.equal(answered.length, 2);
});

test('the oldest connections are closed when their answers take too much memory', async () => {
  serve({ held: true, bytes: 7 * 1024 * 1024 });
  const [first, second] = [await send(GET), await send(GET)];
  await answersReach(2);
  const third = await send(GET);
  await once(first, 'close');
  assert.deepEqual([first.destroyed, second.destroyed, third.destroyed], [true, false, false]);
});

test('memory of answers that were sent or given up is free again', async () => {
  serve({ held: true, bytes: 7 * 1024 * 1024 });
  for (let count = 1; count <= 6; count += 1) {
    const socket = await send(GET);
    await answersReach(count);
    const closed = once(answered[count - 1], 'close');
    if (count % 2 === 0) {
      answered[count - 1].end('x');
    } else {
      socket.destroy();
    }
    await closed;
  }
  const last = [await send(GET), await send(GET)];
  await answersReach(8);
  assert.deepEqual(last.map((socket) => socket.destroyed), [false, false]);
});

test('a connection that Node hands over has its errors handled, and is ended', async () => {
  server.on('connect', (request, socket) => {
    assert.ok(socket.listenerCount('error') > 0);
    hangUp(socket, { status: 405, headers: [['X', 'y']], body: '{}' });
  });
  const text = await read(await send('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'));
  assert.match(text, /^HTTP\/1.1 405 Method Not Allowed\r\nX: y\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}$/);
});

test('a caller who does not end is disconnected', async () => {
  const accepted = once(server, 'connection');
  server.on('connect', (_, socket) => hangUp(socket, { status: 405, headers: [], body: '{}' }));
  const socket = await send('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', true);
  await once((await accepted)[0], 'close');
  socket.destroy();
});
