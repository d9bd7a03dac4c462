/**
 * SipHash-2-4 (Aumasson and Bernstein, 2012) with 64 or 128 bits of output, in 32-bit halves, because BigInt takes
 * fifty times as long. A word is a 32-bit integer; a 64-bit number is its low word, then its high word.
 */

/**
 * Encode a text in UTF-8, with a character for each byte.
 * @param {string} text
 * @returns {string}
 */
export function byteString(text) {
  return encodeURIComponent(text).replace(/%(..)/g, (_, digits) => String.fromCharCode(parseInt(digits, 16)));
}

/**
 * Encode bytes, each a character, as the words of a message, padded with zeros to whole blocks.
 * @param {string} text
 * @returns {Int32Array}
 */
export function wordsOf(text) {
  const words = new Int32Array(2 * (text.length >>> 3) + 2);
  for (let place = 0; place < text.length; place++) {
    words[place >> 2] |= text.charCodeAt(place) << ((place & 3) << 3);
  }
  return words;
}

/**
 * Hash `bytes` bytes of `words`, which are zero-padded to a whole block with room for one more byte.
 * @param {Int32Array} key four words
 * @param {Int32Array} words
 * @param {number} bytes
 * @param {Int32Array} out two words for 64 bits or four for 128, low word first
 */
// One loop for blocks and finalization contains the round function only once, but needs these branches.
// eslint-disable-next-line complexity
export function sipHash(key, words, bytes, out) {
  const is128Bit = out.length === 4;
  const tail = bytes >>> 3;
  let a0 = key[0] ^ 0x70736575;
  let a1 = key[1] ^ 0x736f6d65;
  let b0 = key[2] ^ 0x6e646f6d ^ (is128Bit ? 0xee : 0);
  let b1 = key[3] ^ 0x646f7261;
  let c0 = key[0] ^ 0x6e657261;
  let c1 = key[1] ^ 0x6c796765;
  let d0 = key[2] ^ 0x79746573;
  let d1 = key[3] ^ 0x74656462;
  for (let stage = 0; ; stage++) {
    let rounds = 4;
    let low = 0;
    let high = 0;
    if (stage <= tail) {
      rounds = 2;
      low = words[2 * stage];
      high = words[2 * stage + 1] | (stage === tail ? bytes << 24 : 0);
      d0 ^= low;
      d1 ^= high;
    } else if (stage === tail + 1) {
      c0 ^= is128Bit ? 0xee : 0xff;
    } else {
      b0 ^= 0xdd;
    }
    while (rounds-- > 0) {
      a0 = (a0 + b0) | 0;
      a1 = (a1 + b1 + (a0 >>> 0 < b0 >>> 0 ? 1 : 0)) | 0;
      c0 = (c0 + d0) | 0;
      c1 = (c1 + d1 + (c0 >>> 0 < d0 >>> 0 ? 1 : 0)) | 0;
      let swap = (b0 << 13) | (b1 >>> 19);
      b1 = ((b1 << 13) | (b0 >>> 19)) ^ a1;
      b0 = swap ^ a0;
      swap = (d0 << 16) | (d1 >>> 16);
      d1 = ((d1 << 16) | (d0 >>> 16)) ^ c1;
      d0 = swap ^ c0;
      swap = a0;
      a0 = a1;
      a1 = swap;
      c0 = (c0 + b0) | 0;
      c1 = (c1 + b1 + (c0 >>> 0 < b0 >>> 0 ? 1 : 0)) | 0;
      a0 = (a0 + d0) | 0;
      a1 = (a1 + d1 + (a0 >>> 0 < d0 >>> 0 ? 1 : 0)) | 0;
      swap = (b0 << 17) | (b1 >>> 15);
      b1 = ((b1 << 17) | (b0 >>> 15)) ^ c1;
      b0 = swap ^ c0;
      swap = (d0 << 21) | (d1 >>> 11);
      d1 = ((d1 << 21) | (d0 >>> 11)) ^ a1;
      d0 = swap ^ a0;
      swap = c0;
      c0 = c1;
      c1 = swap;
    }
    a0 ^= low;
    a1 ^= high;
    if (stage > tail) {
      const at = 2 * (stage - tail - 1);
      out[at] = a0 ^ b0 ^ c0 ^ d0;
      out[at + 1] = a1 ^ b1 ^ c1 ^ d1;
      if (!is128Bit || at === 2) {
        return;
      }
    }
  }
}
