import type { RoadList } from '@/lib/city/roads/road-list'

const MULTIPLIER = 48_271
const MODULUS = 2_147_483_647
/** Most of them are near a road, some are farther than 200 m from any. */
const SPREAD_MILLIONTHS = 30_000

/** Latitude and longitude in millionths of a degree, around the roads; the same for the same seed. */
export function randomPositions({ points }: RoadList, count: number, seed: number): [number, number][] {
  let state = seed
  const random = () => {
    state = (state * MULTIPLIER) % MODULUS
    return state / MODULUS
  }
  // The first numbers of small seeds are alike.
  random()
  return Array.from({ length: count }, () => {
    const at = 2 * Math.floor((random() * points.length) / 2)
    const off = () => Math.round((random() - 0.5) * SPREAD_MILLIONTHS * random())
    return [points[at]! + off(), points[at + 1]! + off()]
  })
}
