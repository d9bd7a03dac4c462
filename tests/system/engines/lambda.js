/**
 * Does with a request what CloudFront, its two triggers and the bucket do: `node lambda.js FOLDER PORT` serves a
 * laid-out deployment from its bundle, with the cache policies of its own template. What the vendor refuses is a 502
 * that says why.
 */

import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { checkGenerated, checkRequest, checkResponse, isTooMuchForBucket, Refused } from './lambda-rules.js';

/**
 * @typedef {import('./lambda-rules.js').Answer} Answer
 * @typedef {import('./lambda-rules.js').Headers} Headers
 * @typedef {import('./lambda-rules.js').Request} Request
 */

const [folder, port] = process.argv.slice(2);
// What CloudFront hands on to an origin whatever the cache policy names.
const ALWAYS = ['if-match', 'if-modified-since', 'if-none-match', 'if-range', 'if-unmodified-since', 'range'];
const VIA = [{ key: 'Via', value: '1.1 harness (CloudFront)' }];
const CHUNKED = [{ key: 'Transfer-Encoding', value: 'chunked' }];
// Of the connection, which Node makes by itself.
const OF_NODE = ['transfer-encoding'];

const bundle = join(folder, 'function', 'index.mjs');
await build({
  entryPoints: [join(folder, 'index.js')],
  bundle: true,
  platform: 'node',
  format: 'esm',
  outfile: bundle,
});
const { originRequest, originResponse } = await import(pathToFileURL(bundle).href);
const { Resources } = JSON.parse(await readFile(join(folder, 'template.json'), 'utf8'));
const { DistributionConfig } = Resources.Distribution.Properties;

/** @param {string} path */
function policyOf(path) {
  const special = DistributionConfig.CacheBehaviors.find((/** @type {any} */ one) => one.PathPattern === path);
  const { Ref } = (special ?? DistributionConfig.DefaultCacheBehavior).CachePolicyId;
  return Resources[Ref].Properties.CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin;
}

/**
 * @param {string} query
 * @param {string[]} names
 */
function known(query, names) {
  const parts = query.split('&').filter((part) => names.includes(part.split('=')[0]));
  return parts.join('&');
}

/**
 * @param {Headers} headers
 * @param {string} name
 */
function sent(headers, name) {
  return headers[name]?.[0].value ?? '';
}

/** @param {string} code */
function errorPage(code) {
  return Buffer.from(`<Error><Code>${code}</Code></Error>`);
}

/**
 * Answer as S3 does, which compares with its own tag and its own date.
 * @param {Request} request
 * @returns {Promise<Answer>}
 */
async function fromBucket({ uri, headers }) {
  const own = { via: VIA, 'transfer-encoding': CHUNKED, server: [{ value: 'AmazonS3' }] };
  if (isTooMuchForBucket(headers)) {
    return { status: '400', headers: own, body: errorPage('RequestHeaderSectionTooLarge') };
  }
  const path = join(folder, 'public', decodeURI(uri));
  let body;
  try {
    body = await readFile(path);
  } catch {
    return { status: '403', headers: own, body: errorPage('AccessDenied') };
  }
  const tag = `"${createHash('md5').update(body).digest('hex')}"`;
  const changed = (await stat(path)).mtime;
  const stored = { ...own, etag: [{ value: tag }], 'last-modified': [{ value: changed.toUTCString() }] };
  const date = Date.parse(changed.toUTCString());
  const isAfter = (/** @type {string} */ name) => date > Date.parse(sent(headers, name));
  const [match, noneMatch] = [sent(headers, 'if-match'), sent(headers, 'if-none-match')];
  if ((match !== '' && match !== tag && match !== '*') || isAfter('if-unmodified-since')) {
    return { status: '412', headers: own, body: errorPage('PreconditionFailed') };
  }
  const isOld = sent(headers, 'if-modified-since') !== '' && !isAfter('if-modified-since');
  if (noneMatch === tag || noneMatch === '*' || isOld) {
    return { status: '304', headers: stored, body: Buffer.alloc(0) };
  }
  const range = /^bytes=(\d+)-(\d+)$/.exec(sent(headers, 'range'));
  return range
    ? { status: '206', headers: stored, body: body.subarray(Number(range[1]), Number(range[2]) + 1) }
    : { status: '200', headers: stored, body };
}

/**
 * Ask both triggers; throws `Refused` where the vendor would.
 * @param {Request} request
 * @returns {Promise<Answer>}
 */
async function answer(request) {
  const first = await originRequest({ Records: [{ cf: { request: structuredClone(request) } }] });
  if ('status' in first) {
    checkGenerated(first);
    return first;
  }
  checkRequest(request, first);
  const { body, ...head } = await fromBucket(first);
  const second = await originResponse({ Records: [{ cf: { request: first, response: structuredClone(head) } }] });
  checkResponse(head, second);
  return { body, ...second };
}

/** @param {import('node:http').IncomingMessage} request */
function asked({ method = '', url = '', headers: all }) {
  const [uri, ...rest] = url.split('?');
  const policy = policyOf(uri);
  const named = (policy.HeadersConfig.Headers ?? []).map((/** @type {string} */ name) => name.toLowerCase());
  /** @type {Headers} */
  const headers = { host: [{ key: 'Host', value: 'files.s3.amazonaws.com' }], via: VIA };
  for (const name of [...named, ...ALWAYS]) {
    const value = all[name];
    if (value !== undefined) {
      headers[name] = [{ key: name, value: String(value) }];
    }
  }
  return { method, uri, querystring: known(rest.join('?'), policy.QueryStringsConfig.QueryStrings), headers };
}

const server = createServer(async (request, response) => {
  try {
    const { status, headers, body = null } = await answer(asked(request));
    const named = Object.entries(headers).filter(([name]) => !OF_NODE.includes(name));
    const lines = named.flatMap(([name, all]) => [name, all.map(({ value }) => value).join(', ')]);
    response.writeHead(Number(status), lines);
    response.end(request.method === 'HEAD' || status === '304' ? null : body);
  } catch (fault) {
    if (!(fault instanceof Refused)) {
      throw fault;
    }
    response.writeHead(502, ['X-Refused', fault.message]);
    response.end();
  }
});
server.listen(Number(port), '127.0.0.1');
