import { FOUND_MAXIMUM, type FoundPlace } from '@/lib/contract/places'
import { metresBetween } from '@/lib/places/place-index'

const SAME_METRES = 60
/** Places of the geocoder that are shown even if the index has many. */
const GEOCODER_SHARE = 3

/** The index's places first, which are of the map on the screen, then those that only the geocoder knows. */
export function mergePlaces(own: readonly FoundPlace[], others: readonly FoundPlace[]): FoundPlace[] {
  const isNew = (other: FoundPlace) =>
    !own.some(({ position, kind }) => kind === other.kind && metresOf(position, other.position) < SAME_METRES)
  const fresh = others.filter(isNew)
  const room = Math.min(fresh.length, Math.max(GEOCODER_SHARE, FOUND_MAXIMUM - own.length))
  return [...own.slice(0, FOUND_MAXIMUM - room), ...fresh.slice(0, room)]
}

function metresOf(a: FoundPlace['position'], b: FoundPlace['position']): number {
  return metresBetween(a.lat * 1e6, a.lng * 1e6, b.lat * 1e6, b.lng * 1e6)
}
