/**
 * Codes one bit at a time by its probability, which adapts. An encoder returns the bit that it is given; a decoder ignores
 * it and returns the one that was written, so that one function describes both directions.
 */
export interface BitCoder {
  /** Of a decoder. */
  readonly isReading: boolean
  /** @param context index of the probability: bits that behave alike share one */
  bit(context: number, bit: number): number
  /** A whole number from 0 to 2^bits − 1, digit by digit. @param first of 2^bits contexts */
  symbol(first: number, bits: number, symbol: number): number
  /** The lowest `count` bits of a number, 24 at most, each as likely as not. */
  raw(count: number, value: number): number
}

const PRECISION = 15
const CERTAIN = 1 << PRECISION
const HALF = CERTAIN >> 1
const LEAST = 24
const MOST = CERTAIN - LEAST
/** After this many bits, a probability follows the last hundred or so. */
const SEEN_MAXIMUM = 250
/** Bits of the count of uses, below the probability. */
const SEEN_BITS = 8
const SEEN = (1 << SEEN_BITS) - 1
/** Share of the error by which a probability moves, in 65536ths, by how often it was used. */
const RATES = Int32Array.from({ length: SEEN_MAXIMUM + 1 }, (_, seen) => Math.round(65_536 / (seen + 1.6)))
/** Below 2^31, so that all of it is computed in whole numbers of the processor. */
const RANGE = 0x7fff_ffff
const TOP = 2 ** 23
const BYTE = 2 ** 24
/** Enough for all contexts that a chunk may take. */
const CONTEXTS_MAXIMUM = 1 << 19

/** The encoder's or the decoder's probabilities; both take and adapt them alike. They live as long as a chunk. */
export class Probabilities {
  readonly states = new Int32Array(CONTEXTS_MAXIMUM).fill(HALF << SEEN_BITS)
  #taken = 0

  /** @returns the first of the new contexts */
  take(contexts: number): number {
    const first = this.#taken
    this.#taken += contexts
    if (this.#taken > CONTEXTS_MAXIMUM) throw new Error('lib/recording: too many contexts')
    return first
  }
}

/** @param ones all ones for the bit 1, otherwise 0 */
function adapted(state: number, ones: number): number {
  const before = state >>> SEEN_BITS
  const seen = state & SEEN
  const after = before + (Math.imul((ones & CERTAIN) - before, RATES[seen]!) >> 16)
  const within = after < LEAST ? LEAST : after > MOST ? MOST : after
  return (within << SEEN_BITS) | (seen < SEEN_MAXIMUM ? seen + 1 : seen)
}

/** Source: G. N. N. Martin, Range encoding (1979); carries as in the LZMA specification */
export class RangeEncoder implements BitCoder {
  readonly isReading = false
  readonly #states: Int32Array
  #bytes = new Uint8Array(1 << 12)
  #length = 0
  #low = 0
  #range = RANGE
  #cache = 0
  #cached = 0

  constructor({ states }: Probabilities) {
    this.#states = states
  }

  bit(context: number, bit: number): number {
    const state = this.#states[context]!
    const bound = (this.#range >>> PRECISION) * (state >>> SEEN_BITS)
    if (bit === 1) this.#range = bound
    else {
      this.#low += bound
      this.#range -= bound
    }
    this.#states[context] = adapted(state, -bit)
    while (this.#range < TOP) this.#shift()
    return bit
  }

  symbol(first: number, bits: number, symbol: number): number {
    let node = 1
    for (let at = bits - 1; at >= 0; at--) node = 2 * node + this.bit(first + node, (symbol >>> at) & 1)
    return symbol
  }

  raw(count: number, value: number): number {
    for (let at = count - 1; at >= 0; at--) {
      this.#range >>>= 1
      if (((value >>> at) & 1) === 1) this.#low += this.#range
      while (this.#range < TOP) this.#shift()
    }
    return value
  }

  /** The bytes so far; the next bit begins new ones. */
  finish(): Uint8Array {
    // Any number within the range will do: one that ends in zeros, which the decoder adds itself.
    this.#low = Math.ceil(this.#low / TOP) * TOP
    for (let n = 0; n < 5; n++) this.#shift()
    while (this.#length > 0 && this.#bytes[this.#length - 1] === 0) this.#length--
    const bytes = this.#bytes.slice(0, this.#length)
    this.#length = 0
    this.#low = 0
    this.#range = RANGE
    this.#cache = 0
    this.#cached = 0
    return bytes
  }

  #shift(): void {
    if (this.#low < 0xff00_0000 || this.#low > 0xffff_ffff) {
      const carry = this.#low > 0xffff_ffff ? 1 : 0
      for (let byte = this.#cache; this.#cached > 0; byte = 0xff) {
        this.#push((byte + carry) & 0xff)
        this.#cached--
      }
      this.#cache = Math.floor(this.#low / BYTE) & 0xff
    }
    this.#cached++
    this.#low = (this.#low % BYTE) * 256
    this.#range <<= 8
  }

  #push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const grown = new Uint8Array(2 * this.#length)
      grown.set(this.#bytes)
      this.#bytes = grown
    }
    this.#bytes[this.#length++] = byte
  }
}

/** Without branches that depend on a bit where that is possible: a processor guesses them wrong. */
export class RangeDecoder implements BitCoder {
  readonly isReading = true
  readonly #states: Int32Array
  #bytes: Uint8Array = new Uint8Array(0)
  #at = 0
  #range = 0
  #code = 0

  constructor({ states }: Probabilities) {
    this.#states = states
  }

  /** @param bytes as `finish` returned them */
  begin(bytes: Uint8Array): void {
    this.#bytes = bytes
    this.#at = 0
    this.#range = RANGE
    this.#code = 0
    for (let n = 0; n < 4; n++) this.#code = (this.#code << 8) | this.#next()
  }

  bit(context: number): number {
    const states = this.#states
    const range = this.#range
    const state = states[context]!
    const bound = Math.imul(range >>> PRECISION, state >>> SEEN_BITS)
    const above = this.#code - bound
    const ones = above >> 31
    states[context] = adapted(state, ones)
    this.#code = above + (bound & ones)
    this.#range = range - bound + ((2 * bound - range) & ones)
    while (this.#range < TOP) this.#shift()
    return -ones
  }

  symbol(first: number, bits: number): number {
    const states = this.#states
    let range = this.#range
    let code = this.#code
    let node = 1
    for (let at = 0; at < bits; at++) {
      const context = first + node
      const state = states[context]!
      const bound = Math.imul(range >>> PRECISION, state >>> SEEN_BITS)
      const above = code - bound
      const ones = above >> 31
      states[context] = adapted(state, ones)
      code = above + (bound & ones)
      range = range - bound + ((2 * bound - range) & ones)
      node = 2 * node - ones
      for (; range < TOP; range <<= 8) code = (code << 8) | this.#next()
    }
    this.#range = range
    this.#code = code
    return node - (1 << bits)
  }

  raw(count: number): number {
    let range = this.#range
    let code = this.#code
    let value = 0
    for (let at = 0; at < count; at++) {
      range >>>= 1
      const above = code - range
      const ones = above >> 31
      code = above + (range & ones)
      value = 2 * value + 1 + ones
      for (; range < TOP; range <<= 8) code = (code << 8) | this.#next()
    }
    this.#range = range
    this.#code = code
    return value
  }

  #shift(): void {
    this.#code = (this.#code << 8) | this.#next()
    this.#range <<= 8
  }

  /** Reads on behind the end of damaged bytes: their check is the encryption's. */
  #next(): number {
    return this.#at < this.#bytes.length ? this.#bytes[this.#at++]! : 0
  }
}
