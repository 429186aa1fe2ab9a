import { hexOf } from '@/lib/reference/hash'

/**
 * Call signs as a fleet has them; every eighth vehicle came from another
 * firm and kept its own form.
 */
const adopted: readonly ((n: number) => string)[] = [
  (n) => `Móvil ${n}`,
  (n) => `MVD ${n}`,
  (n) => `T-${n}`,
]

/** References with characters that mean something elsewhere, for tests. */
const hostile: readonly ((n: number) => string)[] = [
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

/** Reference of a demo vehicle; it ends with the vehicle's number and so is unique. */
export function ourRefOf(index: number, isHostile: boolean): string {
  const shapes = isHostile ? hostile : adopted
  const shape = index % 8 === 7 ? shapes[((index - 7) / 8) % shapes.length] : undefined
  return shape ? shape(index) : `KB-${index}`
}

/** Number at the end of a reference; -1 without one. The caller compares the rest. */
export function numberAtEnd(ref: string): number {
  const end = /\d{1,9}$/.exec(ref)
  return end ? Number(end[0]) : -1
}

/** Opaque id that ends with the vehicle's number, so that no table is needed to find it. */
export function idOf(seed: number, index: number): string {
  return `v${hexOf(seed, index, 31)}-${index}`
}
