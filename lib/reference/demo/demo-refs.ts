import { hash } from '@/lib/reference/hash'

/** References as developers really write them; every eighth vehicle has one that has to be encoded with care. */
const awkward: readonly ((n: number) => string)[] = [
  (n) => `Depot 3/Bay ${n}`,
  (n) => `#${n}`,
  (n) => `50% shift ${n}`,
  (n) => `what? #${n}`,
  (n) => `a&b=c+${n}`,
  (n) => `🚕 ${n}`,
  (n) => `مركبة ${n}`,
  (n) => `Zoë's "van" ${n}`,
  (n) => `車両\\${n}`,
  (n) => `%2F${n}`.replace('F', 'F-'),
]

/** The developer's reference of a demo vehicle: ends with its number, so no two are alike. */
export function ourRefOf(index: number): string {
  const shape = index % 8 === 7 ? awkward[((index - 7) / 8) % awkward.length] : undefined
  return shape ? shape(index) : `KB-${index}`
}

/** The number a reference ends with; -1 without one. Whoever asks compares the rest. */
export function numberAtEnd(ref: string): number {
  const end = /\d{1,9}$/.exec(ref)
  return end ? Number(end[0]) : -1
}

/** Nothing can be read off an id but the number at its end, which finds the vehicle without a table. */
export function idOf(seed: number, index: number): string {
  return `v${hash(seed, index, 31).toString(16).padStart(8, '0')}-${index}`
}
