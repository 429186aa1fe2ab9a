import type { Fleet } from '@/lib/reference/fleets/fleet'
import { UNKNOWN_TYPE } from '@/lib/reference/fleets/fleet'
import type { GapAnswers } from '@/lib/reference/gaps'
import { distanceMetres, EARTH_RADIUS_METRES, type Position, toRadians } from '@/lib/reference/geo'
import { hash } from '@/lib/reference/hash'
import { createGrid } from './grid'

export interface Area {
  position: Position
  radius: number
  type: string | null
}

export interface Hits {
  total: number
  /** The first vehicles in order: at least as many as wanted, if that many were found. */
  first: ArrayLike<number>
}

/** Finds vehicles of an area at an instant; `wanted` is the number needed from the start of the order. */
export type Search = (area: Area, atMs: number, wanted: number) => Hits

/** More than the rounding error of any distance here. */
const SLACK_METRES = 0.05

/**
 * A grid over the fixed centres of territories, then the exact test at the instant. A territory wholly inside the
 * circle counts without computing a position; only candidates for the nearest wanted are placed exactly.
 */
export function createSearch(fleet: Fleet, answers: Pick<GapAnswers, 'order' | 'offlinePosition'>): Search {
  const grid = createGrid(fleet.lats, fleet.lngs)
  const middles = unitVectors(fleet, grid.order)
  const reaches = Float32Array.from(grid.order, (index) => fleet.reachMetres[index]!)
  const typeCodes = Uint8Array.from(grid.order, (index) => fleet.typeCodes[index]!)
  const longestReach = fleet.reachMetres.reduce((longest, reach) => Math.max(longest, reach), 0)
  const leaveOutOffline = answers.offlinePosition === 'left-out'
  const place: Position = { lat: 0, lng: 0 }

  return (area, atMs, wanted) => {
    const { position, radius } = area
    const code = area.type === null ? null : fleet.types.indexOf(area.type)
    const { x, y, z } = unitVector(position)
    const distanceOf = (index: number) => {
      fleet.locate(index, atMs, place)
      return distanceMetres(position, place)
    }
    const all = answers.order === 'id' || answers.order === 'shuffled' || !Number.isFinite(wanted)
    const found: number[] = []
    const nearest: number[] = []
    const furthest: number[] = []
    if (code === -1 || code === UNKNOWN_TYPE) return { total: 0, first: [] }

    grid.near(position, radius + longestReach + SLACK_METRES, (from, to) => {
      for (let slot = from; slot < to; slot++) {
        if (code !== null && typeCodes[slot] !== code) continue
        const dx = middles[3 * slot]! - x
        const dy = middles[3 * slot + 1]! - y
        const dz = middles[3 * slot + 2]! - z
        const halfChord = Math.sqrt(dx * dx + dy * dy + dz * dz) / 2
        const away = 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, halfChord))
        const reach = reaches[slot]! + SLACK_METRES
        if (away - reach > radius) continue
        const index = grid.order[slot]!
        if (leaveOutOffline && fleet.isOffline(index)) continue
        if (all || away + reach > radius) {
          const metres = distanceOf(index)
          if (metres > radius) continue
          nearest.push(metres)
          furthest.push(metres)
        } else {
          nearest.push(away - reach)
          furthest.push(away + reach)
        }
        found.push(index)
      }
    })
    const total = found.length

    if (answers.order === 'id') {
      const ids = new Map(found.map((index) => [index, fleet.record(index, atMs).id]))
      return { total, first: found.sort((a, b) => (ids.get(a)! < ids.get(b)! ? -1 : 1)) }
    }
    if (answers.order === 'shuffled') {
      const key = (index: number) => hash(97, index)
      return { total, first: found.sort((a, b) => key(a) - key(b) || a - b) }
    }
    const horizon = wanted < total ? kthSmallest(Float64Array.from(furthest), wanted - 1) : Infinity
    const candidates: { index: number; metres: number }[] = []
    for (let n = 0; n < total; n++) {
      if (nearest[n]! > horizon) continue
      const index = found[n]!
      const exact = nearest[n] === furthest[n]
      candidates.push({ index, metres: exact ? nearest[n]! : distanceOf(index) })
    }
    candidates.sort((a, b) => a.metres - b.metres || a.index - b.index)
    return { total, first: candidates.map(({ index }) => index) }
  }
}

function unitVector(position: Position) {
  const across = Math.cos(toRadians(position.lat))
  return {
    x: across * Math.cos(toRadians(position.lng)),
    y: across * Math.sin(toRadians(position.lng)),
    z: Math.sin(toRadians(position.lat)),
  }
}

function unitVectors(fleet: Fleet, order: Uint32Array): Float64Array {
  const vectors = new Float64Array(3 * order.length)
  order.forEach((index, slot) => {
    const { x, y, z } = unitVector({ lat: fleet.lats[index]!, lng: fleet.lngs[index]! })
    vectors[3 * slot] = x
    vectors[3 * slot + 1] = y
    vectors[3 * slot + 2] = z
  })
  return vectors
}

/** The k-th smallest value, k from 0, by Hoare's selection; reorders `values`. */
function kthSmallest(values: Float64Array, k: number): number {
  let low = 0
  let high = values.length - 1
  while (low < high) {
    const pivot = values[(low + high) >> 1]!
    let left = low
    let right = high
    while (left <= right) {
      while (values[left]! < pivot) left++
      while (values[right]! > pivot) right--
      if (left > right) break
      const swapped = values[left]!
      values[left++] = values[right]!
      values[right--] = swapped
    }
    if (k <= right) high = right
    else if (k >= left) low = left
    else break
  }
  return values[k]!
}
