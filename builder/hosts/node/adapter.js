/** A worker of the server. It reads the site when it starts, and answers until the server takes it out of service. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, METHODS, STATUS_CODES } from 'node:http';
import { AnswerCache, isForAll } from '../../../edge/adapters/answer_cache.js';
import { ask, bodyOf, countryHeader, failed, refused, site } from '../../../edge/adapters/site.js';
import { quote } from '../../../edge/core/request_text.js';
import { methodNotAllowed, succeed } from '../../../edge/core/responses.js';

/**
 * @import { IncomingMessage, ServerResponse } from 'node:http'
 * @import { Duplex } from 'node:stream'
 * @import { BodyResult, CacheName, Header, Result } from '../../../edge/core/types.js'
 */

// In the output, where this module lies in `hosts/node/function/`.
const PUBLIC = new URL('../../../public/', import.meta.url);
const ENCODED = 'The request is malformed; in its target, spaces and characters beyond ASCII must be percent-encoded.';
/**
 * What Node cannot read, by its code.
 * @type {Record<string, [status: number, message: string]>}
 */
const REFUSED = {
  HPE_HEADER_OVERFLOW: [431, 'The head of the request is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
  HPE_INVALID_URL: [400, ENCODED],
  HPE_INVALID_CONSTANT: [400, ENCODED],
};
// A request whose method Node does not know.
const OTHER_METHOD = /^([A-Z-]+) \S+ HTTP\/1\.[01]\r?\n/;
// The origin of a target in absolute form, whose path may be empty (RFC 9112, section 3.2.2).
const ORIGIN = /^https?:\/\/[^/?#]*\/?/i;
// Out of service, a worker keeps idle connections so long, and ends after so long whatever is left.
const [IDLE_MS, LAST_MS] = [2_000, 10_000];
// A connection on which nothing is sent or received for so long is closed.
const SILENT_MS = 30_000;
const LINGER_MS = 1_000;
// Far more than are expected, because a server at its limit refuses everybody.
const MOST_CONNECTIONS = 10_000;
const SERVER_OPTIONS = {
  // Above the core's limit of 8,000 bytes for a target, so that the core rejects longer ones.
  maxHeaderSize: 32_768,
  // By default, Node answers a request without a Host with an empty body and without headers.
  requireHostHeader: false,
  // Connections whose requests never end are closed soon, so that many of them take no room from others.
  headersTimeout: 2_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 500,
  // Longer than nginx keeps an idle connection, so that nginx is the one who closes it.
  keepAliveTimeout: 65_000,
};

// Answers are joined from the records in memory, in 4 us for 5 records; reading a file takes 100 us or more. Documents,
// images and tables are read now, so that a worker never serves parts of two builds.
/** By path below `public/`. @type {Map<string, Buffer>} */
const bodies = new Map();
const listed = JSON.parse(readFileSync(new URL('../../../edge/generated/files.json', import.meta.url), 'utf8'));
// By address. The core does not answer with these files.
const hostFiles = new Map(Object.entries(listed.files).map(([address, file]) => [address, readHostFile(file)]));
const { missing } = site.manifest;
if (missing !== null) {
  bodies.set(missing.file, readFileSync(new URL(missing.file, PUBLIC)));
}
// Read last: if the folder was exchanged while starting, they differ.
const health = [readFileSync(new URL('health.json', PUBLIC), 'utf8'), site.manifest.values['/health'].body];
if (health[0] !== health[1]) {
  const [files, own] = health.map((text) => JSON.parse(text).releaseId);
  throw new Error(`the files are of release ${files}, and the function of ${own}`);
}
const answers = new AnswerCache(16 * 1024 * 1024);
let isEnding = false;

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
function respond(request, response) {
  const { method = '', url = '', headers } = request;
  const wrong = faultOfHost(request);
  if (wrong !== '') {
    send(request, response, refused(400, wrong));
    return;
  }
  const target = url.startsWith('/') ? url : url.replace(ORIGIN, '/');
  const { accept, 'if-none-match': ifNoneMatch } = headers;
  const isCacheable = method === 'GET' && ifNoneMatch === undefined;
  const cached = isCacheable ? answers.find(target) : undefined;
  if (cached !== undefined) {
    write(response, 200, cached.headers, cached.body);
    return;
  }
  const country = String(headers[countryHeader.toLowerCase()] ?? '');
  const result = hostFileAt(method, target, ifNoneMatch) ?? ask({ method, target, ifNoneMatch, accept, country });
  try {
    send(request, response, withPage(result), isCacheable ? target : '');
  } catch (fault) {
    send(request, response, failed(fault));
  }
}

/**
 * Read a file, and describe it as the core does its answers. Its tag is a hash of all that is sent.
 * @param {[file: string, type: string, cache: CacheName, set: number]} entry
 * @returns {{file: string, about: {type: string, cache: CacheName, tag: string, headers: Header[]}}}
 */
function readHostFile([file, type, cache, set]) {
  const body = readFileSync(new URL(file, PUBLIC));
  bodies.set(file, body);
  const headers = listed.sets[set];
  const digest = createHash('sha256').update(body).update(JSON.stringify([type, headers])).digest('hex').slice(0, 16);
  return { file, about: { type, cache, tag: `"${digest}"`, headers } };
}

/**
 * @param {string} method
 * @param {string} target
 * @param {string} [ifNoneMatch]
 * @returns {Result | undefined} the answer if it is such a file
 */
function hostFileAt(method, target, ifNoneMatch = '') {
  const found = method === 'GET' || method === 'HEAD' ? hostFiles.get(target.split('?')[0]) : undefined;
  if (found === undefined) {
    return undefined;
  }
  return succeed(site.manifest, ifNoneMatch, { body: '', file: found.file }, found.about);
}

/**
 * Put the page that answers an error, if there is one, in the place of its body.
 * @param {Result} result
 * @returns {Result}
 */
function withPage(result) {
  return 'page' in result ? { ...result, ...result.page } : result;
}

/**
 * The body of a result: that of a file which the core does not hold, else what the core answers.
 * @param {Result} result
 * @returns {Uint8Array | string | null}
 */
function bodyToSend(result) {
  const stored = result.status === 304 || result.file === undefined ? undefined : bodies.get(result.file);
  return stored ?? bodyOf(result);
}

/**
 * Say what is wrong with the Host header, or nothing. Of several, Node shows the first.
 * @param {IncomingMessage} request
 * @returns {string}
 */
function faultOfHost({ rawHeaders, httpVersion }) {
  const count = rawHeaders.filter((text, number) => number % 2 === 0 && text.toLowerCase() === 'host').length;
  if (count > 1) {
    return 'The request has several Host headers; HTTP/1.1 allows one.';
  }
  return count === 0 && httpVersion === '1.1' ? 'The request has no Host header, which HTTP/1.1 requires.' : '';
}

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {Result} result
 * @param {string} [keepAs] the cache key of an answer that any cache may store, or empty
 */
function send({ method }, response, result, keepAs = '') {
  const body = bodyToSend(result);
  const headers = result.headers.flat();
  // Without a length, Node would send a redirect in chunks; 204 and 304 have no Content-Length.
  if (body !== null || result.status === 301) {
    headers.push('Content-Length', String(Buffer.byteLength(body ?? '')));
  }
  if (keepAs !== '' && body !== null && isForAll(result)) {
    answers.keep(keepAs, headers, body);
  }
  write(response, result.status, headers, method === 'HEAD' ? null : body);
}

/**
 * @param {ServerResponse} response
 * @param {number} status
 * @param {string[]} headers names and values
 * @param {Uint8Array | string | null} body
 */
function write(response, status, headers, body) {
  if (isEnding) {
    // The client then sends its next request on a connection to another worker.
    response.shouldKeepAlive = false;
  }
  response.writeHead(status, headers);
  response.end(body);
}

/**
 * Answer a request, unless it was sent before the answer to the last one of its connection has left: answers that wait
 * for a caller who does not read them take memory without bound, so that connection is closed.
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {() => void} answer
 */
function inTurn({ socket, headers }, response, answer) {
  // Node gives a response the connection when the one before it was sent.
  if (response.socket === null) {
    socket.destroy();
  } else if (headers['transfer-encoding'] === undefined) {
    // Node reads nothing that follows a request for an upgrade.
    response.shouldKeepAlive &&= headers.upgrade === undefined;
    answer();
  } else {
    // Later, because the parser may still reject the coding, and must then send the only answer.
    queueMicrotask(() => socket.writable && answer());
  }
}

/**
 * Answer on a connection for which Node made no response object, and end it. What else is sent is not read for long.
 * @param {Duplex} socket
 * @param {BodyResult} result
 */
function hangUp(socket, { status, headers, body }) {
  const lines = [...headers, ['Content-Length', String(Buffer.byteLength(body))], ['Connection', 'close']];
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

const server = createServer(SERVER_OPTIONS);
server.maxConnections = MOST_CONNECTIONS;
server.setTimeout(SILENT_MS);

server.on('request', (request, response) => inTurn(request, response, () => respond(request, response)));

// By default, Node answers an unknown expectation and CONNECT without a body and headers.
server.on('checkExpectation', (request, response) => {
  const expectation = quote(request.headers.expect ?? '');
  const refusal = refused(417, `The expectation is ${expectation}; only 100-continue can be met.`);
  inTurn(request, response, () => send(request, response, refusal));
});

server.on('connect', ({ method = '' }, socket) => {
  // Node takes its own listener from a socket that it hands over.
  socket.on('error', () => socket.destroy());
  hangUp(socket, methodNotAllowed(site.manifest, method));
});

server.on('clientError', (error, socket) => {
  const { code = '', rawPacket } = /** @type {NodeJS.ErrnoException & {rawPacket?: Buffer}} */ (error);
  const method = code === 'HPE_INVALID_METHOD' ? OTHER_METHOD.exec(String(rawPacket))?.[1] : '';
  // A known method is that of a request before the malformed one.
  const isUnknown = method && !METHODS.includes(method);
  const [status, message] = REFUSED[code] ?? [400, 'The request is malformed.'];
  if (socket.writable) {
    hangUp(socket, isUnknown ? methodNotAllowed(site.manifest, method) : refused(status, message));
  } else {
    socket.destroy();
  }
});

// A signal may reach the whole group of processes; the primary ends the workers.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  process.on(signal, () => {});
}

const closeIdle = server.closeIdleConnections.bind(server);

/**
 * Leave the service: when the primary disconnects the worker, the cluster closes the server, and `close` calls this in
 * place of closing idle connections at once. A request may be on its way on one.
 */
function leaveService() {
  isEnding = true;
  setTimeout(closeIdle, IDLE_MS).unref();
  setTimeout(() => process.exit(), LAST_MS).unref();
}
server.closeIdleConnections = leaveService;

// Without a host, every address of IPv6 and IPv4.
server.listen({ port: Number(process.env.PORT || 8080), host: process.env.HOST || undefined });
