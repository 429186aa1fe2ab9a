import { MOVED, REPORTED, type Slots } from './slots'
import { type Json, type JsonObject, own } from './values'

/** In `others` there is more. */
const MORE = 4

/** What a frame changed, as it is read: by column, since most of it is positions and times. */
export class FrameChanges {
  removed: readonly number[] = []
  readonly added: JsonObject[] = []
  count = 0
  /** In the order of the slots. */
  slots = new Int32Array(64)
  kinds = new Uint8Array(64)
  lats = new Float64Array(64)
  lngs = new Float64Array(64)
  times = new Float64Array(64)
  readonly others = new Map<number, JsonObject>()

  add(slots: Slots, at: number, kinds: number, others: JsonObject | null): void {
    const n = this.count++
    if (n === this.slots.length) this.#resize(2 * n)
    this.slots[n] = at
    this.kinds[n] = kinds | (others === null ? 0 : MORE)
    this.lats[n] = slots.lats[at]!
    this.lngs[n] = slots.lngs[at]!
    this.times[n] = slots.times[at]!
    if (others !== null) this.others.set(at, others)
  }

  /** Gives back what is not needed, once all is added. */
  close(): this {
    this.#resize(this.count)
    return this
  }

  /** As a stream carries them. @param slots the list after them @param only of one slot; -1 for none */
  upserts(slots: Slots, only?: number): JsonObject[] {
    const upserts: JsonObject[] = []
    const id = only === undefined ? null : slots.records[only]?.id
    for (let n = only === undefined ? 0 : this.#find(only); n < this.count; n++) {
      const at = this.slots[n]!
      if (only !== undefined && at !== only) break
      const kinds = this.kinds[n]!
      const patch: Record<string, Json> = { id: slots.records[at]?.id ?? null }
      if ((kinds & MOVED) !== 0)
        patch.position = { lat: this.lats[n]! / slots.scale, lng: this.lngs[n]! / slots.scale }
      if ((kinds & REPORTED) !== 0) patch.mtime = slots.mtimeAt(at) ?? null
      if ((kinds & MORE) !== 0) Object.assign(patch, this.others.get(at))
      upserts.push(patch)
    }
    for (const record of this.added) if (id === null || record.id === id) upserts.push(record)
    return upserts
  }

  /** The column of a slot, or of one behind it. */
  #find(slot: number): number {
    let [low, high] = [0, this.count]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.slots[middle]! < slot) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Brings the list before them to the one after them. @returns ids of the vehicles that it no longer has */
  apply(slots: Slots, spellingOf: (mtime: Json) => string): string[] {
    const removed = this.removed.map((at) => slots.remove(at))
    for (let n = 0; n < this.count; n++) {
      const at = this.slots[n]!
      const kinds = this.kinds[n]!
      if ((kinds & MORE) !== 0) {
        const others = this.others.get(at) ?? {}
        slots.patch(at, others)
        const mtime = own(others, 'mtime')
        if (mtime !== undefined) slots.spellings[at] = spellingOf(mtime)
      }
      slots.older[at]! |= kinds & (MOVED | REPORTED)
      slots.lats[at] = this.lats[n]!
      slots.lngs[at] = this.lngs[n]!
      slots.times[at] = this.times[n]!
    }
    for (const record of this.added) slots.addWhole(record)
    return removed
  }

  #resize(capacity: number): void {
    const bytes = new Uint8Array(capacity)
    bytes.set(this.kinds.subarray(0, this.count))
    this.kinds = bytes
    const slots = new Int32Array(capacity)
    slots.set(this.slots.subarray(0, this.count))
    this.slots = slots
    const [lats, lngs, times] = [this.lats, this.lngs, this.times].map((column) => {
      const resized = new Float64Array(capacity)
      resized.set(column.subarray(0, this.count))
      return resized
    })
    this.lats = lats!
    this.lngs = lngs!
    this.times = times!
  }
}
