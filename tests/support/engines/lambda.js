/**
 * Emulates CloudFront, its two triggers and the bucket. `node lambda.js FOLDER PORT` serves a staged deployment, with
 * the policies of its template. A violation of the vendor's rules is answered with 502 and the reason.
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
// Headers that CloudFront always passes to an origin.
const ALWAYS = ['if-match', 'if-modified-since', 'if-none-match', 'if-range', 'if-unmodified-since', 'range'];
const VIA = [{ key: 'Via', value: '1.1 harness (CloudFront)' }];
const CHUNKED = [{ key: 'Transfer-Encoding', value: 'chunked' }];
// Node itself sets the headers of the connection.
const HEADERS_OF_NODE = ['transfer-encoding'];

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
 * Find the behaviour of a path: the first whose pattern matches. An asterisk stands for any text.
 * @param {string} path
 */
function behaviourOf(path) {
  const matches = (/** @type {string} */ pattern) =>
    new RegExp(`^${pattern.replace(/[.$()+^[\]{}|\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(path);
  const special = DistributionConfig.CacheBehaviors.find((/** @type {any} */ { PathPattern }) => matches(PathPattern));
  return special ?? DistributionConfig.DefaultCacheBehavior;
}

/**
 * Keep the parameters of a query that the cache policy names.
 * @param {string} query
 * @param {string[]} names
 */
function forwardedQuery(query, names) {
  const parts = query.split('&').filter((part) => names.includes(part.split('=')[0]));
  return parts.join('&');
}

/**
 * @param {Headers} headers
 * @param {string} name
 */
function valueOf(headers, name) {
  return headers[name]?.[0].value ?? '';
}

/** @param {string} code */
function errorPage(code) {
  return Buffer.from(`<Error><Code>${code}</Code></Error>`);
}

/**
 * Return the content type with which `publish.sh` uploads a file to the bucket.
 * @param {string} uri
 * @returns {Headers}
 */
function typeOf(uri) {
  const type = types.get(uri.slice(1)) ?? types.get(`*.${uri.slice(uri.lastIndexOf('.') + 1)}`);
  return type === undefined ? {} : { 'content-type': [{ value: type }] };
}

/**
 * Answer a request as S3 does, with its own tag and date of the file.
 * @param {Request} request
 * @returns {Promise<Answer>}
 */
async function fromBucket({ uri, headers }) {
  const common = { via: VIA, 'transfer-encoding': CHUNKED, server: [{ value: 'AmazonS3' }] };
  if (isTooMuchForBucket(headers)) {
    return { status: '400', headers: common, body: errorPage('RequestHeaderSectionTooLarge') };
  }
  const path = join(folder, 'public', decodeURI(uri));
  let body;
  try {
    body = await readFile(path);
  } catch {
    return { status: '403', headers: common, body: errorPage('AccessDenied') };
  }
  const tag = `"${createHash('md5').update(body).digest('hex')}"`;
  const changed = (await stat(path)).mtime;
  const dated = { etag: [{ value: tag }], 'last-modified': [{ value: changed.toUTCString() }] };
  const stored = { ...common, ...typeOf(uri), ...dated };
  const date = Date.parse(changed.toUTCString());
  const isAfter = (/** @type {string} */ name) => date > Date.parse(valueOf(headers, name));
  const [match, noneMatch] = [valueOf(headers, 'if-match'), valueOf(headers, 'if-none-match')];
  if ((match !== '' && match !== tag && match !== '*') || isAfter('if-unmodified-since')) {
    return { status: '412', headers: common, body: errorPage('PreconditionFailed') };
  }
  const isOld = valueOf(headers, 'if-modified-since') !== '' && !isAfter('if-modified-since');
  if (noneMatch === tag || noneMatch === '*' || isOld) {
    return { status: '304', headers: stored, body: Buffer.alloc(0) };
  }
  const range = /^bytes=(\d+)-(\d+)$/.exec(valueOf(headers, 'range'));
  return range
    ? { status: '206', headers: stored, body: body.subarray(Number(range[1]), Number(range[2]) + 1) }
    : { status: '200', headers: stored, body };
}

/**
 * Answer a request by way of both triggers. Throws `Refused` for a violation.
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
 * Answer a preflight request as S3 does, by the first rule of the bucket that allows it.
 * @param {Request} request
 * @returns {Answer}
 */
function preflight({ headers }) {
  const [origin, method] = [valueOf(headers, 'origin'), valueOf(headers, 'access-control-request-method')];
  if (origin === '' || method === '') {
    return { status: '400', headers: { via: VIA }, body: errorPage('BadRequest') };
  }
  const declared = bucket.Properties.CorsConfiguration?.CorsRules ?? [];
  const rule = declared.find((/** @type {any} */ { AllowedMethods }) => AllowedMethods.includes(method));
  if (rule === undefined) {
    return { status: '403', headers: { via: VIA }, body: errorPage('AccessForbidden') };
  }
  const allowed = [
    ['access-control-allow-origin', rule.AllowedOrigins.join(', ')],
    ['access-control-allow-methods', rule.AllowedMethods.join(', ')],
    ['access-control-allow-headers', valueOf(headers, 'access-control-request-headers')],
    ['access-control-max-age', String(rule.MaxAge)],
  ];
  return { status: '200', headers: { via: VIA, ...headersFrom(allowed) }, body: Buffer.alloc(0) };
}

/**
 * Add the headers of a policy to an answer of the bucket. The bucket's headers take precedence. A cross-origin request
 * gets the CORS headers of the bucket if there are any and the policy does not override them, otherwise the policy's.
 * @param {Answer} answer
 * @param {string} policy
 * @param {Request} request
 * @param {boolean} isCrossOrigin
 * @returns {Answer}
 */
function withHeaders({ headers, ...rest }, policy, { method }, isCrossOrigin) {
  const settings = Resources[policy].Properties.ResponseHeadersPolicyConfig;
  const { CorsConfig: cors, CustomHeadersConfig, SecurityHeadersConfig: security } = settings;
  const keepsCors = Object.keys(headers).some((name) => name.startsWith('access-control-')) && !cors.OriginOverride;
  const preflightHeaders = [
    ['Access-Control-Allow-Headers', cors.AccessControlAllowHeaders.Items.join(', ')],
    ['Access-Control-Allow-Methods', cors.AccessControlAllowMethods.Items.join(', ')],
    ['Access-Control-Max-Age', String(cors.AccessControlMaxAgeSec)],
  ];
  const allowed = [
    ['Access-Control-Allow-Origin', cors.AccessControlAllowOrigins.Items.join(', ')],
    ['Access-Control-Expose-Headers', cors.AccessControlExposeHeaders.Items.join(', ')],
    ...(method === 'OPTIONS' ? preflightHeaders : []),
  ];
  const custom = CustomHeadersConfig.Items.map((/** @type {any} */ item) => [item.Header, item.Value]);
  const misplaced = custom.filter((/** @type {string[]} */ [name]) => rules.security.includes(name.toLowerCase()));
  if (misplaced.length > 0) {
    throw new Refused(`the policy ${policy} has ${misplaced.map(([name]) => name).join(', ')} among custom headers`);
  }
  const { ContentSecurityPolicy: content, ReferrerPolicy: referrer } = security;
  const securityHeaders = [
    ['X-Content-Type-Options', 'nosniff'],
    ...(content ? [['Content-Security-Policy', content.ContentSecurityPolicy]] : []),
    ...(referrer ? [['Referrer-Policy', referrer.ReferrerPolicy]] : []),
  ];
  const ofPolicy = headersFrom([...securityHeaders, ...custom]);
  const corsHeaders = isCrossOrigin && !keepsCors ? headersFrom(allowed) : {};
  return { ...rest, headers: { ...ofPolicy, ...headers, ...corsHeaders } };
}

/**
 * @param {string[][]} lines
 * @returns {Headers}
 */
function headersFrom(lines) {
  return Object.fromEntries(lines.map(([name, value]) => [name.toLowerCase(), [{ value }]]));
}

/**
 * Run the CloudFront Function of a behaviour, if it has one.
 * @param {Request} request
 * @param {any} behaviour
 * @returns {Request}
 */
function runViewerFunction(request, { FunctionAssociations: [association] = [] }) {
  if (association === undefined) {
    return request;
  }
  const [name] = association.FunctionARN['Fn::GetAtt'];
  const handler = runInNewContext(`${Resources[name].Properties.FunctionCode}; handler`);
  return { ...request, uri: handler({ request: { method: request.method, uri: request.uri } }).uri };
}

/**
 * Answer a request without triggers, from the bucket.
 * @param {Request} viewed
 * @param {any} behaviour
 * @param {boolean} isCrossOrigin
 * @returns {Promise<Answer>}
 */
async function withoutTriggers(viewed, behaviour, isCrossOrigin) {
  const request = runViewerFunction(viewed, behaviour);
  if (!behaviour.AllowedMethods.includes(request.method)) {
    return { status: '403', headers: {}, body: errorPage('MethodNotAllowed') };
  }
  const answered = request.method === 'OPTIONS' ? preflight(request) : await fromBucket(request);
  const isForStatus = (/** @type {any} */ { ErrorCode }) => String(ErrorCode) === answered.status;
  const page = DistributionConfig.CustomErrorResponses.find(isForStatus);
  const final = page ? await fromBucket({ ...request, uri: page.ResponsePagePath, headers: {} }) : answered;
  const status = page ? String(page.ResponseCode) : answered.status;
  return withHeaders({ ...final, status }, behaviour.ResponseHeadersPolicyId.Ref, request, isCrossOrigin);
}

/**
 * Make the request that CloudFront sends to the origin.
 * @param {import('node:http').IncomingMessage} request
 */
function originRequestOf({ method = '', url = '', headers: all }) {
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
  const querystring = forwardedQuery(rest.join('?'), policy.QueryStringsConfig.QueryStrings ?? []);
  return { method, uri, querystring, headers };
}

const server = createServer(async (request, response) => {
  try {
    const forwarded = originRequestOf(request);
    const behaviour = behaviourOf(forwarded.uri);
    const { status, headers, body = null } = behaviour.LambdaFunctionAssociations
      ? await answer(forwarded)
      : await withoutTriggers(forwarded, behaviour, request.headers.origin !== undefined);
    const named = Object.entries(headers).filter(([name]) => !HEADERS_OF_NODE.includes(name));
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
