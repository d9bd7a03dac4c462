/**
 * Emulates CloudFront, its two triggers and the bucket: `node lambda.js FOLDER PORT` serves a
 * staged deployment from its bundle, with the cache policies of its own template. A violation of the vendor's rules is
 * answered with 502 and its reason.
 */

import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { checkGenerated, checkRequest, checkResponse, isTooMuchForBucket, Refused, rules } from './lambda-rules.js';

/**
 * @import { Answer, Headers, Request } from './lambda-rules.js'
 */

const [folder, port] = process.argv.slice(2);
// Headers that CloudFront passes to an origin, whatever the cache policy names.
const ALWAYS = ['if-match', 'if-modified-since', 'if-none-match', 'if-range', 'if-unmodified-since', 'range'];
const VIA = [{ key: 'Via', value: '1.1 harness (CloudFront)' }];
const CHUNKED = [{ key: 'Transfer-Encoding', value: 'chunked' }];
// Headers of the connection, which Node sets itself.
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
const types = new Map(
  (await readFile(join(folder, 'content-types.txt'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => /** @type {[string, string]} */ (line.split(/ (.*)/))),
);
const bucket = JSON.parse(await readFile(join(folder, 'files.json'), 'utf8')).Resources.Files;

/**
 * Find the behaviour of a path: the first whose pattern matches all of it; an asterisk stands for any text.
 * @param {string} path
 */
function behaviourOf(path) {
  const isOf = (/** @type {string} */ pattern) =>
    new RegExp(`^${pattern.replace(/[.$()+^[\]{}|\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(path);
  const special = DistributionConfig.CacheBehaviors.find((/** @type {any} */ one) => isOf(one.PathPattern));
  return special ?? DistributionConfig.DefaultCacheBehavior;
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
 * The content type with which `publish.sh` uploads a file to the bucket.
 * @param {string} uri
 * @returns {Headers}
 */
function typeOf(uri) {
  const type = types.get(uri.slice(1)) ?? types.get(`*.${uri.slice(uri.lastIndexOf('.') + 1)}`);
  return type === undefined ? {} : { 'content-type': [{ value: type }] };
}

/**
 * Answer as S3 does, which compares its own tag and its own date.
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
  const dated = { etag: [{ value: tag }], 'last-modified': [{ value: changed.toUTCString() }] };
  const stored = { ...own, ...typeOf(uri), ...dated };
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
 * Run both triggers; throws `Refused` for a violation.
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

/**
 * Answer a preflight request as S3 does, by the first of the bucket's rules that allows it.
 * @param {Request} request
 * @returns {Answer}
 */
function preflight({ headers }) {
  const [origin, method] = [sent(headers, 'origin'), sent(headers, 'access-control-request-method')];
  if (origin === '' || method === '') {
    return { status: '400', headers: { via: VIA }, body: errorPage('BadRequest') };
  }
  const declared = bucket.Properties.CorsConfiguration?.CorsRules ?? [];
  const rule = declared.find((/** @type {any} */ one) => one.AllowedMethods.includes(method));
  if (rule === undefined) {
    return { status: '403', headers: { via: VIA }, body: errorPage('AccessForbidden') };
  }
  const allowed = [
    ['access-control-allow-origin', rule.AllowedOrigins.join(', ')],
    ['access-control-allow-methods', rule.AllowedMethods.join(', ')],
    ['access-control-allow-headers', sent(headers, 'access-control-request-headers')],
    ['access-control-max-age', String(rule.MaxAge)],
  ];
  return { status: '200', headers: { via: VIA, ...laid(allowed) }, body: Buffer.alloc(0) };
}

/**
 * Add the headers of the policy to an answer of the bucket, without a trigger. Headers of the bucket take precedence,
 * except those of CORS if the request names an origin: these are all the bucket's, if it has any and the policy does
 * not override them, and otherwise all the policy's.
 * @param {Answer} answer
 * @param {string} policy
 * @param {Request} request
 * @param {boolean} isCrossOrigin
 * @returns {Answer}
 */
function withHeaders({ headers, ...rest }, policy, { method }, isCrossOrigin) {
  const settings = Resources[policy].Properties.ResponseHeadersPolicyConfig;
  const { CorsConfig: cors, CustomHeadersConfig, SecurityHeadersConfig: security } = settings;
  const keeps = Object.keys(headers).some((name) => name.startsWith('access-control-')) && !cors.OriginOverride;
  const beforehand = [
    ['Access-Control-Allow-Headers', cors.AccessControlAllowHeaders.Items.join(', ')],
    ['Access-Control-Allow-Methods', cors.AccessControlAllowMethods.Items.join(', ')],
    ['Access-Control-Max-Age', String(cors.AccessControlMaxAgeSec)],
  ];
  const allowed = [
    ['Access-Control-Allow-Origin', cors.AccessControlAllowOrigins.Items.join(', ')],
    ['Access-Control-Expose-Headers', cors.AccessControlExposeHeaders.Items.join(', ')],
    ...(method === 'OPTIONS' ? beforehand : []),
  ];
  const custom = CustomHeadersConfig.Items.map((/** @type {any} */ item) => [item.Header, item.Value]);
  const guarded = custom.filter((/** @type {string[]} */ [name]) => rules.security.includes(name.toLowerCase()));
  if (guarded.length > 0) {
    throw new Refused(`the policy ${policy} has ${guarded.map(([name]) => name).join(', ')} among custom headers`);
  }
  const { ContentSecurityPolicy: content, ReferrerPolicy: referrer } = security;
  const secured = [
    ['X-Content-Type-Options', 'nosniff'],
    ...(content ? [['Content-Security-Policy', content.ContentSecurityPolicy]] : []),
    ...(referrer ? [['Referrer-Policy', referrer.ReferrerPolicy]] : []),
  ];
  const own = laid([...secured, ...custom]);
  return { ...rest, headers: { ...own, ...headers, ...(isCrossOrigin && !keeps ? laid(allowed) : {}) } };
}

/**
 * @param {string[][]} lines
 * @returns {Headers}
 */
function laid(lines) {
  return Object.fromEntries(lines.map(([name, value]) => [name.toLowerCase(), [{ value }]]));
}

/**
 * Run the function that a behaviour has for requests of viewers.
 * @param {Request} request
 * @param {any} behaviour
 * @returns {Request}
 */
function rewritten(request, { FunctionAssociations: [association] = [] }) {
  if (association === undefined) {
    return request;
  }
  const [name] = association.FunctionARN['Fn::GetAtt'];
  const handler = runInNewContext(`${Resources[name].Properties.FunctionCode}; handler`);
  return { ...request, uri: handler({ request: { method: request.method, uri: request.uri } }).uri };
}

/**
 * Answer without a trigger, from the bucket.
 * @param {Request} viewed
 * @param {any} behaviour
 * @param {boolean} isCrossOrigin
 * @returns {Promise<Answer>}
 */
async function withoutTriggers(viewed, behaviour, isCrossOrigin) {
  const request = rewritten(viewed, behaviour);
  if (!behaviour.AllowedMethods.includes(request.method)) {
    return { status: '403', headers: {}, body: errorPage('MethodNotAllowed') };
  }
  const found = request.method === 'OPTIONS' ? preflight(request) : await fromBucket(request);
  const isOf = (/** @type {any} */ one) => String(one.ErrorCode) === found.status;
  const page = DistributionConfig.CustomErrorResponses.find(isOf);
  const shown = page ? await fromBucket({ ...request, uri: page.ResponsePagePath, headers: {} }) : found;
  const status = page ? String(page.ResponseCode) : found.status;
  return withHeaders({ ...shown, status }, behaviour.ResponseHeadersPolicyId.Ref, request, isCrossOrigin);
}

/** @param {import('node:http').IncomingMessage} request */
function asked({ method = '', url = '', headers: all }) {
  const [uri, ...rest] = url.split('?');
  const behaviour = behaviourOf(uri);
  const { Ref } = behaviour.CachePolicyId;
  const policy = Resources[Ref].Properties.CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin;
  const further = Resources[behaviour.OriginRequestPolicyId?.Ref]?.Properties.OriginRequestPolicyConfig;
  const listed = [...(policy.HeadersConfig.Headers ?? []), ...(further?.HeadersConfig.Headers ?? [])];
  const named = listed.map((/** @type {string} */ name) => name.toLowerCase());
  /** @type {Headers} */
  const headers = { host: [{ key: 'Host', value: 'files.s3.amazonaws.com' }], via: VIA };
  for (const name of [...named, ...ALWAYS]) {
    const value = all[name];
    if (value !== undefined) {
      headers[name] = [{ key: name, value: String(value) }];
    }
  }
  return { method, uri, querystring: known(rest.join('?'), policy.QueryStringsConfig.QueryStrings ?? []), headers };
}

const server = createServer(async (request, response) => {
  try {
    const own = asked(request);
    const behaviour = behaviourOf(own.uri);
    const { status, headers, body = null } = behaviour.LambdaFunctionAssociations
      ? await answer(own)
      : await withoutTriggers(own, behaviour, request.headers.origin !== undefined);
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
