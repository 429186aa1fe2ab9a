import type { VehiclePatch } from '@/lib/contract/live'
import { bearingDegrees, distanceMetres } from '@/lib/interface/geometry'
import type { Position, VehicleSearchObject } from '@/lib/interface/resources'
import { parseTime } from '@/lib/interface/times'
import type { LiveArea } from './live-area'
import { patched } from './patched-record'
import { AreaIndex } from './record-index'
import type { Trails } from './trails'

/** A receiver standing still wanders by some metres: nearer than this is no move and turns no vehicle. */
const JITTER_METRES = 5

export type VehicleColumns = Pick<LiveArea, 'records' | 'indexById' | 'reportedAtMs' | 'headings'>

/** What an area's vehicles are known to be, as columns that are worked on; what is handed out are copies. */
export class Columns {
  readonly #records: VehicleSearchObject[] = []
  readonly #index = { byId: new Map<string, number>(), version: 0 }
  readonly #trails: Trails
  #reportedAtMs = new Float64Array(1024)
  #headings = new Float32Array(1024)
  #areaIndex: AreaIndex | null = null
  #copy: VehicleColumns | null = null
  /** Where each was when it last moved by more than jitter; null before its first position. */
  readonly #places: (Position | null)[] = []

  constructor(trails: Trails) {
    this.#trails = trails
  }

  get size(): number {
    return this.#records.length
  }

  ids(): Iterable<string> {
    return this.#index.byId.keys()
  }

  has(id: string): boolean {
    return this.#index.byId.has(id)
  }

  /** -1 when there is none such. */
  indexOf(id: string): number {
    return this.#index.byId.get(id) ?? -1
  }

  /** A copy of the columns, the same one until something changes. */
  get copy(): VehicleColumns {
    if (this.#copy === null) {
      const records = this.#records.slice()
      this.#areaIndex ??= new AreaIndex(records, this.#index)
      this.#copy = {
        records,
        indexById: this.#areaIndex,
        reportedAtMs: this.#reportedAtMs.slice(0, this.size),
        headings: this.#headings.slice(0, this.size),
      }
    }
    return this.#copy
  }

  /** Adds a vehicle, with what is known of it from before when it was in other columns or a ghost. */
  add(record: VehicleSearchObject, before: Seen | null): void {
    const index = this.#records.length
    if (index === this.#headings.length) this.#grow()
    this.#forgetCopies()
    this.#records.push(record)
    this.#index.byId.set(record.id, index)
    this.#reportedAtMs[index] =
      before?.record.mtime === record.mtime ? before.reportedAtMs : reportedAt(record)
    this.#headings[index] = before?.heading ?? Number.NaN
    this.#places[index] = before?.place ?? null
    this.#move(index, record)
  }

  /** A known vehicle with what changed; its record stays the same object when nothing did. */
  patch(index: number, patch: VehiclePatch): void {
    const before = this.#records[index] as VehicleSearchObject
    const record = patched(before, patch)
    if (record === before) return
    this.#copy = null
    this.#records[index] = record
    if (before.mtime !== record.mtime) this.#reportedAtMs[index] = reportedAt(record)
    if (before.position !== record.position) this.#move(index, record)
  }

  /** Takes a vehicle out; the last takes its place. Null when there is none such. */
  remove(id: string): Seen | null {
    const index = this.#index.byId.get(id)
    if (index === undefined) return null
    const seen = this.seen(id)
    this.#forgetCopies()
    const last = this.#records.pop() as VehicleSearchObject
    const place = this.#places.pop() ?? null
    const lastIndex = this.#records.length
    this.#index.byId.delete(id)
    if (index === lastIndex) return seen
    this.#records[index] = last
    this.#index.byId.set(last.id, index)
    this.#reportedAtMs[index] = this.#reportedAtMs[lastIndex] as number
    this.#headings[index] = this.#headings[lastIndex] as number
    this.#places[index] = place
    return seen
  }

  seen(id: string): Seen | null {
    const index = this.#index.byId.get(id)
    if (index === undefined) return null
    return {
      record: this.#records[index] as VehicleSearchObject,
      reportedAtMs: this.#reportedAtMs[index] as number,
      heading: this.#headings[index] as number,
      place: this.#places[index] as Position | null,
    }
  }

  #move(index: number, { id, position }: VehicleSearchObject): void {
    const place = this.#places[index] as Position | null
    if (position === null) return
    if (place !== null) {
      if (distanceMetres(place, position) < JITTER_METRES) return
      this.#headings[index] = bearingDegrees(place, position)
      this.#trails.add(id, place, position)
    }
    this.#places[index] = position
  }

  #forgetCopies(): void {
    this.#copy = null
    this.#areaIndex = null
    this.#index.version += 1
  }

  #grow(): void {
    const [times, headings] = [this.#reportedAtMs, this.#headings]
    this.#reportedAtMs = new Float64Array(times.length * 2)
    this.#reportedAtMs.set(times)
    this.#headings = new Float32Array(headings.length * 2)
    this.#headings.set(headings)
  }
}

/** What is remembered of one vehicle. */
export interface Seen {
  readonly record: VehicleSearchObject
  readonly reportedAtMs: number
  readonly heading: number
  readonly place: Position | null
}

function reportedAt({ mtime }: VehicleSearchObject): number {
  return (mtime === null ? null : parseTime(mtime))?.epochMs ?? Number.NaN
}
