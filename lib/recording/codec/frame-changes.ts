import type { ChangeColumns, PackedColumns } from './change-columns'
import { MOVED, RECORD_BYTES, REPORTED, type Slots } from './slots'
import { assign, type Json, type JsonObject, own } from './values'

/** In `others` there is more. */
const MORE = 4
/** Of a vehicle's other fields that changed. */
const OTHERS_BYTES = 250

/** Takes what changed of a slot. */
export interface ChangeCollector {
  /** In steps of the grid. */
  move(at: number, lat: number, lng: number): void
  report(at: number, ms: number, spelling: string): void
  /** Any other field, also a position that is not on the grid and a time of another shape. */
  set(at: number, name: string, value: Json): void
}

/** Changes of a frame, as it is read: by column, since most of it is positions and times. */
export class FrameChanges {
  removed: readonly number[] = []
  readonly added: JsonObject[] = []
  readonly others = new Map<number, JsonObject>()
  readonly #open: ChangeColumns
  #columns: PackedColumns

  /** @param columns that it may use until it is closed */
  constructor(columns: ChangeColumns) {
    this.#open = columns
    this.#columns = columns
  }

  add(slots: Slots, at: number, kinds: number, others: JsonObject | null): void {
    this.#open.add(slots, at, kinds | (others === null ? 0 : MORE))
    if (others !== null) this.others.set(at, others)
  }

  /** Once all is added. */
  close(): this {
    this.#columns = this.#open.packed()
    return this
  }

  /** About as many as they take in memory. */
  get bytes(): number {
    const { bytes } = this.#columns
    return bytes + OTHERS_BYTES * this.others.size + RECORD_BYTES * this.added.length
  }

  /** As a stream carries them. @param slots the list after them @param only of one slot; -1 for none */
  upserts(slots: Slots, only?: number): JsonObject[] {
    const upserts: JsonObject[] = []
    const id = only === undefined ? null : slots.records[only]?.id
    const columns = this.#columns
    for (let n = only === undefined ? 0 : this.#find(only); n < columns.count; n++) {
      const at = columns.slots[n]!
      if (only !== undefined && at !== only) break
      const kinds = columns.kinds[n]!
      const patch: Record<string, Json> = { id: slots.records[at]?.id ?? null }
      if ((kinds & MOVED) !== 0)
        patch.position = { lat: columns.lats[n]! / slots.scale, lng: columns.lngs[n]! / slots.scale }
      if ((kinds & REPORTED) !== 0) patch.mtime = slots.mtimeAt(at) ?? null
      const others = (kinds & MORE) !== 0 ? this.others.get(at) : undefined
      for (const key in others) assign(patch, key, others[key]!)
      upserts.push(patch)
    }
    for (const record of this.added) if (id === null || record.id === id) upserts.push(record)
    return upserts
  }

  /** Collects the changes of slots that were taken, one after the other. @param slots the list after them */
  forEachChanged(slots: Slots, collect: ChangeCollector): void {
    const columns = this.#columns
    for (let n = 0; n < columns.count; n++) {
      const at = columns.slots[n]!
      const kinds = columns.kinds[n]!
      if ((kinds & MOVED) !== 0) collect.move(at, columns.lats[n]!, columns.lngs[n]!)
      if ((kinds & REPORTED) !== 0)
        collect.report(at, columns.fromMs + columns.times[n]!, slots.spellings[at]!)
      const others = (kinds & MORE) !== 0 ? this.others.get(at) : undefined
      for (const key in others) if (Object.hasOwn(others, key)) collect.set(at, key, others[key]!)
    }
  }

  /** The column of a slot, or of one behind it. */
  #find(slot: number): number {
    const { slots, count } = this.#columns
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >> 1
      if (slots[middle]! < slot) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Brings the list before them to the one after them. @returns ids of the vehicles that it no longer has */
  apply(slots: Slots, spellingOf: (mtime: Json) => string): string[] {
    const removed = this.removed.map((at) => slots.remove(at))
    const { count, slots: changed, kinds: kindsOf, lats, lngs, times, fromMs } = this.#columns
    for (let n = 0; n < count; n++) {
      const at = changed[n]!
      const kinds = kindsOf[n]!
      if ((kinds & MORE) !== 0) {
        const others = this.others.get(at) ?? {}
        slots.patch(at, others)
        const mtime = own(others, 'mtime')
        if (mtime !== undefined) slots.spellings[at] = spellingOf(mtime)
      }
      slots.older[at]! |= kinds & (MOVED | REPORTED)
      slots.lats[at] = lats[n]!
      slots.lngs[at] = lngs[n]!
      slots.times[at] = fromMs + times[n]!
    }
    for (const record of this.added) slots.addWhole(record)
    return removed
  }
}
