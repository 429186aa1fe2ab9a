import type { MapVehicles } from '@/components/map/types'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { VehicleTable } from '@/lib/vehicles/vehicle-table'
import type { BenchFleet } from './fleet'

const STATUSES = ['available', 'busy', 'reserved', 'offline'] as const

const made = new WeakMap<BenchFleet, MapVehicles>()

/**
 * Prepares a fleet as the props of Kerbside's map, outside the timing.
 * @param before the fleet before, whose unchanged records are shared
 */
export function makeVehicles(fleet: BenchFleet, before: BenchFleet | null): void {
  const shared = before && made.get(before)
  const records = shared ? [...shared.table.vehicles()] : fleet.ids.map((_, index) => recordOf(fleet, index))
  for (const index of fleet.moved) records[index] = recordOf(fleet, index)
  const size = fleet.ids.length
  const nowMs = Date.now()
  const table = new VehicleTable()
  for (const [slot, record] of records.entries()) table.append(record, slot + 1)
  made.set(fleet, {
    table,
    // Fresh, ageing and stale ones.
    reportedAtMs: new Float64Array(size).map((_, index) => nowMs - (index % 3) * 150_000),
    headings: new Float32Array(size).map((_, index) => (index % 2 === 0 ? Number.NaN : (index * 37) % 360)),
    shown: Uint32Array.from({ length: size }, (_, index) => index),
    fetchedAtMs: nowMs,
    receivedAtMs: nowMs,
  })
}

/** @throws Error when makeVehicles() was not called */
export function vehiclesOf(fleet: BenchFleet): MapVehicles {
  const vehicles = made.get(fleet)
  if (!vehicles) throw new Error('makeVehicles() comes first')
  return vehicles
}

function recordOf({ ids, positions }: BenchFleet, index: number): VehicleSearchObject {
  return {
    id: ids[index] as string,
    mtime: null,
    status: STATUSES[index % STATUSES.length] as string,
    position: positions[index] as VehicleSearchObject['position'],
    type: 'taxi',
    year: null,
    functions: null,
    passengers_max: 4,
    load_m3: null,
    price_per_km: null,
    price_per_minute: null,
    make: null,
    image_url: null,
  }
}
