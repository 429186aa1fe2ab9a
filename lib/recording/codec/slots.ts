import { readOnce } from '@/lib/interface/times'
import { placeOf } from './grid'
import { grown } from './grown'
import { Habits } from './habits'
import { asSince } from './since'
import { readTime, spellTime } from './times'
import { assign, type Json, type JsonObject, keysOf, own } from './values'

/** Where the record of a slot is older than what is known beside it. */
export const MOVED = 1
export const REPORTED = 2
const STATUS = 4
const STATUS_SINCE = 8
/** Of a vehicle with all fields of the interface; of a copy, which has most values in common with the record before. */
export const RECORD_BYTES = 1200
const PATCHED_BYTES = 250

/**
 * The vehicles of a list in its order, a slot each: what was streamed of it last, by column, since most of it changes with
 * every frame.
 */
export class Slots {
  count = 0
  readonly scale: number
  /** Null once it is gone. Position, time, status and since when may be older than the columns, as `older` says. */
  records: (JsonObject | null)[] = []
  older: Uint8Array
  /** In steps of the grid; 0 for a position that never was on it. */
  lats: Float64Array
  lngs: Float64Array
  /** When it reported last. */
  times: Float64Array
  /** Of `times`; empty for a time that is kept as JSON. */
  spellings: string[] = []
  /** Undefined without a status. */
  statuses: (Json | undefined)[] = []
  /** Since when it has its status: NaN where that is kept as JSON. 1 for one that is a beginning. */
  sinces: Float64Array
  beginnings: Uint8Array
  habits: Habits
  /** Records that it made, and copied for a field that changed. */
  added = 0
  patched = 0
  /** 1 where no other list has the record, which is a copy and changed in its place. */
  #own: Uint8Array
  #slotOf: Map<string, number> | null = null

  /** @param scale steps of a degree */
  constructor(scale: number, capacity: number) {
    this.scale = scale
    this.older = new Uint8Array(capacity)
    this.#own = new Uint8Array(capacity)
    this.lats = new Float64Array(capacity)
    this.lngs = new Float64Array(capacity)
    this.times = new Float64Array(capacity)
    this.sinces = new Float64Array(capacity)
    this.beginnings = new Uint8Array(capacity)
    this.habits = new Habits(capacity)
  }

  static of(records: readonly JsonObject[], scale: number): Slots {
    const slots = new Slots(scale, records.length)
    const read = readOnce(readTime)
    for (const record of records) slots.addWhole(withoutGaps(record), read)
    return slots
  }

  /** By id. */
  get slotOf(): Map<string, number> {
    if (this.#slotOf) return this.#slotOf
    const slotOf = new Map<string, number>()
    for (const [at, record] of this.records.entries()) if (record) slotOf.set(record.id as string, at)
    this.#slotOf = slotOf
    return slotOf
  }

  add(record: JsonObject | null): number {
    const at = this.count++
    if (at === this.lats.length) this.#grow()
    this.records.push(null)
    this.spellings.push('')
    this.statuses.push(undefined)
    if (record !== null) this.settle(at, record)
    return at
  }

  /** The record of a slot that had none. */
  settle(at: number, record: JsonObject): void {
    this.added++
    this.records[at] = record
    this.#own[at] = 0
    this.statuses[at] = own(record, 'status')
    this.#setSince(at, own(record, 'statusSince'))
    this.#slotOf?.set(record.id as string, at)
  }

  /** A vehicle that is new in the list. */
  addWhole(record: JsonObject, read = readTime): void {
    const at = this.add(record)
    this.place(at, record.position)
    const time = typeof record.mtime === 'string' ? read(record.mtime) : null
    this.times[at] = time?.ms ?? 0
    this.spellings[at] = time?.spelling ?? ''
  }

  remove(at: number): string {
    const id = this.records[at]!.id as string
    this.records[at] = null
    this.#slotOf?.delete(id)
    return id
  }

  place(at: number, position: unknown): void {
    const place = placeOf(position, this.scale)
    this.lats[at] = place?.lat ?? 0
    this.lngs[at] = place?.lng ?? 0
  }

  /** Fields, but of a record that has them no position on the grid and no time of the same spelling. */
  patch(at: number, fields: JsonObject): void {
    for (const key of Object.keys(fields)) {
      const value = fields[key] as Json
      const column = this.#setColumn(at, key, value)
      if (column !== 0 && this.records[at]![key] !== undefined) this.older[at]! |= column
      else assign(this.#ownRecord(at), key, value)
    }
    if (fields.position !== undefined) {
      this.older[at]! &= ~MOVED
      this.place(at, fields.position)
    }
    if (fields.mtime !== undefined) this.older[at]! &= ~REPORTED
  }

  /** @returns the flag of `older` for the column that has the value now; 0 for none */
  #setColumn(at: number, key: string, value: Json): number {
    if (key === 'statusSince') return this.#setSince(at, value) ? STATUS_SINCE : 0
    if (key !== 'status') return 0
    this.statuses[at] = value
    return STATUS
  }

  /** @returns whether the column has it */
  #setSince(at: number, value: Json | undefined): boolean {
    const since = asSince(value)
    this.sinces[at] = since?.atMs ?? Number.NaN
    this.beginnings[at] = since?.isBeginning ? 1 : 0
    this.older[at]! &= ~STATUS_SINCE
    return since !== null
  }

  /** One that no other list has. */
  #ownRecord(at: number): Record<string, Json> {
    if (this.#own[at] === 1) return this.records[at] as Record<string, Json>
    const copy = { ...this.records[at] }
    this.patched++
    this.#own[at] = 1
    this.records[at] = copy
    return copy
  }

  /** As streamed last; null once it is gone. */
  record(at: number): JsonObject | null {
    const record = this.records[at] ?? null
    const older = this.older[at]!
    if (record === null) return null
    if (older === 0) {
      this.#own[at] = 0
      return record
    }
    const current: Record<string, Json> = { ...record }
    if ((older & MOVED) !== 0) current.position = this.positionAt(at) as Json
    if ((older & REPORTED) !== 0) current.mtime = this.mtimeAt(at) as Json
    if ((older & STATUS) !== 0) current.status = this.statuses[at] as Json
    if ((older & STATUS_SINCE) !== 0) current.statusSince = this.sinceAt(at) as Json
    return current
  }

  /** Whether the columns have its position, which is on the grid then. */
  isPlaced(at: number): boolean {
    if ((this.older[at]! & MOVED) !== 0) return true
    const position = this.records[at]?.position as JsonObject | null | undefined
    if (typeof position !== 'object' || position === null) return false
    const isThere =
      position.lat === this.lats[at]! / this.scale && position.lng === this.lngs[at]! / this.scale
    let fields = 0
    if (isThere) for (const _ in position) fields++
    return fields === 2
  }

  /** Whether the columns have its time, which is of a usual spelling then. */
  isTimed(at: number): boolean {
    return (this.older[at]! & REPORTED) !== 0 || this.spellings[at] !== ''
  }

  positionAt(at: number): Json | undefined {
    if ((this.older[at]! & MOVED) === 0) return this.records[at]?.position
    return { lat: this.lats[at]! / this.scale, lng: this.lngs[at]! / this.scale }
  }

  mtimeAt(at: number): Json | undefined {
    if ((this.older[at]! & REPORTED) === 0) return this.records[at]?.mtime
    return spellTime({ ms: this.times[at]!, spelling: this.spellings[at]! })
  }

  sinceAt(at: number): Json | undefined {
    if ((this.older[at]! & STATUS_SINCE) === 0) return this.records[at]?.statusSince
    return { atMs: this.sinces[at]!, isBeginning: this.beginnings[at] === 1 }
  }

  /** A field other than position and time. */
  fieldAt(at: number, key: string): Json | undefined {
    if (key === 'status') return this.statuses[at]
    return key === 'statusSince' ? this.sinceAt(at) : own(this.records[at]!, key)
  }

  /** Records of the list, in its order. */
  list(): JsonObject[] {
    const list: JsonObject[] = []
    for (let at = 0; at < this.count; at++) {
      const record = this.record(at)
      if (record !== null) list.push(record)
    }
    return list
  }

  /**
   * The same list as `of` its records would make, for frames that follow.
   * @param scale another one takes as long as `of`
   */
  begun(scale: number): Slots {
    if (scale !== this.scale) return Slots.of(this.list(), scale)
    const slots = this.compact()
    slots.habits = new Habits(slots.lats.length)
    return slots
  }

  /** The same list, without slots of vehicles that are gone. */
  compact(): Slots {
    if (!this.records.includes(null)) return this.copy()
    this.#own.fill(0)
    const slots = new Slots(this.scale, this.count)
    for (let from = 0; from < this.count; from++) {
      const record = this.records[from]!
      if (record === null) continue
      const at = slots.add(null)
      slots.records[at] = record
      slots.older[at] = this.older[from]!
      slots.times[at] = this.times[from]!
      slots.spellings[at] = this.spellings[from]!
      slots.statuses[at] = this.statuses[from]
      slots.sinces[at] = this.sinces[from]!
      slots.beginnings[at] = this.beginnings[from]!
      slots.lats[at] = this.lats[from]!
      slots.lngs[at] = this.lngs[from]!
    }
    return slots
  }

  /** The same list, without habits. */
  copy(): Slots {
    this.#own.fill(0)
    const slots = new Slots(this.scale, 0)
    slots.count = this.count
    slots.records = this.records.slice()
    slots.spellings = this.spellings.slice()
    slots.statuses = this.statuses.slice()
    slots.sinces = this.sinces.slice()
    slots.beginnings = this.beginnings.slice()
    slots.older = this.older.slice()
    slots.#own = new Uint8Array(this.older.length)
    slots.times = this.times.slice()
    slots.lats = this.lats.slice()
    slots.lngs = this.lngs.slice()
    return slots
  }

  /** About as many as it takes in memory, without records that it shares with the list that it was made of. */
  get bytes(): number {
    const { length } = this.lats
    return (
      35 * length +
      this.habits.bytes +
      24 * this.count +
      RECORD_BYTES * this.added +
      PATCHED_BYTES * this.patched
    )
  }

  #grow(): void {
    const capacity = Math.max(16, 2 * this.lats.length)
    this.habits.grow(capacity)
    this.older = grown(this.older, new Uint8Array(capacity))
    this.#own = grown(this.#own, new Uint8Array(capacity))
    this.beginnings = grown(this.beginnings, new Uint8Array(capacity))
    this.lats = grown(this.lats, new Float64Array(capacity))
    this.lngs = grown(this.lngs, new Float64Array(capacity))
    this.times = grown(this.times, new Float64Array(capacity))
    this.sinces = grown(this.sinces, new Float64Array(capacity))
  }
}

/** Fields of the value undefined are not streamed. */
function withoutGaps(record: JsonObject): JsonObject {
  const keys = keysOf(record)
  if (keys.length === Object.keys(record).length) return record
  return Object.fromEntries(keys.map((key) => [key, record[key] as Json]))
}
