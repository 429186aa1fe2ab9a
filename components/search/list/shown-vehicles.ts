import type { AreaSearch, LiveVehicle } from '@/lib/api/contract/live'
import type { VehicleNames } from '@/lib/api/queries/names'
import type { NearNames } from '@/lib/api/queries/places'
import { distanceAndDirection, type FormatDistance } from '@/lib/format/position/distance'
import { ageOf, type Reading, unconfirmedMs } from '@/lib/format/time/age'
import { laterInStatus, timeInStatus } from '@/lib/format/time/time-in-status'
import { distanceMetres } from '@/lib/interface/geometry'
import { isOnEarth } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'

interface Viewpoint {
  /** The search's centre or the pick-up point. */
  readonly from: Position
  readonly formatDistance: FormatDistance
  readonly names: VehicleNames
  readonly near: NearNames
}

/**
 * @param sinceReceiptMs time since the reading.
 * @param isOnScreen false: its address is not asked for
 */
export function showVehicle(
  vehicle: LiveVehicle,
  { from, formatDistance, names, near }: Viewpoint,
  reading: Reading,
  sinceReceiptMs: number,
  isOnScreen = true,
) {
  const { id, position } = vehicle
  const metres = position && distanceMetres(from, position)
  return {
    vehicle,
    age: ageOf(vehicle, reading, sinceReceiptMs),
    /** "480 m NE"; null without a position, as its metres. */
    place:
      position && metres !== null ? distanceAndDirection(from, position, formatDistance) : null,
    metres,
    /** When the service listed it; null where its newest list lacks it. */
    seenAtMs: typeof vehicle.unconfirmedSinceMs === 'number' ? null : reading.fetchedAtMs,
    /** How long lists have not confirmed it; null for a confirmed one. */
    unconfirmedMs: unconfirmedMs(vehicle, reading, sinceReceiptMs),
    /** Null where the server does not know. */
    inStatus: laterInStatus(timeInStatus(vehicle.statusSince, reading.fetchedAtMs), sinceReceiptMs),
    /** Null for one that drives, or has stood for less than a minute. */
    standing: laterInStatus(timeInStatus(vehicle.standsSince, reading.fetchedAtMs), sinceReceiptMs),
    name: names.of(vehicle),
    /** The name that is shown; null where none is known. */
    title: names.shown(vehicle),
    near: position && near.at(position, id, isOnScreen),
  }
}

/**
 * All that rows, the card and files show of a vehicle as seen from a point;
 * computed for rendered rows only.
 */
export type Facts = ReturnType<typeof showVehicle>

const FAR_METRES = 5_000

/**
 * A remark on a position that the search cannot have found: twice the radius and 5
 * km away; null for others.
 */
export function farOutside(
  position: Position | null,
  { position: centre, radius }: Pick<AreaSearch, 'position' | 'radius'>,
): string | null {
  const isFar = (at: Position) => distanceMetres(centre, at) > radius + Math.max(radius, FAR_METRES)
  if (!position || !isFar(position)) return null
  const exchanged = { lat: position.lng, lng: position.lat }
  return isOnEarth(exchanged) && !isFar(exchanged)
    ? 'latitude and longitude may be swapped: far outside the searched circle'
    : 'far outside the searched circle'
}
