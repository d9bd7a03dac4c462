/** Bounds on what callers can take of a server: time, connections, requests at a time, and memory of answers unread. */

import { STATUS_CODES } from 'node:http';

/**
 * @import { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
 * @import { Socket } from 'node:net'
 * @import { Duplex } from 'node:stream'
 * @import { BodyResult } from '../../../edge/core/types.js'
 */

/**
 * Answers a request, and returns the bytes of memory that its body takes until it is sent.
 * @typedef {(request: IncomingMessage, response: ServerResponse) => number} Responder
 * @typedef {{response: ServerResponse, answer: () => number, bytes: number}} Exchange
 */

const MOST_CONNECTIONS = 2_048;
const MOST_IN_FLIGHT = 16;
const MOST_BYTES = 16 * 1024 * 1024;
// An estimate of what Node keeps of a request: its objects, and its head, whose strings and lists take several
// times its bytes.
const REQUEST_BYTES = 4_096;
const KEPT_OF_A_HEAD = 6;
// A head that is not complete takes up to five times its bytes.
const MOST_UNFINISHED_BYTES = 4 * 1024 * 1024;
const SWEEP_MS = 20;
// While a worker is full, a connection must have sent its first request by now.
const FIRST_REQUEST_MS = 1_000;
// A connection on which nothing is sent or received for so long is closed.
const SILENT_MS = 30_000;
const LINGER_MS = 1_000;

/** @type {ServerOptions} */
export const SERVER_OPTIONS = {
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
 * The connections of this process: when each was accepted, and how many bytes were read before its last complete head.
 * @type {Map<Duplex, {since: number, complete: number}>}
 */
const connections = new Map();

/**
 * The bytes that were read after the last complete head. A body counts no more than a head, because it is not kept.
 * @param {Duplex} socket
 * @returns {number}
 */
function unfinished(socket) {
  const read = /** @type {Socket} */ (socket).bytesRead - (connections.get(socket)?.complete ?? 0);
  return Math.min(read, /** @type {number} */ (SERVER_OPTIONS.maxHeaderSize));
}

/** Close the oldest connections whose unfinished heads take too much memory. */
function closeUnfinished() {
  let bytes = 0;
  for (const socket of connections.keys()) {
    bytes += unfinished(socket);
  }
  for (const socket of connections.keys()) {
    if (bytes <= MOST_UNFINISHED_BYTES) {
      break;
    }
    const own = unfinished(socket);
    if (own > 0) {
      bytes -= own;
      socket.destroy();
    }
  }
}

/** Close connections that have not sent a request for long. Node counts them as busy. */
function closeWithoutRequest() {
  const last = performance.now() - FIRST_REQUEST_MS;
  for (const [socket, { since, complete }] of connections) {
    if (complete === 0 && since < last) {
      socket.destroy();
    }
  }
}

/**
 * Bound the connections of a server.
 * @param {Server} server
 */
export function boundConnections(server) {
  let isFull = false;
  server.on('drop', () => {
    isFull = true;
  });
  setInterval(() => {
    closeUnfinished();
    if (isFull) {
      closeWithoutRequest();
      isFull = false;
    }
  }, SWEEP_MS).unref();
  server.maxConnections = MOST_CONNECTIONS;
  // Further ones are closed, not passed on to other workers, which have as many.
  Object.assign(server, { dropMaxConnection: true });
  server.setTimeout(SILENT_MS);
  server.on('connection', (socket) => {
    connections.set(socket, { since: performance.now(), complete: 0 });
    socket.once('close', () => connections.delete(socket));
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
  /** What ends a connection after these. @type {Map<Duplex, () => void>} */
  #last = new Map();
  #bytes = 0;

  /**
   * Answer a request. A connection with too many is closed; so are the oldest ones while all take too much memory.
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
   * @param {Responder} respond
   */
  accept(request, response, respond) {
    const { socket, headers } = request;
    const queue = this.#queues.get(socket) ?? [];
    this.#queues.set(socket, queue);
    queue.push({ response, answer: () => respond(request, response), bytes: 0 });
    if (headers.upgrade !== undefined) {
      // Node reads nothing that follows such a request.
      response.shouldKeepAlive = false;
    }
    const head = unfinished(socket);
    const connection = connections.get(socket);
    if (connection) {
      connection.complete = socket.bytesRead;
    }
    this.#account(queue[queue.length - 1], REQUEST_BYTES + KEPT_OF_A_HEAD * head);
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
   * End a connection when its requests were answered, which is now if none waits.
   * @param {Duplex} socket
   * @param {() => void} end
   */
  endAfter(socket, end) {
    if (this.#queues.has(socket)) {
      this.#last.set(socket, end);
      socket.once('close', () => this.#last.delete(socket));
    } else {
      end();
    }
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
        this.#last.get(socket)?.();
      }
    });
    this.#account(exchange, exchange.answer());
  }

  /**
   * Add to the memory that exchanges take, and close the oldest connections while that is too much.
   * @param {Exchange} exchange
   * @param {number} bytes
   */
  #account(exchange, bytes) {
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
