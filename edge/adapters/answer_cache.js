/**
 * A cache of answers to repeated requests. The first request only stores the target, the second stores the answer: to
 * store an answer costs as much as to make it.
 */

/** @import { Result } from '../core/types.js' */

// An estimate of the bytes that the cache needs for an answer in addition to its texts and its body.
const OVERHEAD = 1024;

/**
 * An answer as Node sends it: names and values of its headers in one list, and its body.
 * @typedef {{headers: string[], body: Buffer}} CachedAnswer
 */

/**
 * Whether an answer is a 200 that depends only on its target, so that any cache may store it.
 * @param {Result} result
 * @returns {boolean}
 */
export function isForAll({ status, headers }) {
  return status === 200 && headers.some(([name, value]) => name === 'Cache-Control' && value.startsWith('public'));
}

export class AnswerCache {
  /** The answers by target; null for a target that was requested once. @type {Map<string, CachedAnswer | null>} */
  #answers = new Map();
  #bytes = 0;
  #mostBytes;

  /** @param {number} bytes the most bytes of all stored targets and answers; a full cache is emptied */
  constructor(bytes) {
    this.#mostBytes = bytes;
  }

  /**
   * Find the answer to a target.
   * @param {string} target
   * @returns {CachedAnswer | undefined}
   */
  find(target) {
    return this.#answers.get(target) ?? undefined;
  }

  /**
   * Store the target at its first request, and the answer at its second. An answer larger than the cache is not stored.
   * @param {string} target
   * @param {string[]} headers
   * @param {Uint8Array | string} body
   */
  store(target, headers, body) {
    const answer = this.#answers.has(target) ? { headers, body: bufferOf(body) } : null;
    const size = OVERHEAD + target.length + (answer === null ? 0 : headers.join('').length + answer.body.length);
    if (size > this.#mostBytes) {
      return;
    }
    if (this.#bytes + size > this.#mostBytes) {
      this.#answers.clear();
      this.#bytes = 0;
    }
    this.#answers.set(target, answer);
    this.#bytes += size;
  }
}

/**
 * Make a Buffer, which a Node server sends faster than other arrays of bytes.
 * @param {Uint8Array | string} body
 * @returns {Buffer}
 */
function bufferOf(body) {
  return Buffer.isBuffer(body) ? body : Buffer.from(/** @type {string} */ (body));
}
