import { type AreaSearch, INTERVALS_SECONDS, type LiveVehicle } from '@/lib/contract/live'
import { keyPhrase } from '@/lib/format/key-words'
import { formatNumber } from '@/lib/format/number'
import { compassPoint, type FormatDistance } from '@/lib/format/position/distance'
import { nearWords } from '@/lib/format/position/near'
import { STATUS_STYLES, statusStyle } from '@/lib/format/status/status-style'
import { statusPhrase } from '@/lib/format/status/status-words'
import { isolated, safeText } from '@/lib/format/text'
import { type Age, ageInWords, ageOf } from '@/lib/format/time/age'
import { type TimeInStatus, timeInStatus, timeInStatusWords } from '@/lib/format/time/time-in-status'
import { bearingDegrees, distanceMetres } from '@/lib/interface/geometry'
import { isOnEarth } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'

/** A vehicle as seen from a point, computed for rendered rows only. */
export interface ShownVehicle {
  readonly vehicle: LiveVehicle
  /** Age of its report when it arrived. */
  readonly ageAtReceipt: Age
  /** "480 m NE"; null without a position. */
  readonly place: string | null
  /** When it arrived; null where the server does not know. */
  readonly inStatusAtReceipt: TimeInStatus | null
}

/**
 * @param from the search's centre or the pick-up point
 * @param fetchedAtMs when the answer arrived at the server, on its clock
 */
export function showVehicle(
  vehicle: LiveVehicle,
  from: Position,
  fetchedAtMs: number,
  formatDistance: FormatDistance,
): ShownVehicle {
  const { position } = vehicle
  return {
    vehicle,
    ageAtReceipt: ageOf(vehicle.mtime, fetchedAtMs, 0),
    place: position && placeOf(position, from, formatDistance),
    inStatusAtReceipt: timeInStatus(vehicle.statusSince, fetchedAtMs),
  }
}

/**
 * The text equivalent of a marker: "KB-17, Toyota Prius, taxi, 480 m NE, near Av. Italia 2345, available for 14 min,
 * 4 seats, 12s ago".
 * @param name the fleet's own name of the vehicle, as far as it is known
 * @param near the address or street near it, as far as it is known
 */
export function describeVehicle(
  { vehicle, ageAtReceipt, place, inStatusAtReceipt }: ShownVehicle,
  sinceReceiptMs: number,
  name: string | null = null,
  near: string | null = null,
): string {
  const { make, type, passengers_max } = vehicle
  const inStatus = laterInStatus(inStatusAtReceipt, sinceReceiptMs)
  return [
    name && isolated(safeText(name, 40)),
    make && isolated(safeText(make, 40)),
    type && isolated(keyPhrase(type, 40)),
    place ?? 'no position',
    near && nearWords(near),
    [statusPhrase(vehicle.status), inStatus && timeInStatusWords(inStatus)].filter(Boolean).join(' '),
    passengers_max === null ? null : seatsInWords(passengers_max),
    ageInWords(vehicle.mtime, ageAtReceipt.ageMs + sinceReceiptMs),
  ]
    .filter((part) => part !== null && part !== '')
    .join(', ')
}

/**
 * The time in status once some time has passed. It does not go on beyond the longest time between two readings: the
 * status of an older list may have changed.
 */
export function laterInStatus(time: TimeInStatus | null, sinceReceiptMs: number): TimeInStatus | null {
  return time && { ...time, ms: time.ms + Math.min(sinceReceiptMs, LONGEST_INTERVAL_MS) }
}

const LONGEST_INTERVAL_MS = Math.max(...INTERVALS_SECONDS) * 1000

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

/** "4 seats". */
export function seatsInWords(seats: number): string {
  return seats === 1 ? '1 seat' : `${formatNumber(seats)} seats`
}

/** Order of statuses: by meaning as on the map's rings, then alphabetical. */
export function byStatus(a: string, b: string): number {
  const order = (status: string) => STATUS_STYLES.indexOf(statusStyle(status))
  return order(a) - order(b) || (a < b ? -1 : 1)
}

function placeOf(position: Position, from: Position, formatDistance: FormatDistance): string {
  const direction = compassPoint(bearingDegrees(from, position))
  return `${formatDistance(distanceMetres(from, position))} ${direction}`
}
