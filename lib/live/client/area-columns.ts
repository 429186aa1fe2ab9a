import { reportedAt } from '@/lib/api/contract/annotations'
import type { LiveVehicle } from '@/lib/api/contract/live'
import type { Steps } from '@/lib/vehicles/steps'
import type { VehicleTable } from '@/lib/vehicles/vehicle-table'
import type { LiveArea } from './live-area'
import type { Trails } from './trails'

type Counted = Pick<LiveArea, 'slotById' | 'counts' | 'unplaced'>

export type AreaColumns = Counted &
  Pick<LiveArea, 'records' | 'generations' | 'lat' | 'lng' | 'reportedAtMs' | 'headings'>

/** A vehicle that is shown though the table lacks it. */
export interface Unlisted {
  readonly record: LiveVehicle
  readonly generation: number
  readonly lat: number
  readonly lng: number
}

export const noColumns: AreaColumns = {
  records: [],
  slotById: new Map(),
  generations: new Uint32Array(0),
  lat: new Int32Array(0),
  lng: new Int32Array(0),
  reportedAtMs: new Float64Array(0),
  headings: new Float32Array(0),
  counts: { statuses: new Map(), functions: new Map(), types: new Map() },
  unplaced: [],
}

export const SLOTS_A_STEP = 1_000

// The column is kept for the case that it does: the area leaves it out where it does not.
const MTIME_SERVES = { mtimeServes: true }

/**
 * The vehicles of a table, and unlisted ones in the slots behind. Only what differs from the columns before is worked
 * out: a record that changed is another object.
 * @returns the columns before where nothing differs
 */
export function* columnsOf(
  table: VehicleTable,
  unlisted: ReadonlyMap<string, Unlisted>,
  before: AreaColumns,
  trails: Trails,
): Steps<AreaColumns> {
  const records = table.records.slice()
  const length = records.length + unlisted.size
  const generations = resized(table.generation, new Uint32Array(length))
  const lat = resized(table.lat, new Int32Array(length))
  const lng = resized(table.lng, new Int32Array(length))
  for (const one of unlisted.values()) {
    const slot = records.push(one.record) - 1
    generations[slot] = one.generation
    lat[slot] = one.lat
    lng[slot] = one.lng
  }
  const reportedAtMs = resized(before.reportedAtMs, new Float64Array(length))
  const headings = resized(before.headings, new Float32Array(length))
  let isSame = before.records.length === length
  let areCountsSame = isSame
  for (let slot = 0; slot < length; slot++) {
    if (slot % SLOTS_A_STEP === SLOTS_A_STEP - 1) yield
    const [was, now] = [before.records[slot], records[slot]]
    if (now === was) continue
    isSame = false
    const known = was?.id === now?.id ? was : undefined
    areCountsSame &&= known !== undefined && now !== undefined && areCountedAlike(known, now)
    if (!now) continue
    if (!known || known.mtime !== now.mtime || known.aheadSinceMs !== now.aheadSinceMs)
      reportedAtMs[slot] = reportedAt(now, MTIME_SERVES)
    if (!known || before.lat[slot] !== lat[slot] || before.lng[slot] !== lng[slot])
      headings[slot] = trails.move(now.id, lat[slot] as number, lng[slot] as number)
  }
  if (isSame) return before
  const { slotById, counts, unplaced } = areCountsSame ? before : yield* count(records)
  return { records, slotById, generations, lat, lng, reportedAtMs, headings, counts, unplaced }
}

function areCountedAlike(a: LiveVehicle, b: LiveVehicle): boolean {
  return (
    a.status === b.status && a.functions === b.functions && a.type === b.type && !a.position === !b.position
  )
}

function* count(records: AreaColumns['records']): Steps<Counted> {
  const slotById = new Map<string, number>()
  const statuses = new Map<string, number>()
  const functions = new Map<string, number>()
  const types = new Map<string, number>()
  const unplaced: number[] = []
  const add = (counts: Map<string, number>, value: string) => counts.set(value, (counts.get(value) ?? 0) + 1)
  for (const [slot, record] of records.entries()) {
    if (slot % SLOTS_A_STEP === SLOTS_A_STEP - 1) yield
    if (!record) continue
    slotById.set(record.id, slot)
    if (record.position === null) unplaced.push(slot)
    add(statuses, record.status ?? '')
    if (record.type !== null) add(types, record.type)
    record.functions?.forEach((key, at, keys) => {
      if (keys.indexOf(key) === at) add(functions, key)
    })
  }
  return { slotById, counts: { statuses, functions, types }, unplaced }
}

function resized<Column extends Int32Array | Uint32Array | Float32Array | Float64Array>(
  from: Column,
  to: Column,
): Column {
  to.set(from.subarray(0, to.length))
  return to
}
