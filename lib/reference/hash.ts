/**
 * Mixes three integers to 32 bits. Everything invented about a demo fleet derives from it, so that
 * one seed gives one fleet in any order of requests.
 */
export function hash(seed: number, a: number, b = 0): number {
  let h = Math.imul(seed ^ 0x2545f491, 0x85ebca6b)
  h = Math.imul((h ^ (h >>> 15)) + (a | 0), 0xc2b2ae35)
  h = Math.imul((h ^ (h >>> 13)) + (b | 0), 0x27d4eb2f)
  h = Math.imul(h ^ (h >>> 15), 0x165667b1)
  return (h ^ (h >>> 16)) >>> 0
}

/** The same in eight hexadecimal digits. */
export const hexOf = (seed: number, a: number, b: number) =>
  hash(seed, a, b).toString(16).padStart(8, '0')

/** The same as a number in 0…1, 1 excluded. */
export function unit(seed: number, a: number, b = 0): number {
  return hash(seed, a, b) / 0x1_0000_0000
}

/**
 * The second number for a name, so that what is invented under different names is independent.
 * Source: http://www.isthe.com/chongo/tech/comp/fnv/ (FNV-1a, 32 bits)
 */
export function saltOf(name: string): number {
  let salt = 0x811c9dc5
  for (const character of name) salt = Math.imul(salt ^ character.charCodeAt(0), 0x01000193)
  return salt >>> 0
}

export function pick<T>(list: readonly [T, ...T[]], bits: number): T {
  return list[bits % list.length] ?? list[0]
}
