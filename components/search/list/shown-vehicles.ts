import { attributes, type ShownVehicle } from '@/components/search/attributes'
import type { AreaSearch, LiveVehicle } from '@/lib/api/contract/live'
import { keyPhrase } from '@/lib/format/key-words'
import { compassPoint, type FormatDistance } from '@/lib/format/position/distance'
import { STATUS_STYLES, statusStyle } from '@/lib/format/status/status-style'
import { statusPhrase } from '@/lib/format/status/status-words'
import { isolated, nearWords, safeText } from '@/lib/format/text'
import { ageInWords, ageOf, type Reading } from '@/lib/format/time/age'
import { laterInStatus, timeInStatus, timeInStatusWords } from '@/lib/format/time/time-in-status'
import { bearingDegrees, distanceMetres } from '@/lib/interface/geometry'
import { isOnEarth } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'

/**
 * @param from the search's centre or the pick-up point
 * @param reading of the vehicle
 * @param sinceReceiptMs time since then
 */
export function showVehicle(
  vehicle: LiveVehicle,
  from: Position,
  reading: Reading,
  sinceReceiptMs: number,
  formatDistance: FormatDistance,
): ShownVehicle {
  const { position } = vehicle
  const metres = position && distanceMetres(from, position)
  return {
    vehicle,
    age: ageOf(vehicle, reading, sinceReceiptMs),
    place:
      position && metres !== null
        ? `${formatDistance(metres)} ${compassPoint(bearingDegrees(from, position))}`
        : null,
    metres,
    seenAtMs: reading.fetchedAtMs,
    inStatus: laterInStatus(timeInStatus(vehicle.statusSince, reading.fetchedAtMs), sinceReceiptMs),
  }
}

/**
 * The text equivalent of a marker: "KB-17, Toyota Prius, taxi, 480 m NE, near Av. Italia 2345, available for 14 min,
 * 4 seats, 12s ago".
 * @param name the fleet's own name of the vehicle, as far as it is known
 * @param near the address or street near it, as far as it is known
 */
export function describeVehicle(
  { vehicle, age, place, inStatus }: ShownVehicle,
  name: string | null = null,
  near: string | null = null,
): string {
  const { make, type, passengers_max } = vehicle
  return [
    // Something to tell it by.
    name || !make ? isolated(safeText(name || vehicle.id, 40)) : null,
    make && isolated(safeText(make, 40)),
    type && isolated(keyPhrase(type, 40)),
    place ?? 'no position',
    near && nearWords(near),
    [statusPhrase(vehicle.status), inStatus && timeInStatusWords(inStatus)].filter(Boolean).join(' '),
    passengers_max === null ? null : attributes.seats.words(passengers_max),
    ageInWords(age),
  ]
    .filter((part) => part !== null && part !== '')
    .join(', ')
}

const FAR_METRES = 5_000

/** A remark on a position that the search cannot have found: twice the radius and 5 km away; null for others. */
export function farOutside(
  position: Position | null,
  { position: centre, radius }: Pick<AreaSearch, 'position' | 'radius'>,
): string | null {
  const isFar = (at: Position) => distanceMetres(centre, at) > radius + Math.max(radius, FAR_METRES)
  if (!position || !isFar(position)) return null
  const exchanged = { lat: position.lng, lng: position.lat }
  return isOnEarth(exchanged) && !isFar(exchanged)
    ? 'latitude and longitude may be exchanged: far outside the searched circle'
    : 'far outside the searched circle'
}

/** Order of statuses: by meaning as on the map's rings, then alphabetical. */
export function byStatus(a: string, b: string): number {
  const order = (status: string) => STATUS_STYLES.indexOf(statusStyle(status))
  return order(a) - order(b) || (a < b ? -1 : 1)
}
