/** A site of twelve records, from stored files, so that the core can be tested without the builder. */

import { readFileSync } from 'node:fs';
import { createSite, answer } from '../../../edge/core/answer.js';

/** @import { Manifest, Records, Request, Result, Site } from '../../../edge/core/types.js' */
/** @typedef {Record<string, any>} Country */

/**
 * Read a JSON file next to the tests.
 * @param {string} name
 * @returns {any}
 */
export function readJson(name) {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
}

/** @type {Country[]} */
export const countries = readJson('countries.json');

/** @type {Records} */
export const records = { parts: [], packed: countries.map((country) => JSON.stringify(country)) };

/** @type {Manifest} */
const manifest = readJson('site.json');

/**
 * Copy the manifest, and replace the members that `changes` has.
 * @param {Partial<Manifest>} [changes]
 * @returns {Manifest}
 */
export function makeManifest(changes = {}) {
  return { ...structuredClone(manifest), ...changes };
}

export const site = createSite(makeManifest(), records);

/**
 * Request a target: a path with an optional query.
 * @param {string} target
 * @param {Partial<Request>} [more]
 * @param {Site} [of]
 * @returns {Result}
 */
export function ask(target, more = {}, of = site) {
  const at = target.indexOf('?');
  const [path, query] = at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
  const entropy = '0123456789abcdef'.repeat(2);
  const plain = { method: 'GET', path, query, ifNoneMatch: '', accept: '', country: '', entropy };
  return answer({ ...plain, ...more }, of);
}

/**
 * Return the status of the answer to a GET.
 * @param {string} target
 * @returns {number}
 */
export function statusOf(target) {
  return ask(target).status;
}

/**
 * Return the text of an answer as an adapter sends it.
 * @param {Result} result
 * @param {Site} [of]
 * @returns {string}
 */
export function textOfAnswer(result, of = site) {
  if ('members' in result) {
    return `[${result.members.map((number) => of.record(number)).join(',')}]`;
  }
  return result.body;
}

/**
 * Decode the body of an answer.
 * @param {Result} result
 * @param {Site} [of]
 * @returns {any}
 */
export function jsonOf(result, of = site) {
  return JSON.parse(textOfAnswer(result, of));
}

/**
 * List the codes of the records of an answer, in order.
 * @param {string} target
 * @param {Partial<Request>} [more]
 * @param {Site} [of]
 * @returns {string[]}
 */
export function codesOf(target, more = {}, of = site) {
  return jsonOf(ask(target, more, of), of).map((/** @type {Country} */ country) => country.cca2);
}

/**
 * Return the value of a header, or undefined.
 * @param {Result} result
 * @param {string} name
 * @returns {string | undefined}
 */
export function header(result, name) {
  return result.headers.find(([one]) => one === name)?.[1];
}
