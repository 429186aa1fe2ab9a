import type { Fleet } from '@/lib/reference/fleets/fleet'
import { distanceMetres, type Position } from '@/lib/reference/geo'
import type { Area } from '@/lib/reference/search/search'
import type { Finder } from './finders'

// More than two distance formulas differ by.
const SAME_METRES = 1

/** @throws Error when two finders name vehicles at other distances */
export function checkEqual(
  fleet: Fleet,
  {
    found,
    expected,
    area,
    atMs,
    limit,
  }: { found: Finder; expected: Finder; area: Area; atMs: number; limit: number },
): void {
  const [a, b] = [found, expected].map((finder) => metresOf(fleet, finder, area, atMs, limit)) as [
    number[],
    number[],
  ]
  const differs = a.findIndex((metres, n) => !(Math.abs(metres - (b[n] ?? Number.NaN)) <= SAME_METRES))
  if (a.length === b.length && differs < 0) return
  const { position, radius, type } = area
  throw new Error(
    `Search differs from the linear scan at ${position.lat},${position.lng}, ${radius} m, ${type ?? 'any type'}: ${a.length} and ${b.length} vehicles, number ${differs} at ${a[differs]} and ${b[differs]} m`,
  )
}

function metresOf(fleet: Fleet, finder: Finder, area: Area, atMs: number, limit: number): number[] {
  const place: Position = { lat: 0, lng: 0 }
  return Array.from(finder.find(area, atMs, limit))
    .slice(0, limit)
    .map((vehicle) => {
      fleet.locate(vehicle, atMs, place)
      return distanceMetres(area.position, place)
    })
}
