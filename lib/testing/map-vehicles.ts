import type { MapVehicles } from '@/components/map/types'
import type { Position, VehicleSearchObject } from '@/lib/interface/resources'
import { NOWHERE, STEPS_PER_DEGREE } from '@/lib/vehicles/vehicle-table'
import { emptyVehicle } from './vehicles'

/** A vehicle that reports only its position and status. */
export function vehicle(id: string, position: Position | null, status: string | null = 'available') {
  return emptyVehicle(id, { position, status })
}

/** All shown; `undefined` is a free slot. */
export function mapVehicles(
  records: readonly (VehicleSearchObject | undefined)[],
  given: Partial<MapVehicles> = {},
): MapVehicles {
  const steps = (axis: 'lat' | 'lng') =>
    Int32Array.from(records, (record) => {
      const degrees = record?.position?.[axis]
      return degrees === undefined ? NOWHERE : Math.round(degrees * STEPS_PER_DEGREE)
    })
  return {
    records,
    lat: steps('lat'),
    lng: steps('lng'),
    generations: Uint32Array.from(records, (record, slot) => (record ? slot + 1 : 0)),
    reportedAtMs: new Float64Array(records.length).fill(Number.NaN),
    headings: new Float32Array(records.length).fill(Number.NaN),
    shown: Uint32Array.from([...records.keys()].filter((slot) => records[slot])),
    fetchedAtMs: 0,
    receivedAtMs: 0,
    ...given,
  }
}
