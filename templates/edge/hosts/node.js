/** A server with nothing but Node: `PORT=8080 HOST=127.0.0.1 node server.js`. */

import { readFile } from 'node:fs/promises';
import { createServer, STATUS_CODES } from 'node:http';
import { lend } from './memory.js';
import { ask, bodyOf, countryHeader, failed, refused } from './site.js';

/** @typedef {import('../core/types.js').Result} Result */

const PUBLIC = new URL('../../public/', import.meta.url);
// Above the 8,000 bytes at which the core refuses a target, so that the refusal is its own.
const MAX_HEADER_BYTES = 32_768;
const REFUSED = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/**
 * @param {Result} result
 * @param {import('node:http').ServerResponse} response
 * @returns {Promise<Uint8Array | string | null>}
 */
async function read(result, response) {
  return 'file' in result
    ? readFile(new URL(result.file, PUBLIC))
    : bodyOf(result, (length) => lend(length, (giveBack) => response.once('close', giveBack)));
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function respond({ method = '', url = '', headers }, response) {
  const country = () => (countryHeader === '' ? '' : String(headers[countryHeader.toLowerCase()] ?? ''));
  let result = ask({ method, target: url, ifNoneMatch: headers['if-none-match'], country });
  let body;
  try {
    body = await read(result, response);
  } catch (fault) {
    result = failed(fault);
    body = await read(result, response);
  }
  const length = body === null ? [] : ['Content-Length', String(Buffer.byteLength(body))];
  response.writeHead(result.status, [...result.headers.flat(), ...length]);
  response.end(method === 'HEAD' ? null : body);
}

const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, respond);

server.on('clientError', (error, socket) => {
  if (!socket.writable) {
    return;
  }
  const code = /** @type {NodeJS.ErrnoException} */ (error).code ?? '';
  const status = /** @type {Record<string, number>} */ (REFUSED)[code] ?? 400;
  const { headers, body } = refused(status, 'The request is malformed or its head is too large.');
  const lines = [...headers, ['Content-Length', String(Buffer.byteLength(body))], ['Connection', 'close']];
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
});

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => {
    server.close();
    server.closeIdleConnections();
  });
}

server.listen(Number(process.env.PORT ?? 8080), process.env.HOST ?? '127.0.0.1');
