/** A server that only needs Node: `PORT=8080 HOST=127.0.0.1 node server.js`. */

import { readFile } from 'node:fs/promises';
import { createServer, STATUS_CODES } from 'node:http';
import { AnswerCache } from '../../../../edge/adapters/answer_cache.js';
import { ask, bodyOf, countryHeader, failed, refused, site } from '../../../../edge/adapters/site.js';

/**
 * @import { IncomingMessage, ServerResponse } from 'node:http'
 * @import { Duplex } from 'node:stream'
 * @import { BodyResult, RecordsResult, Result } from '../../../../edge/core/types.js'
 */

/**
 * A request in progress. `keepAs` is the cache key of its answer, or empty.
 * @typedef {{method: string, response: ServerResponse, keepAs: string}} Exchange
 */

const PUBLIC = new URL('../../public/', import.meta.url);
// Above the core's limit of 8,000 bytes for a target, so that the core rejects longer ones.
const MAX_HEADER_BYTES = 32_768;
const REFUSED = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
// The origin of a target in absolute form (RFC 9112, section 3.2.2).
const ORIGIN = /^https?:\/\/[^/?#]*/i;
const MOST_SHOWN = 60;
// More than all records, images and documents of a site.
const MAX_CACHED_BYTES = 64 * 1024 * 1024;
const answers = new AnswerCache(32 * 1024 * 1024);

// Pages are joined from the records in memory, in 4 us for 5 records; reading a file takes 100 us or more.
site.manifest.policy = { ...site.manifest.policy, files: 'none' };

/** @type {Map<string, Uint8Array>} */
const cached = new Map();
let cachedBytes = 0;

/**
 * Read a file, and keep it as long as all files fit into the cache.
 * @param {string} path
 * @returns {Promise<Uint8Array>}
 */
async function readCached(path) {
  const body = await readFile(new URL(path, PUBLIC));
  if (!cached.has(path) && cachedBytes + body.length <= MAX_CACHED_BYTES) {
    cached.set(path, body);
    cachedBytes += body.length;
  }
  return body;
}

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
function respond(request, response) {
  const { method = '', url = '', headers, httpVersion } = request;
  if (headers.host === undefined && httpVersion === '1.1') {
    refuse(request, response, 400, 'The request has no Host header, which HTTP/1.1 requires.');
    return;
  }
  const target = url.startsWith('/') ? url : url.replace(ORIGIN, '');
  const kept = isPlain(request) ? answers.find(target) : undefined;
  if (kept) {
    response.writeHead(200, kept.headers);
    response.end(kept.body);
    return;
  }
  const { accept, 'if-none-match': ifNoneMatch } = headers;
  const result = ask({ method, target, ifNoneMatch, accept, country: countryOf(request) });
  const exchange = { method, response, keepAs: kept === null && isForAll(result) ? target : '' };
  if (headers['transfer-encoding'] === undefined) {
    deliver(exchange, result);
  } else {
    // Later, because the parser may still reject the coding, and must then send the only answer.
    queueMicrotask(() => deliver(exchange, result));
  }
}

/**
 * @param {IncomingMessage} request
 * @returns {string} the country that the configured header names
 */
function countryOf({ headers }) {
  return countryHeader === '' ? '' : String(headers[countryHeader.toLowerCase()] ?? '');
}

/**
 * Whether a request is a plain GET, whose answer is complete and can be sent at once.
 * @param {IncomingMessage} request
 * @returns {boolean}
 */
function isPlain({ method, headers }) {
  return method === 'GET' && headers['if-none-match'] === undefined && headers['transfer-encoding'] === undefined;
}

/**
 * Whether an answer depends only on its target, so that any cache may store it.
 * @param {Result} result
 * @returns {boolean}
 */
function isForAll({ status, headers }) {
  return status === 200 && headers.some(([name, value]) => name === 'Cache-Control' && value.startsWith('public'));
}

/**
 * @param {Exchange} exchange
 * @param {Result} result
 */
function deliver(exchange, result) {
  if (!('file' in result)) {
    deliverJoined(exchange, result);
    return;
  }
  const body = cached.get(result.file);
  if (body !== undefined) {
    send(exchange, result, body);
    return;
  }
  readCached(result.file).then(
    (read) => send(exchange, result, read),
    (fault) => sendFailure(exchange, fault),
  );
}

/**
 * @param {Exchange} exchange
 * @param {RecordsResult | BodyResult} result
 */
function deliverJoined(exchange, result) {
  let body;
  try {
    body = bodyOf(result);
  } catch (fault) {
    sendFailure(exchange, fault);
    return;
  }
  send(exchange, result, body);
}

/**
 * @param {Exchange} exchange
 * @param {unknown} fault
 */
function sendFailure({ method, response }, fault) {
  const failure = failed(fault);
  send({ method, response, keepAs: '' }, failure, failure.body);
}

/**
 * @param {Exchange} exchange
 * @param {Result} result
 * @param {Uint8Array | string | null} body
 */
function send({ method, response, keepAs }, { status, headers }, body) {
  const flat = [];
  for (const [name, value] of headers) {
    flat.push(name, value);
  }
  // Without a length, Node would send a redirect in chunks; 204 and 304 have no Content-Length.
  if (body !== null || status === 301) {
    flat.push('Content-Length', String(Buffer.byteLength(body ?? '')));
  }
  if (keepAs !== '' && body !== null) {
    answers.keep(keepAs, flat, body);
  }
  response.writeHead(status, flat);
  response.end(method === 'HEAD' ? null : body);
}

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {number} status
 * @param {string} message
 */
function refuse({ method = '' }, response, status, message) {
  const refusal = refused(status, message);
  send({ method, response, keepAs: '' }, refusal, refusal.body);
}

/**
 * Answer on a connection for which Node made no response object, and close it.
 * @param {Duplex} socket
 * @param {BodyResult} result
 */
function hangUp(socket, { status, headers, body }) {
  const lines = [...headers, ['Content-Length', String(Buffer.byteLength(body))], ['Connection', 'close']];
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
}

// By default, Node answers a request without a Host, an unknown expectation and CONNECT without a body and headers.
const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false }, respond);

server.on('checkExpectation', (request, response) => {
  const expectation = JSON.stringify(request.headers.expect?.slice(0, MOST_SHOWN));
  refuse(request, response, 417, `The expectation is ${expectation}; only 100-continue can be met.`);
});

server.on('connect', ({ method = '' }, socket) => {
  hangUp(socket, /** @type {BodyResult} */ (ask({ method, target: '/' })));
});

server.on('clientError', (error, socket) => {
  if (socket.writable) {
    const code = /** @type {NodeJS.ErrnoException} */ (error).code ?? '';
    const status = /** @type {Record<string, number>} */ (REFUSED)[code] ?? 400;
    hangUp(socket, refused(status, 'The request is malformed or its head is too large.'));
  }
});

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => {
    server.close();
    server.closeIdleConnections();
  });
}

server.listen(Number(process.env.PORT ?? 8080), process.env.HOST ?? '127.0.0.1');
