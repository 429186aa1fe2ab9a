import { around } from 'geokdbush'
import KDBush from 'kdbush'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import { answerGaps } from '@/lib/reference/gaps'
import { distanceMetres, type Position } from '@/lib/reference/geo'
import { type Area, createSearch } from '@/lib/reference/search/search'

/** Finds the vehicles nearest to a position. */
export interface Finder {
  /** @returns indices of the fleet, nearest first, at most `limit` */
  find(area: Area, atMs: number, limit: number): ArrayLike<number>
}

/** The reference service's own: a grid over territories that never move, and exact places at the instant asked. */
export function referenceFinder(fleet: Fleet): Finder {
  const search = createSearch(fleet, answerGaps())
  return { find: (area, atMs, limit) => search(area, atMs, limit).first }
}

const REBUILD_MS = 1000

/**
 * geokdbush over an index that the first search of each second rebuilds.
 * @param options counts: finds all within the radius, as the `total` of an answer needs (§2.5)
 */
export function geokdbushFinder(
  fleet: Fleet,
  { clock, counts }: { readonly clock: () => number; readonly counts: boolean },
): Finder {
  const place: Position = { lat: 0, lng: 0 }
  let index = new KDBush(1)
  let builtAtMs = Number.NEGATIVE_INFINITY
  const build = (atMs: number) => {
    index = new KDBush(fleet.size)
    for (let vehicle = 0; vehicle < fleet.size; vehicle++) {
      fleet.locate(vehicle, atMs, place)
      index.add(place.lng, place.lat)
    }
    index.finish()
    builtAtMs = clock()
  }
  return {
    find({ position: { lat, lng }, radius, type }, atMs, limit) {
      if (clock() - builtAtMs >= REBUILD_MS) build(atMs)
      const code = type === null ? null : fleet.types.indexOf(type)
      const isOfType = code === null ? undefined : (vehicle: number) => fleet.typeCodes[vehicle] === code
      const most = counts ? Number.POSITIVE_INFINITY : limit
      return around(index, lng, lat, most, radius / 1000, isOfType)
    },
  }
}

/** A linear scan, the oracle of the others. */
export function scanFinder(fleet: Fleet): Finder {
  const place: Position = { lat: 0, lng: 0 }
  return {
    find({ position, radius, type }, atMs, limit) {
      const code = type === null ? null : fleet.types.indexOf(type)
      const found: { vehicle: number; metres: number }[] = []
      for (let vehicle = 0; vehicle < fleet.size; vehicle++) {
        if (code !== null && fleet.typeCodes[vehicle] !== code) continue
        fleet.locate(vehicle, atMs, place)
        const metres = distanceMetres(position, place)
        if (metres <= radius) found.push({ vehicle, metres })
      }
      found.sort((a, b) => a.metres - b.metres || a.vehicle - b.vehicle)
      return found.slice(0, limit).map(({ vehicle }) => vehicle)
    },
  }
}
