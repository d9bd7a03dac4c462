/** Bounds on what callers can take of a server: time, connections, requests at a time, and memory of answers unread. */

import { STATUS_CODES } from 'node:http';

/**
 * @import { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
 * @import { Duplex } from 'node:stream'
 * @import { BodyResult } from '../../../../edge/core/types.js'
 */

/**
 * Answers a request, and returns the bytes of memory that its body takes until it is sent.
 * @typedef {(request: IncomingMessage, response: ServerResponse) => number} Answer
 * @typedef {{response: ServerResponse, answer: () => number, bytes: number}} Exchange
 */

const MOST_CONNECTIONS = 2_048;
const MOST_IN_FLIGHT = 16;
const MOST_BYTES = 16 * 1024 * 1024;
// An estimate of what Node keeps of a request.
const REQUEST_BYTES = 4_096;
// A connection on which nothing is sent or received for so long is closed.
const SILENT_MS = 30_000;
const LINGER_MS = 1_000;

/** @type {ServerOptions} */
export const OPTIONS = {
  // Above the core's limit of 8,000 bytes for a target, so that the core rejects longer ones.
  maxHeaderSize: 32_768,
  // By default, Node answers a request without a Host with an empty body and without headers.
  requireHostHeader: false,
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
  // Longer than nginx keeps an idle connection, so that nginx is the one who closes it.
  keepAliveTimeout: 65_000,
};

/**
 * Bound the connections of a server.
 * @param {Server} server
 */
export function boundConnections(server) {
  server.maxConnections = MOST_CONNECTIONS;
  // Further ones are closed, not passed on to other workers, which have as many.
  Object.assign(server, { dropMaxConnection: true });
  server.setTimeout(SILENT_MS);
  server.on('connection', (socket) => {
    // Node takes its own listener from a socket that it hands over, as after CONNECT.
    socket.on('error', () => socket.destroy());
  });
}

/**
 * Answer on a connection for which Node made no response object, and end it. What else is sent is not read for long.
 * @param {Duplex} socket
 * @param {BodyResult} result
 */
export function hangUp(socket, { status, headers, body }) {
  const lines = [...headers, ['Content-Length', String(Buffer.byteLength(body))], ['Connection', 'close']];
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Requests whose answers were not sent yet. Each is answered when those before it on its connection were sent. */
export class Exchanges {
  /** The requests of each connection in the order of arrival. @type {Map<Duplex, Exchange[]>} */
  #queues = new Map();
  #bytes = 0;

  /**
   * Answer a request. A connection with too many is closed; so are the oldest ones while all take too much memory.
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
   * @param {Answer} answer
   */
  accept(request, response, answer) {
    const { socket, headers } = request;
    const queue = this.#queues.get(socket) ?? [];
    this.#queues.set(socket, queue);
    queue.push({ response, answer: () => answer(request, response), bytes: 0 });
    this.#take(queue[queue.length - 1], REQUEST_BYTES);
    if (queue.length > MOST_IN_FLIGHT) {
      this.#drop(socket);
    } else if (queue.length === 1 && headers['transfer-encoding'] === undefined) {
      this.#start(socket, queue);
    } else if (queue.length === 1) {
      // Later, because the parser may still reject the coding, and must then send the only answer.
      queueMicrotask(() => this.#start(socket, queue));
    }
  }

  /**
   * Whether requests of a connection wait for the answer to one before them.
   * @param {Duplex} socket
   * @returns {boolean}
   */
  areWaiting(socket) {
    return (this.#queues.get(socket)?.length ?? 0) > 1;
  }

  /**
   * Answer the first request of a connection, then the next.
   * @param {Duplex} socket
   * @param {Exchange[]} queue
   */
  #start(socket, queue) {
    if (!socket.writable) {
      this.#drop(socket);
      return;
    }
    const [exchange] = queue;
    exchange.response.once('close', () => {
      if (this.#queues.get(socket) !== queue) {
        return;
      }
      this.#bytes -= exchange.bytes;
      queue.shift();
      if (queue.length > 0) {
        this.#start(socket, queue);
      } else {
        this.#queues.delete(socket);
      }
    });
    this.#take(exchange, exchange.answer());
  }

  /**
   * @param {Exchange} exchange
   * @param {number} bytes that it takes from now on
   */
  #take(exchange, bytes) {
    exchange.bytes += bytes;
    this.#bytes += bytes;
    for (const oldest of this.#queues.keys()) {
      if (this.#bytes <= MOST_BYTES) {
        break;
      }
      this.#drop(oldest);
    }
  }

  /** @param {Duplex} socket */
  #drop(socket) {
    for (const { bytes } of this.#queues.get(socket) ?? []) {
      this.#bytes -= bytes;
    }
    this.#queues.delete(socket);
    socket.destroy();
  }
}
