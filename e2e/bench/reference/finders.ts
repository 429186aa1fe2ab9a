import type { Fleet } from '@/lib/reference/fleets/fleet'
import { answerGaps } from '@/lib/reference/gaps'
import { distanceMetres, type Position } from '@/lib/reference/geo'
import { type Area, createSearch } from '@/lib/reference/search/search'

/** Finds the vehicles nearest to a position. */
export interface Finder {
  /** @returns indices of the fleet, nearest first, at most `limit` */
  find(area: Area, atMs: number, limit: number): ArrayLike<number>
}

/** The reference service's own: a scan of territories that never move, and exact places at the instant asked. */
export function referenceFinder(fleet: Fleet): Finder {
  const search = createSearch(fleet, answerGaps())
  return { find: (area, atMs, limit) => search(area, atMs).slice(0, limit) }
}

/** A linear scan, the oracle of the other. */
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
