import { type Fleet, UNKNOWN_TYPE } from '@/lib/reference/fleets/fleet'
import type { GapAnswers } from '@/lib/reference/gaps'
import { distanceMetres, METRES_PER_DEGREE, type Position } from '@/lib/reference/geo'
import { hash } from '@/lib/reference/hash'

export interface Area {
  position: Position
  radius: number
  type: string | null
}

interface FoundVehicle {
  readonly index: number
  readonly metres: number
}

/** More than the rounding error of any distance here. */
const SLACK_METRES = 0.05

/** A scan of all vehicles; only those whose territory reaches the circle are placed. */
export function createSearch(fleet: Fleet, answers: GapAnswers) {
  const { lats, lngs, reachMetres, typeCodes } = fleet
  const leaveOutOffline = answers.offlinePosition === 'left-out'
  const place: Position = { lat: 0, lng: 0 }

  function sortedById(indices: readonly number[], atMs: number): number[] {
    const ids = new Map<number, string>()
    for (const index of indices) {
      const { id } = fleet.record(index, atMs)
      ids.set(index, id)
    }
    return indices.toSorted((a, b) => (ids.get(a)! < ids.get(b)! ? -1 : 1))
  }

  /** Finds the vehicles of an area at an instant, in the order of the gap options. */
  return ({ position, radius, type }: Area, atMs: number): number[] => {
    const code = type === null ? null : fleet.types.indexOf(type)
    if (code === -1 || code === UNKNOWN_TYPE) return []
    const found: FoundVehicle[] = []
    for (let index = 0; index < fleet.size; index++) {
      if (code !== null && typeCodes[index] !== code) continue
      if (leaveOutOffline && fleet.isOffline(index)) continue
      const lat = lats[index]!
      const within = radius + reachMetres[index]! + SLACK_METRES
      // A difference in latitude alone is no longer than the distance, and cheaper.
      const leastMetres = Math.abs(lat - position.lat) * METRES_PER_DEGREE
      if (leastMetres > within) continue
      place.lat = lat
      place.lng = lngs[index]!
      if (distanceMetres(position, place) > within) continue
      fleet.locate(index, atMs, place)
      const metres = distanceMetres(position, place)
      if (metres <= radius) found.push({ index, metres })
    }
    found.sort((a, b) => a.metres - b.metres || a.index - b.index)
    const indices = found.map(({ index }) => index)
    if (answers.order === 'id') return sortedById(indices, atMs)
    if (answers.order === 'shuffled') {
      return indices.sort((a, b) => hash(97, a) - hash(97, b) || a - b)
    }
    return indices
  }
}
