/**
 * A cache of answers to repeated requests. The first time, only the target of an answer is stored, because storing an
 * answer costs as much as making it.
 */

// An estimate of what an entry takes apart from its texts and its body.
const ENTRY = 1024;

/**
 * An answer as Node sends it: names and values of its headers in one list, and its body.
 * @typedef {{headers: string[], body: Uint8Array}} CachedAnswer
 */

export class AnswerCache {
  /**
   * Entries move from the older map when they are found. When the newer map is full it becomes the older one, so
   * entries without a request since then are dropped.
   * @type {Map<string, CachedAnswer | null>}
   */
  #newer = new Map();
  /** @type {Map<string, CachedAnswer | null>} */
  #older = new Map();
  #bytes = 0;
  #most;

  /** @param {number} bytes the size of all entries */
  constructor(bytes) {
    this.#most = bytes / 2;
  }

  /**
   * Find the answer to a target.
   * @param {string} target
   * @returns {CachedAnswer | undefined}
   */
  find(target) {
    const newer = this.#newer.get(target);
    const older = newer === undefined ? this.#older.get(target) : undefined;
    if (older !== undefined) {
      this.#set(target, older);
    }
    return newer ?? older ?? undefined;
  }

  /**
   * Note the target of an answer; the second time, keep the answer.
   * @param {string} target
   * @param {string[]} headers
   * @param {Uint8Array | string} body
   */
  keep(target, headers, body) {
    if (!this.#newer.has(target)) {
      this.#set(target, null);
      return;
    }
    // A Node server sends a Buffer faster than another array of bytes.
    this.#set(target, { headers, body: Buffer.isBuffer(body) ? body : Buffer.from(/** @type {string} */ (body)) });
  }

  /**
   * @param {string} target
   * @param {CachedAnswer | null} answer
   */
  #set(target, answer) {
    const size = sizeOf(target, answer);
    if (size > this.#most) {
      return;
    }
    const replaced = this.#newer.get(target);
    if (replaced !== undefined) {
      this.#bytes -= sizeOf(target, replaced);
    }
    if (this.#bytes + size > this.#most) {
      this.#older = this.#newer;
      this.#newer = new Map();
      this.#bytes = 0;
    }
    this.#newer.set(target, answer);
    this.#bytes += size;
  }
}

/**
 * @param {string} target
 * @param {CachedAnswer | null} answer
 * @returns {number} bytes
 */
function sizeOf(target, answer) {
  return ENTRY + target.length + (answer === null ? 0 : answer.headers.join('').length + answer.body.length);
}
