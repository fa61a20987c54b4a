// @ts-check
// ChaCha with eight rounds: the generator of the dice.

export class ChaCha8 {
  /**
   * @param {Uint8Array} key 32 bytes
   * @param {number} stream
   */
  constructor(key, stream) {
    const view = new DataView(key.buffer, key.byteOffset, 32);
    this.state = new Uint32Array([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, stream, 0]);
    for (let word = 0; word < 8; word += 1) this.state[4 + word] = view.getUint32(word * 4, true);
    this.block = new Uint32Array(16);
    this.used = 16;
  }

  /** The next 32 bits. */
  next() {
    if (this.used === 16) this.refill();
    this.used += 1;
    return this.block[this.used - 1];
  }

  refill() {
    const work = new Uint32Array(this.state);
    for (let round = 0; round < 4; round += 1) {
      quarter(work, 0, 4, 8, 12);
      quarter(work, 1, 5, 9, 13);
      quarter(work, 2, 6, 10, 14);
      quarter(work, 3, 7, 11, 15);
      quarter(work, 0, 5, 10, 15);
      quarter(work, 1, 6, 11, 12);
      quarter(work, 2, 7, 8, 13);
      quarter(work, 3, 4, 9, 14);
    }
    for (let word = 0; word < 16; word += 1) this.block[word] = work[word] + this.state[word];
    this.used = 0;
    this.state[12] += 1;
    if (this.state[12] === 0) this.state[13] += 1;
  }

  /**
   * A number from 1 to `of`, each equally likely.
   * @param {number} of
   */
  roll(of) {
    const limit = 0xffffffff - (0xffffffff % of);
    for (;;) {
      const word = this.next();
      if (word < limit) return (word % of) + 1;
    }
  }
}

/**
 * @param {Uint32Array} work
 * @param {number} a
 * @param {number} b
 * @param {number} c
 * @param {number} d
 */
function quarter(work, a, b, c, d) {
  work[a] += work[b];
  work[d] = rotate(work[d] ^ work[a], 16);
  work[c] += work[d];
  work[b] = rotate(work[b] ^ work[c], 12);
  work[a] += work[b];
  work[d] = rotate(work[d] ^ work[a], 8);
  work[c] += work[d];
  work[b] = rotate(work[b] ^ work[c], 7);
}

/**
 * @param {number} word
 * @param {number} by
 */
function rotate(word, by) {
  return (word << by) | (word >>> (32 - by));
}
