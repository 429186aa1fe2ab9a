import Flatbush from 'flatbush'
import type { Zone } from '@/lib/api/contract/zones'
import type { Position } from '@/lib/interface/resources'
import { boxOf, containsOf } from './shapes/geometry'

/** The index of the first zone that holds a position; -1 for none. */
export type ZoneFinder = (position: Position) => number

/** Finds zones by their boxes first: only a few outlines are walked for each position. */
export function createZoneFinder(zones: readonly Zone[]): ZoneFinder {
  if (zones.length === 0) return () => -1
  const contains = zones.map(({ shape }) => containsOf(shape))
  const boxes = new Flatbush(zones.length)
  for (const { shape } of zones) {
    const { west, south, east, north } = boxOf(shape)
    boxes.add(west, south, east, north)
  }
  boxes.finish()
  return (position) => {
    const { lat, lng } = position
    const candidates = boxes.search(lng, lat, lng, lat)
    // The order of the zones decides where they overlap.
    candidates.sort((a, b) => a - b)
    return candidates.find((at) => contains[at]?.(position)) ?? -1
  }
}
