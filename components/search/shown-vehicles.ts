import type { MapVehicles } from '@/components/map/map-vehicles'
import { type Age, ageOf, formatAge } from '@/lib/format/age'
import { bearingDegrees, compassPoint, distanceMetres, formatDistance } from '@/lib/format/distance'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import type { Position, VehicleSearchObject } from '@/lib/schema/resources'
import { parseTime } from '@/lib/schema/times'

/** A vehicle as a dispatcher sees it from the centre of the search. */
export interface ShownVehicle {
  readonly vehicle: VehicleSearchObject
  /** When its answer arrived. */
  readonly ageAtReceipt: Age
  /** Metres from the search's centre, straight line; null without a position. */
  readonly distance: number | null
  /** "480 m NE"; null without a position. */
  readonly place: string | null
}

/**
 * Vehicles by distance, nearest first; the order of the service's results is not shown (§4.2).
 * Those without a position come last: they are listed, not mapped.
 * @param fetchedAtMs when the answer arrived at the server, on its clock
 */
export function showVehicles(
  vehicles: readonly VehicleSearchObject[],
  centre: Position,
  fetchedAtMs: number,
): ShownVehicle[] {
  return vehicles
    .map((vehicle) => {
      const { position } = vehicle
      const distance = position && distanceMetres(centre, position)
      return {
        vehicle,
        ageAtReceipt: ageOf(vehicle.mtime, fetchedAtMs, 0),
        distance,
        place:
          position && distance !== null
            ? `${formatDistance(distance)} ${compassPoint(bearingDegrees(centre, position))}`
            : null,
      }
    })
    .sort(
      (a, b) => (a.distance ?? Infinity) - (b.distance ?? Infinity) || (a.vehicle.id < b.vehicle.id ? -1 : 1),
    )
}

/** The text equivalent of a marker: "480 m NE, available, 4 seats, 12s ago". */
export function describeVehicle(
  { vehicle, ageAtReceipt, place }: ShownVehicle,
  sinceReceiptMs: number,
): string {
  const { type, status, passengers_max } = vehicle
  return [
    type && safeText(type, 40),
    place ?? 'no position',
    status === null ? 'no status' : safeText(status, 40),
    passengers_max === null ? null : `${formatCount(passengers_max)} seats`,
    `${formatAge(ageAtReceipt.ageMs + sinceReceiptMs)} ago`,
  ]
    .filter((part) => part !== null)
    .join(', ')
}

/** The shown vehicles as the map takes them; all of them are shown. */
export function toMapVehicles(
  shown: readonly ShownVehicle[],
  fetchedAtMs: number,
  receivedAtMs: number,
): MapVehicles {
  return {
    records: shown.map(({ vehicle }) => vehicle),
    reportedAtMs: Float64Array.from(
      shown,
      ({ vehicle: { mtime } }) => (mtime === null ? null : parseTime(mtime))?.epochMs ?? Number.NaN,
    ),
    headings: new Float32Array(shown.length).fill(Number.NaN),
    shown: Uint32Array.from(shown.keys()),
    fetchedAtMs,
    receivedAtMs,
  }
}

/** Each status among the vehicles with its count, most frequent first; null for none. */
export function countStatuses(vehicles: readonly VehicleSearchObject[]): [string | null, number][] {
  const counts = new Map<string | null, number>()
  for (const { status } of vehicles) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1))
}
