import { attributes, type Facts } from '@/components/search/attributes'
import type { AreaSearch, LiveVehicle } from '@/lib/api/contract/live'
import type { VehicleNames } from '@/lib/api/queries/names'
import type { NearNames } from '@/lib/api/queries/places'
import { keyPhrase } from '@/lib/format/key-words'
import { compassPoint, type FormatDistance } from '@/lib/format/position/distance'
import { statusPhrase } from '@/lib/format/status/status-words'
import { isolated, nearWords, safeText } from '@/lib/format/text'
import { ageInWords, ageOf, type Reading } from '@/lib/format/time/age'
import { laterInStatus, timeInStatus, timeInStatusWords } from '@/lib/format/time/time-in-status'
import { bearingDegrees, distanceMetres } from '@/lib/interface/geometry'
import { isOnEarth } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'

interface Viewpoint {
  /** The search's centre or the pick-up point. */
  readonly from: Position
  readonly formatDistance: FormatDistance
  readonly names: VehicleNames
  readonly near: NearNames
}

/** @param sinceReceiptMs time since the reading. @param isOnScreen false: its address is not asked for */
export function showVehicle(
  vehicle: LiveVehicle,
  { from, formatDistance, names, near }: Viewpoint,
  reading: Reading,
  sinceReceiptMs: number,
  isOnScreen = true,
): Facts {
  const { id, position } = vehicle
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
    name: names.of(vehicle),
    title: names.shown(vehicle),
    near: position && near.at(position, id, isOnScreen),
  }
}

/** "KB-17, Toyota Prius, taxi, 480 m NE, near Av. Italia 2345, available for 14 min, 4 seats, 12s ago" */
export function describeVehicle({ vehicle, age, place, inStatus, title, near }: Facts): string {
  const { make, type, passengers_max } = vehicle
  return [
    // Something to tell it by.
    title || !make ? isolated(safeText(title || vehicle.id, 40)) : null,
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
