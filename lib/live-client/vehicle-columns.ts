import { type ChangeOf, reportedAt } from '@/lib/contract/annotations'
import type { LiveVehicle } from '@/lib/contract/live'
import { bearingDegrees, distanceMetres } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'
import type { LiveArea } from './live-area'
import { patched, patchedInPlace } from './patched-record'
import { SlotMap } from './slot-map'
import type { Trails } from './trails'
import { VehicleCounts } from './vehicle-counts'

/** A receiver standing still wanders by some metres: nearer than this is no move and turns no vehicle. */
const JITTER_METRES = 5

const FIRST_CAPACITY = 1024

// Unique on the page, so that slots of two areas are never mistaken for each other.
let lastGeneration = 0

export type VehicleColumns = Pick<
  LiveArea,
  'records' | 'slotById' | 'generations' | 'reportedAtMs' | 'headings' | 'counts' | 'unplaced'
>

/** A copy from which other columns can begin. */
export type BaseColumns = Pick<
  VehicleColumns,
  'records' | 'generations' | 'reportedAtMs' | 'counts' | 'unplaced'
>

/** The known vehicles of an area, by slot. Changed in place; `copy` is immutable. */
export class Columns {
  readonly #records: (LiveVehicle | undefined)[]
  readonly #index = { byId: new Map<string, number>(), version: 0 }
  readonly #trails: Trails
  #counts = new VehicleCounts()
  #before: Columns | null
  #freeSlots: number[]
  #generations = new Uint32Array(FIRST_CAPACITY)
  #reportedAtMs = new Float64Array(FIRST_CAPACITY)
  #headings = new Float32Array(FIRST_CAPACITY)
  /** 1 for a record that was made here and is in no copy, so that it can be changed in place. */
  #isOwn = new Uint8Array(FIRST_CAPACITY)
  #slotMap: SlotMap | null = null
  #copy: VehicleColumns | null = null
  /** Of a vehicle that has moved in these columns; -1 otherwise. */
  readonly #trailAt: number[] = []
  /** Position at the last move beyond jitter; null before the first one. */
  readonly #positions: (Position | null)[] = []

  /** @param before columns that these will replace: vehicles in both stay in their slots */
  constructor(trails: Trails, before: Columns | null = null) {
    this.#trails = trails
    this.#before = before
    this.#records = new Array(before ? before.#records.length : 0).fill(undefined)
    this.#freeSlots = before ? before.#freeSlots.slice() : []
    this.#reserve(this.#records.length)
  }

  /** Columns that begin with the vehicles of a copy, of which no trail is known. */
  static of({ records, generations, reportedAtMs, counts, unplaced }: BaseColumns, trails: Trails): Columns {
    const columns = new Columns(trails)
    columns.#reserve(records.length)
    columns.#counts = new VehicleCounts({ counts, unplaced })
    columns.#generations.set(generations)
    columns.#reportedAtMs.set(reportedAtMs)
    columns.#headings.fill(Number.NaN)
    for (const [slot, record] of records.entries()) {
      columns.#records.push(record)
      columns.#positions.push(null)
      columns.#trailAt.push(-1)
      if (record) columns.#index.byId.set(record.id, slot)
      else columns.#freeSlots.push(slot)
    }
    return columns
  }

  get size(): number {
    return this.#index.byId.size
  }

  ids(): Iterable<string> {
    return this.#index.byId.keys()
  }

  has(id: string): boolean {
    return this.#index.byId.has(id)
  }

  /** -1 for an unknown vehicle. */
  slotOf(id: string): number {
    return this.#index.byId.get(id) ?? -1
  }

  /** A copy of the columns, the same one until something changes. */
  get copy(): VehicleColumns {
    if (this.#copy === null) {
      const records = this.#records.slice()
      this.#slotMap ??= new SlotMap(records, this.#index)
      this.#isOwn.fill(0)
      this.#copy = {
        records,
        slotById: this.#slotMap,
        generations: this.#generations.slice(0, records.length),
        reportedAtMs: this.#reportedAtMs.slice(0, records.length),
        headings: this.#headings.slice(0, records.length),
        ...this.#counts.copy,
      }
    }
    return this.#copy
  }

  /** Without trails, which would be kept with it. */
  get base(): BaseColumns {
    const { records, generations, reportedAtMs, counts, unplaced } = this.copy
    return { records, generations, reportedAtMs, counts, unplaced }
  }

  /** @param before the same vehicle in other columns, or when it departed */
  add(record: LiveVehicle, before: KnownVehicle | null): void {
    const slot = this.#allot(record.id)
    this.#forgetCopies()
    this.#records[slot] = record
    this.#isOwn[slot] = 0
    this.#index.byId.set(record.id, slot)
    this.#counts.add(slot, record)
    this.#reportedAtMs[slot] = reportedAt(record, MTIME_SERVES)
    this.#headings[slot] = before?.heading ?? Number.NaN
    this.#positions[slot] = before?.position ?? null
    this.#trailAt[slot] = -1
    this.#move(slot, record)
  }

  /**
   * Applies a change to a known vehicle; its record stays the same object when nothing differs.
   * @param changeOf at the time of the list; left out in a replay, which does not know since when vehicles are as they are
   */
  patch(slot: number, patch: Partial<LiveVehicle>, changeOf?: ChangeOf): void {
    const before = this.#records[slot] as LiveVehicle
    const { status, functions, type, position } = before
    const record = this.#isOwn[slot] === 1 ? patchedInPlace(before, patch) : patched(before, patch)
    if (record !== before) {
      this.#records[slot] = record
      this.#isOwn[slot] = 1
      this.#copy = null
    }
    if (changeOf && (status !== record.status || position !== record.position))
      Object.assign(record, changeOf(patch), patch)
    this.#counts.change(slot, { status, functions, type, position }, record)
    this.#reportedAtMs[slot] = reportedAt(record, MTIME_SERVES)
    if (position !== record.position) this.#move(slot, record)
  }

  /** Moves a known vehicle, as `patch` with a position. */
  move(slot: number, lat: number, lng: number): void {
    const before = this.#records[slot] as LiveVehicle
    const { position } = before
    if (position === null) this.patch(slot, { position: { lat, lng } })
    else if (position.lat !== lat || position.lng !== lng) {
      const record = this.#changeable(slot)
      record.position = { lat, lng }
      this.#move(slot, record)
    }
  }

  /** Sets the `mtime` of a known vehicle, as `patch` with it. */
  report(slot: number, mtime: string | null): void {
    if ((this.#records[slot] as LiveVehicle).mtime === mtime) return
    const record = this.#changeable(slot)
    record.mtime = mtime
    this.#reportedAtMs[slot] = reportedAt(record, MTIME_SERVES)
  }

  /** Sets since when a known vehicle has its status, as `patch` with it. */
  since(slot: number, atMs: number, isBeginning: boolean): void {
    const known = (this.#records[slot] as LiveVehicle).statusSince
    if (known?.atMs !== atMs || known.isBeginning !== isBeginning)
      this.#changeable(slot).statusSince = { atMs, isBeginning }
  }

  /** Trails begin where the vehicles are now. */
  beginTrails(): void {
    for (const [slot, record] of this.#records.entries()) this.#positions[slot] = record?.position ?? null
  }

  /** The id of a vehicle in its slot. */
  idOf(slot: number): string {
    return (this.#records[slot] as LiveVehicle).id
  }

  /** Takes a vehicle out and frees its slot; null for an unknown vehicle. */
  remove(id: string): KnownVehicle | null {
    const known = this.known(id)
    if (!known) return null
    const slot = this.slotOf(id)
    this.#forgetCopies()
    this.#index.byId.delete(id)
    this.#counts.remove(slot, known.record)
    this.#free(slot)
    return known
  }

  known(id: string): KnownVehicle | null {
    const slot = this.#index.byId.get(id)
    if (slot === undefined) return null
    return {
      record: this.#records[slot] as LiveVehicle,
      reportedAtMs: this.#reportedAtMs[slot] as number,
      heading: this.#headings[slot] as number,
      position: this.#positions[slot] as Position | null,
    }
  }

  /** These columns have replaced the ones before: slots of vehicles that did not stay can be used again. */
  release(): void {
    if (this.#before === null) return
    this.#before = null
    this.#freeSlots = []
    for (let slot = this.#records.length - 1; slot >= 0; slot--)
      if (this.#records[slot] === undefined) this.#free(slot)
  }

  #changeable(slot: number): Changeable {
    this.#copy = null
    const record = this.#records[slot] as LiveVehicle
    if (this.#isOwn[slot] === 1) return record
    this.#isOwn[slot] = 1
    const copy = { ...record }
    this.#records[slot] = copy
    return copy
  }

  #allot(id: string): number {
    const before = this.#before
    const known = before?.slotOf(id) ?? -1
    if (before && known >= 0 && known < this.#records.length && this.#records[known] === undefined) {
      this.#generations[known] = before.#generations[known] as number
      return known
    }
    const slot = this.#freeSlots.pop() ?? this.#records.length
    this.#reserve(slot + 1)
    this.#generations[slot] = ++lastGeneration
    return slot
  }

  #free(slot: number): void {
    this.#records[slot] = undefined
    this.#generations[slot] = 0
    this.#positions[slot] = null
    this.#freeSlots.push(slot)
  }

  #move(slot: number, { id, position }: LiveVehicle): void {
    const before = this.#positions[slot] as Position | null
    if (position === null) return
    if (before !== null) {
      if (distanceMetres(before, position) < JITTER_METRES) return
      this.#headings[slot] = bearingDegrees(before, position)
      this.#trailAt[slot] = this.#trails.add(id, before, position, this.#trailAt[slot] as number)
    }
    this.#positions[slot] = position
  }

  #forgetCopies(): void {
    this.#copy = null
    this.#slotMap = null
    this.#index.version += 1
  }

  #reserve(size: number): void {
    let capacity = this.#headings.length
    if (size <= capacity) return
    while (capacity < size) capacity *= 2
    this.#generations = grown(this.#generations, new Uint32Array(capacity))
    this.#reportedAtMs = grown(this.#reportedAtMs, new Float64Array(capacity))
    this.#headings = grown(this.#headings, new Float32Array(capacity))
    this.#isOwn = grown(this.#isOwn, new Uint8Array(capacity))
  }
}

function grown<Column extends Uint8Array | Uint32Array | Float32Array | Float64Array>(
  from: Column,
  to: Column,
): Column {
  to.set(from)
  return to
}

/** The known state of one vehicle. */
export interface KnownVehicle {
  readonly record: LiveVehicle
  readonly reportedAtMs: number
  readonly heading: number
  /** At its last move beyond jitter. */
  readonly position: Position | null
}

type Changeable = { -readonly [Name in keyof LiveVehicle]: LiveVehicle[Name] }

/** Columns are kept for the case that it does: the area leaves them out where it does not. */
const MTIME_SERVES = { mtimeServes: true }
