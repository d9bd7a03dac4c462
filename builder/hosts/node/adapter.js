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

// The path in the output, where this module is in `hosts/node/function/`.
const PUBLIC = new URL('../../../public/', import.meta.url);
const ENCODED = 'The request is malformed; in its target, spaces and characters beyond ASCII must be percent-encoded.';
/**
 * The answers to requests that Node cannot read, by the code of Node's error.
 * @type {Record<string, [status: number, message: string]>}
 */
const PARSER_ERRORS = {
  HPE_HEADER_OVERFLOW: [431, 'The head of the request is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
  HPE_INVALID_URL: [400, ENCODED],
  HPE_INVALID_CONSTANT: [400, ENCODED],
};
// The first line of a request, from which an unknown method is read.
const REQUEST_LINE = /^([A-Z-]+) \S+ HTTP\/1\.[01]\r?\n/;
// The origin in an absolute target, whose path may be empty (RFC 9112, section 3.2.2).
const ORIGIN = /^https?:\/\/[^/?#]*\/?/i;
// After a worker leaves the service: how long it keeps idle connections, and after how long it ends.
const [IDLE_MS, LAST_MS] = [2_000, 10_000];
// A connection is closed if nothing is sent or received on it for this time.
const SILENT_MS = 30_000;
const LINGER_MS = 1_000;
// The limit of connections is far above the expected number, because a server at its limit refuses everybody.
const MOST_CONNECTIONS = 10_000;
const SERVER_OPTIONS = {
  // Above the core's limit of 8,000 bytes for a target, so that the core rejects longer ones.
  maxHeaderSize: 32_768,
  // By default, Node answers a request without a Host with an empty body and without headers.
  requireHostHeader: false,
  // Unfinished requests are ended soon, so that they do not use up the connections.
  headersTimeout: 2_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 500,
  // Longer than the timeout of nginx, so that nginx closes idle connections.
  keepAliveTimeout: 65_000,
};

// Documents, images and tables are read at the start, so that a worker never serves files of two builds. Answers are
// not read from files: joining 5 records from memory takes 4 us, reading a file takes 100 us or more.
/** The bodies by path below `public/`. @type {Map<string, Buffer>} */
const bodies = new Map();
const fileList = JSON.parse(readFileSync(new URL('../../../edge/generated/files.json', import.meta.url), 'utf8'));
// The host files: files that the core does not know, by address.
const hostFiles = new Map(Object.entries(fileList.files).map(([address, file]) => [address, readHostFile(file)]));
const { missingPage } = site.manifest;
if (missingPage !== null) {
  bodies.set(missingPage.file, readFileSync(new URL(missingPage.file, PUBLIC)));
}
// Read last: the two texts differ if the folder was exchanged since the modules were loaded.
const health = [readFileSync(new URL('health.json', PUBLIC), 'utf8'), site.manifest.values['/health'].body];
if (health[0] !== health[1]) {
  const [files, code] = health.map((text) => JSON.parse(text).releaseId);
  throw new Error(`the files are of release ${files}, and the function of ${code}`);
}
const answers = new AnswerCache(16 * 1024 * 1024);
let isEnding = false;

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
function respond(request, response) {
  const { method = '', url = '', headers } = request;
  const fault = faultOfHost(request);
  if (fault !== '') {
    send(request, response, refused(400, fault));
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
  } catch (error) {
    send(request, response, failed(error));
  }
}

/**
 * Read a file, and describe it as the core describes answers. Its tag is a hash of body, type and headers.
 * @param {[file: string, type: string, cache: CacheName, set: number]} entry
 * @returns {{file: string, about: {type: string, cache: CacheName, tag: string, headers: Header[]}}}
 */
function readHostFile([file, type, cache, set]) {
  const body = readFileSync(new URL(file, PUBLIC));
  bodies.set(file, body);
  const headers = fileList.sets[set];
  const digest = createHash('sha256').update(body).update(JSON.stringify([type, headers])).digest('hex').slice(0, 16);
  return { file, about: { type, cache, tag: `"${digest}"`, headers } };
}

/**
 * @param {string} method
 * @param {string} target
 * @param {string} [ifNoneMatch]
 * @returns {Result | undefined} undefined if no host file has the address, or if the method is not GET or HEAD
 */
function hostFileAt(method, target, ifNoneMatch = '') {
  const hostFile = method === 'GET' || method === 'HEAD' ? hostFiles.get(target.split('?')[0]) : undefined;
  if (hostFile === undefined) {
    return undefined;
  }
  return succeed(site.manifest, ifNoneMatch, { body: '', file: hostFile.file }, hostFile.about);
}

/**
 * Replace the body of an error by its page, if there is one.
 * @param {Result} result
 * @returns {Result}
 */
function withPage(result) {
  return 'page' in result ? { ...result, ...result.page } : result;
}

/**
 * The body of a result: the content of a file that this worker has read, or the answer of the core.
 * @param {Result} result
 * @returns {Uint8Array | string | null}
 */
function bodyToSend(result) {
  const stored = result.status === 304 || result.file === undefined ? undefined : bodies.get(result.file);
  return stored ?? bodyOf(result);
}

/**
 * Return what is wrong with the Host header, or an empty text. Only `rawHeaders` has every line of the header.
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
 * @param {string} [cacheKey] the key if the answer may be cached, or empty
 */
function send({ method }, response, result, cacheKey = '') {
  const body = bodyToSend(result);
  const headers = result.headers.flat();
  // Without a length, Node would send a redirect in chunks; 204 and 304 have no Content-Length.
  if (body !== null || result.status === 301) {
    headers.push('Content-Length', String(Buffer.byteLength(body ?? '')));
  }
  if (cacheKey !== '' && body !== null && isForAll(result)) {
    answers.store(cacheKey, headers, body);
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
 * Answer a request, or close its connection if the answer to an earlier request has not been sent yet: answers would
 * take memory without limit for a caller who does not read them.
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {() => void} answer
 */
function inTurn({ socket, headers }, response, answer) {
  // Node gives a response its socket when the earlier response was sent.
  if (response.socket === null) {
    socket.destroy();
  } else if (headers['transfer-encoding'] === undefined) {
    // Node reads nothing that follows a request for an upgrade.
    response.shouldKeepAlive &&= headers.upgrade === undefined;
    answer();
  } else {
    // Answered later, because the parser may still reject the coding; then its error must be the only answer.
    queueMicrotask(() => socket.writable && answer());
  }
}

/**
 * Answer on a connection for which Node made no response object, and close it after a moment.
 * @param {Duplex} socket
 * @param {BodyResult} result
 */
function answerAndClose(socket, { status, headers, body }) {
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
  // Node has removed its own error listener from this socket.
  socket.on('error', () => socket.destroy());
  answerAndClose(socket, methodNotAllowed(site.manifest, method));
});

server.on('clientError', (error, socket) => {
  const { code = '', rawPacket } = /** @type {NodeJS.ErrnoException & {rawPacket?: Buffer}} */ (error);
  const method = code === 'HPE_INVALID_METHOD' ? REQUEST_LINE.exec(String(rawPacket))?.[1] : '';
  // A known method belongs to an earlier request in the same packet.
  const isUnknown = method && !METHODS.includes(method);
  const [status, message] = PARSER_ERRORS[code] ?? [400, 'The request is malformed.'];
  if (socket.writable) {
    answerAndClose(socket, isUnknown ? methodNotAllowed(site.manifest, method) : refused(status, message));
  } else {
    socket.destroy();
  }
});

// A signal may reach all processes of the group; workers ignore it, and the primary ends them.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  process.on(signal, () => {});
}

const closeIdle = server.closeIdleConnections.bind(server);

/**
 * Leave the service. When the primary disconnects the worker, Node closes the server and calls this function, which
 * replaces the one that closes idle connections at once: a request may be under way on such a connection.
 */
function leaveService() {
  isEnding = true;
  setTimeout(closeIdle, IDLE_MS).unref();
  setTimeout(() => process.exit(), LAST_MS).unref();
}
server.closeIdleConnections = leaveService;

// Without HOST, the server listens on every address of IPv6 and IPv4.
server.listen({ port: Number(process.env.PORT || 8080), host: process.env.HOST || undefined });
