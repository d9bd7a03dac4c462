/**
 * Applies the URL rewrite rules of rewrite.json to a zone, or removes them: `node rewrite.js [remove]`. It needs
 * CLOUDFLARE_API_TOKEN and CLOUDFLARE_ZONE_ID. All other rules of the zone keep their order and content, also the rules
 * of deployments under other host names.
 */

import { readFileSync } from 'node:fs';

/** @typedef {{ref?: string, description?: string, expression?: string}} Rule */

const OURS = 'country_reference_';
const USAGE = 'usage: node rewrite.js [remove]';
const NEEDED = {
  CLOUDFLARE_API_TOKEN: 'a token with the permission Zone, Transform Rules, Edit',
  CLOUDFLARE_ZONE_ID: 'the id on the overview page of the zone',
};
const TIMEOUT_MS = 30_000;

/**
 * Print a message, and end the program.
 * @param {string} message
 * @param {number} [code]
 * @returns {never}
 */
function fail(message, code = 1) {
  console.error(message);
  process.exit(code);
}

/**
 * Send a request for the ruleset of the zone; return status and body.
 * @param {'GET' | 'PUT'} method
 * @param {{rules: Rule[]}} [ruleset]
 * @returns {Promise<{status: number, text: string}>}
 */
async function send(method, ruleset) {
  const api = process.env.CLOUDFLARE_API_URL || 'https://api.cloudflare.com/client/v4';
  const url = `${api}/zones/${process.env.CLOUDFLARE_ZONE_ID}/rulesets/phases/http_request_transform/entrypoint`;
  const headers = { Authorization: `Bearer ${process.env.CLOUDFLARE_API_TOKEN}`, 'Content-Type': 'application/json' };
  const body = ruleset && JSON.stringify(ruleset);
  try {
    const response = await fetch(url, { method, headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const { message, cause } = /** @type {Error} */ (error);
    const why = cause instanceof Error ? cause.message : '';
    const changed = method === 'GET' ? 'Nothing was changed.' : 'Whether the rules were changed is not known.';
    return fail(`${method} ${url}: ${[message, why].filter(Boolean).join(': ')}. ${changed}`);
  }
}

/**
 * Read the rules in a response of the API. Any response that does not contain them ends the program.
 * @param {{status: number, text: string}} response
 * @param {string} consequence what the message says about the rules of the zone
 * @returns {Rule[]}
 */
function rulesOf({ status, text }, consequence) {
  try {
    const { success, result, errors } = JSON.parse(text);
    // This 404 says that the zone never had a rewrite rule.
    if (status === 404 && success === false && errors.some(isNoRuleset)) {
      return [];
    }
    const { rules = [] } = result;
    if (status === 200 && success === true && Array.isArray(rules)) {
      return rules;
    }
  } catch {
    // The response is not from this API.
  }
  return fail(`Cloudflare answers ${status}. ${consequence}\n${text}`);
}

/**
 * @param {{code?: number, message?: string}} error
 * @returns {boolean}
 */
function isNoRuleset({ code, message = '' }) {
  return code === 10_003 || message.includes('could not find entrypoint ruleset');
}

/**
 * @param {string} when
 * @param {Rule[]} rules
 */
function print(when, rules) {
  console.log(`${when}: ${rules.length === 0 ? 'no rewrite rules' : ''}`.trim());
  for (const { ref, description, expression = '' } of rules) {
    console.log(`  ${ref ?? '(no ref)'}: ${description || expression.slice(0, 80)}`);
  }
}

const [action = 'apply', ...rest] = process.argv.slice(2);
if (!['apply', 'remove'].includes(action) || rest.length > 0) {
  fail(USAGE, 2);
}
const missing = Object.entries(NEEDED).filter(([name]) => !process.env[name]);
if (missing.length > 0) {
  fail(missing.map(([name, what]) => `${name} is not set: ${what}`).join('\n'), 2);
}

/** @type {{rules: Rule[]}} */
const { rules } = JSON.parse(readFileSync(new URL('rewrite.json', import.meta.url), 'utf8'));
const [condition] = /http\.host eq "[^"]+"/.exec(rules[0].expression ?? '') ?? [''];
const before = rulesOf(await send('GET'), 'Nothing was changed.');
print('Before', before);
const otherRules = before.filter(({ ref, expression }) => !ref?.startsWith(OURS) || !expression?.includes(condition));
const expected = action === 'apply' ? [...otherRules, ...rules] : otherRules;
if (action === 'remove' && otherRules.length === before.length) {
  console.log('No rule of this service is there; nothing was changed.');
} else {
  // One request replaces all rules.
  const response = await send('PUT', { rules: expected });
  const after = rulesOf(response, 'The rules are as before, unless this response says otherwise.');
  print('After', after);
  const remaining = new Set(after.map(({ ref }) => ref));
  const lost = expected.filter(({ ref }) => ref !== undefined && !remaining.has(ref)).map(({ ref }) => ref);
  if (lost.length > 0) {
    fail(`Cloudflare did not keep ${lost.join(', ')}; look at the rules of the zone.`);
  }
}
