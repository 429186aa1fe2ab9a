import { type LiveVehicle, reportedAt } from '@/lib/api/contract/live'
import { bearingDegrees, distanceMetres } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'
import { haveSameStatus, mergeSpellings, reportedStatus } from '@/lib/interface/statuses'
import type { Steps } from '@/lib/vehicles/steps'
import { NOWHERE, STEPS_PER_DEGREE, type VehicleTable } from '@/lib/vehicles/vehicle-table'
import {
  type AreaColumns,
  type AreaCounts,
  COUNTED_FIELDS,
  type CountedField,
  TRAIL_POINTS,
} from './live-area'

/** Columns by slot and counts, derived from a table of vehicles. */
export interface DerivedColumns extends AreaColumns, AreaCounts {}

export const noColumns: DerivedColumns = {
  reportedAtMs: new Float64Array(0),
  headings: new Float32Array(0),
  counts: noCounts(),
  unplaced: [],
  unconfirmed: 0,
}

export const SLOTS_A_STEP = 1_000

// The column is kept for the case that it does: the area leaves it out where it does not.
const MTIME_SERVES = { mtimeServes: true }

/**
 * Derives the rows that differ from the table before: a changed record is another object.
 * @param before derived from the table before
 * @returns the same object where no record differs
 */
export function* deriveColumns(
  { records, lat, lng }: VehicleTable,
  tableBefore: VehicleTable,
  before: DerivedColumns,
  trails: Trails,
): Steps<DerivedColumns> {
  const { length } = records
  const reportedAtMs = resized(before.reportedAtMs, new Float64Array(length))
  const headings = resized(before.headings, new Float32Array(length))
  let isSame = tableBefore.records.length === length
  let areCountsSame = isSame
  for (let slot = 0; slot < length; slot++) {
    if (slot % SLOTS_A_STEP === SLOTS_A_STEP - 1) yield
    const was = tableBefore.records[slot]
    const now = records[slot]
    if (now === was) continue
    isSame = false
    const known = was?.id === now?.id ? was : undefined
    areCountsSame &&= known !== undefined && now !== undefined && areCountedAlike(known, now)
    if (!now) continue
    const hasReported = known?.mtime !== now.mtime || known.aheadSinceMs !== now.aheadSinceMs
    if (!known || hasReported) reportedAtMs[slot] = reportedAt(now, MTIME_SERVES)
    const isElsewhere = tableBefore.lat[slot] !== lat[slot] || tableBefore.lng[slot] !== lng[slot]
    if (!known || isElsewhere)
      headings[slot] = trails.move(now.id, lat[slot] as number, lng[slot] as number)
  }
  if (isSame) return before
  const { counts, unplaced, unconfirmed } = areCountsSame ? before : yield* count(records)
  return { reportedAtMs, headings, counts, unplaced, unconfirmed }
}

function areCountedAlike(a: LiveVehicle, b: LiveVehicle): boolean {
  return (
    COUNTED_FIELDS.every((field) => a[field] === b[field]) &&
    haveSameStatus(a, b) &&
    !a.position === !b.position &&
    isUnconfirmed(a) === isUnconfirmed(b)
  )
}

const isUnconfirmed = ({ unconfirmedSinceMs }: LiveVehicle) =>
  typeof unconfirmedSinceMs === 'number'

function* count(records: VehicleTable['records']): Steps<AreaCounts> {
  const counts = noCounts()
  const unplaced: number[] = []
  let unconfirmed = 0
  for (const [slot, record] of records.entries()) {
    if (slot % SLOTS_A_STEP === SLOTS_A_STEP - 1) yield
    if (!record) continue
    if (record.position === null) unplaced.push(slot)
    if (isUnconfirmed(record)) unconfirmed += 1
    for (const field of COUNTED_FIELDS) addValues(counts[field], field, record)
  }
  return {
    counts: { ...counts, status: mergeSpellings(counts.status) },
    unplaced,
    unconfirmed,
  }
}

function noCounts(): Record<CountedField, Map<string, number>> {
  const maps = COUNTED_FIELDS.map((field) => [field, new Map()])
  return Object.fromEntries(maps)
}

/** Counts a text, or each text of a list once; of missing values the status alone, as ''. */
function addValues(counts: Map<string, number>, field: CountedField, record: LiveVehicle): void {
  if (field === 'status') {
    addOne(counts, reportedStatus(record) ?? '')
    return
  }
  const value = record[field]
  if (value === null) return
  if (typeof value === 'string') {
    addOne(counts, value)
    return
  }
  for (const [at, key] of value.entries()) {
    if (value.indexOf(key) === at) addOne(counts, key)
  }
}

function addOne(counts: Map<string, number>, value: string): void {
  counts.set(value, (counts.get(value) ?? 0) + 1)
}

function resized<Column extends Float32Array | Float64Array>(from: Column, to: Column): Column {
  to.set(from.subarray(0, to.length))
  return to
}

/**
 * A receiver standing still wanders by some metres: nearer than this is no
 * move and turns no vehicle.
 */
const JITTER_METRES = 5

/** The last TRAIL_POINTS positions of vehicles, each a move from the one before. */
export class Trails {
  /** Latitude and longitude in steps, alternating; the oldest position first. */
  readonly #byId = new Map<string, number[]>()

  /**
   * Adds a position in steps if it is a move.
   * @returns the heading; NaN for a vehicle that has not moved
   */
  move(id: string, lat: number, lng: number): number {
    const trail = this.#byId.get(id)
    if (!trail) {
      if (lat !== NOWHERE) this.#byId.set(id, [lat, lng])
      return Number.NaN
    }
    const isMove =
      lat !== NOWHERE &&
      distanceMetres(positionAt(trail, -2), toPosition(lat, lng)) >= JITTER_METRES
    if (isMove && trail.push(lat, lng) > TRAIL_POINTS * 2) trail.splice(0, 2)
    return trail.length > 2
      ? bearingDegrees(positionAt(trail, -4), positionAt(trail, -2))
      : Number.NaN
  }

  /** Oldest first; one position of a vehicle that has not moved. */
  of(id: string): Position[] {
    const trail = this.#byId.get(id) ?? []
    return Array.from({ length: trail.length / 2 }, (_, at) => positionAt(trail, at * 2))
  }

  forget(id: string): void {
    this.#byId.delete(id)
  }
}

const positionAt = (trail: readonly number[], at: number): Position =>
  toPosition(trail.at(at) as number, trail.at(at + 1) as number)

const toPosition = (lat: number, lng: number): Position => ({
  lat: lat / STEPS_PER_DEGREE,
  lng: lng / STEPS_PER_DEGREE,
})
