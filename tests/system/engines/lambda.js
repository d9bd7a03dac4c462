/**
 * Does with a request what CloudFront, its two triggers and the bucket do: `node lambda.js FOLDER PORT` serves a
 * laid-out deployment from its bundle, with the cache policies of its own template.
 */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/**
 * @typedef {Record<string, {key?: string, value: string}[]>} Headers
 * @typedef {{status: string, headers: Headers, body?: string | Buffer}} Answer
 */

const [folder, port] = process.argv.slice(2);
// What a trigger may not set, and how much it may answer.
const REFUSED =
  /^(connection|content-length|expect|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|via|x-amz.*|x-cache)$/;
const MOST_BYTES = 1_048_576;

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

/** @param {string} key */
async function fromBucket(key) {
  try {
    const body = await readFile(join(folder, 'public', decodeURI(key)));
    return { status: '200', headers: { 'last-modified': [{ value: 'Thu, 01 Jan 1970 00:00:00 GMT' }] }, body };
  } catch {
    return { status: '403', headers: {}, body: Buffer.from('<Error/>') };
  }
}

/** @param {Answer} answer */
function checked(answer) {
  const refused = Object.keys(answer.headers).filter((name) => REFUSED.test(name));
  if (refused.length > 0 || Buffer.byteLength(answer.body ?? '') > MOST_BYTES) {
    throw new Error(`the platform would refuse ${refused} or ${Buffer.byteLength(answer.body ?? '')} bytes`);
  }
  return answer;
}

const server = createServer(async (request, response) => {
  const [uri, ...rest] = (request.url ?? '').split('?');
  const policy = policyOf(uri);
  const forwarded = [...(policy.HeadersConfig.Headers ?? []), 'If-None-Match'].map((name) => name.toLowerCase());
  /** @type {Headers} */
  const headers = {};
  for (const name of forwarded) {
    const value = request.headers[name];
    if (value !== undefined) {
      headers[name] = [{ key: name, value: String(value) }];
    }
  }
  const sent = { method: request.method, uri, querystring: '', headers };
  sent.querystring = known(rest.join('?'), policy.QueryStringsConfig.QueryStrings);
  const first = await originRequest({ Records: [{ cf: { request: structuredClone(sent) } }] });
  /** @type {Answer} */
  let answer;
  if ('status' in first) {
    answer = checked(first);
  } else {
    const stored = await fromBucket(first.uri);
    const { body, ...head } = stored;
    answer = checked({ body, ...(await originResponse({ Records: [{ cf: { request: first, response: head } }] })) });
  }
  const named = Object.entries(answer.headers);
  const lines = named.flatMap(([name, all]) => [name, all.map(({ value }) => value).join(', ')]);
  response.writeHead(Number(answer.status), lines);
  response.end(request.method === 'HEAD' ? null : (answer.body ?? null));
});
server.listen(Number(port), '127.0.0.1');
