import { grown } from './grown'
import type { Slots } from './slots'

export interface PackedColumns {
  readonly count: number
  readonly slots: Int32Array
  readonly kinds: Uint8Array
  readonly lats: Int32Array | Float64Array
  readonly lngs: Int32Array | Float64Array
  /** Since `fromMs`. */
  readonly times: Int32Array | Float64Array
  readonly fromMs: number
  readonly bytes: number
}

/** Vehicles that a frame changed, in the order of the slots. One frame after the other is read into the same. */
export class ChangeColumns implements PackedColumns {
  count = 0
  slots = new Int32Array(64)
  kinds = new Uint8Array(64)
  lats = new Float64Array(64)
  lngs = new Float64Array(64)
  times = new Float64Array(64)
  readonly fromMs = 0
  readonly bytes = 0

  /** Forgets the frame before. */
  begin(): this {
    this.count = 0
    return this
  }

  add(slots: Slots, at: number, kinds: number): void {
    const n = this.count++
    if (n === this.slots.length) this.#grow()
    this.slots[n] = at
    this.kinds[n] = kinds
    this.lats[n] = slots.lats[at]!
    this.lngs[n] = slots.lngs[at]!
    this.times[n] = slots.times[at]!
  }

  /** The same, as small as it gets. */
  packed(): PackedColumns {
    const { count } = this
    const fromMs = count === 0 ? 0 : this.times[0]!
    const lats = packed(this.lats, count, 0)
    const lngs = packed(this.lngs, count, 0)
    const times = packed(this.times, count, fromMs)
    const bytes = 5 * count + lats.byteLength + lngs.byteLength + times.byteLength
    const slots = this.slots.slice(0, count)
    return { count, slots, kinds: this.kinds.slice(0, count), lats, lngs, times, fromMs, bytes }
  }

  #grow(): void {
    const capacity = 2 * this.slots.length
    this.slots = grown(this.slots, new Int32Array(capacity))
    this.kinds = grown(this.kinds, new Uint8Array(capacity))
    this.lats = grown(this.lats, new Float64Array(capacity))
    this.lngs = grown(this.lngs, new Float64Array(capacity))
    this.times = grown(this.times, new Float64Array(capacity))
  }
}

/** In 32 bits, where all of them fit. */
function packed(column: Float64Array, count: number, from: number): Int32Array | Float64Array {
  const small = new Int32Array(count)
  for (let n = 0; n < count; n++) {
    const value = column[n]! - from
    small[n] = value
    if (small[n] !== value) return column.slice(0, count).map((other) => other - from)
  }
  return small
}
