import type { BitCoder } from './range-coder'

/** Contexts that `codeSymbol` needs for symbols of this many bits. */
export const symbolContexts = (bits: number) => 1 << bits

const LENGTH_BITS = 6
const LENGTHS = 1 << LENGTH_BITS
/** Of most lengths; the largest symbol says that the length follows. */
const SHORT_BITS = 4
const LONG = (1 << SHORT_BITS) - 1
const HEAD_BITS = 4
const RAW_BITS = 24

/** Contexts of a number's length in bits, which `codeNumber` is given for each situation. */
export const LENGTH_CONTEXTS = symbolContexts(SHORT_BITS)
/** Contexts of its sign, a long one's length and its first digits, which situations may share. */
export const DIGIT_CONTEXTS = 2 * LENGTHS + LENGTHS * (1 << HEAD_BITS)

/** A whole number of at most 53 bits with its sign; small ones are short. */
export function codeNumber(coder: BitCoder, lengths: number, digits: number, value: number): number {
  // Nothing to be computed of what is not there.
  const size = coder.isReading ? 0 : Math.abs(value)
  const given = coder.isReading ? 0 : bitsOf(size)
  let length = coder.symbol(lengths, SHORT_BITS, Math.min(given, LONG))
  if (length === 0) return 0
  if (length === LONG) length = coder.symbol(digits + LENGTHS, LENGTH_BITS, given)
  const sign = coder.bit(digits + length, value < 0 ? 1 : 0)
  const result = codeDigits(coder, digits + 2 * LENGTHS + (length << HEAD_BITS), length - 1, size)
  return sign === 1 ? -result : result
}

/** All but the first of the digits, which is 1. */
function codeDigits(coder: BitCoder, contexts: number, count: number, size: number): number {
  const headBits = Math.min(HEAD_BITS, count)
  let left = count - headBits
  let result = (1 << headBits) | coder.symbol(contexts, headBits, digitsOf(size, left, headBits))
  if (left === 0) return result
  if (count <= RAW_BITS) return (result << left) | coder.raw(left, digitsOf(size, 0, left))
  while (left > 0) {
    const taken = Math.min(RAW_BITS, left)
    left -= taken
    result = result * 2 ** taken + coder.raw(taken, digitsOf(size, left, taken))
  }
  return result
}

/** The `count` digits above the lowest `left`. */
const digitsOf = (size: number, left: number, count: number) =>
  size < 2 ** 31 ? (size >>> left) & ((1 << count) - 1) : Math.floor(size / 2 ** left) % 2 ** count

export function bitsOf(size: number): number {
  return size >= 2 ** 31 ? 32 + bitsOf(Math.floor(size / 2 ** 32)) : 32 - Math.clz32(size)
}
