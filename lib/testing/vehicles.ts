import type { LiveMeta, LiveVehicle } from '@/lib/api/contract/live'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import type { VehicleSearchObject } from '@/lib/interface/resources'

/** When the lists of tests were loaded: the start of their clock. */
export const FETCHED_AT = '2026-01-01T12:00:00.000Z'

/** A vehicle that reports only its id and these fields. */
export function emptyVehicle(
  id: string,
  fields: Partial<VehicleSearchObject> = {},
): VehicleSearchObject {
  const nothing = Object.fromEntries(
    Object.keys(vehicleSearchObjectFields).map((name) => [name, null]),
  )
  return { ...nothing, ...fields, id } as VehicleSearchObject
}

/** A vehicle that reports every field but its image; without annotations unless given. */
export function vehicle(id: string, fields: Partial<LiveVehicle> = {}): LiveVehicle {
  return {
    ...emptyVehicle(id),
    mtime: '2026-01-01T11:59:50.000+00:00',
    status: 'available',
    position: { lat: 51.5, lng: -0.1 },
    type: 'taxi',
    year: 2020,
    functions: ['passenger'],
    passengers_max: 4,
    load_m3: 0.4,
    price_per_km: 1.2,
    price_per_minute: 0.3,
    make: 'Make',
    ...fields,
  }
}

/** The metadata of a complete list of a service that works. */
export function liveMeta(fields: Partial<LiveMeta> = {}): LiveMeta {
  return {
    fetchedAt: FETCHED_AT,
    ageMs: 0,
    failure: null,
    loaded: 0,
    unseen: 0,
    about: null,
    incomplete: null,
    query: null,
    pages: 1,
    mtimeServes: true,
    dropped: 0,
    unreadable: 0,
    sweepMs: 20,
    intervalMs: 5000,
    ...fields,
  }
}
