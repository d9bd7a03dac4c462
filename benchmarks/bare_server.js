/** Sends one response from memory to every request: `PORT=8080 node bare_server.js BODY HEADERS`. */

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [bodyFile, headersFile] = process.argv.slice(2);
const body = readFileSync(bodyFile);
/** @type {[string, string][]} */
const pairs = JSON.parse(readFileSync(headersFile, 'utf8'));
const headers = [...pairs.flat(), 'Content-Length', String(body.length)];

createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
