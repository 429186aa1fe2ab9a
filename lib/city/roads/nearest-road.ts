import Flatbush from 'flatbush'
import { METRES_PER_MILLIONTH, metresPerLng } from '@/lib/city/geometry'
import type { RoadList } from './road-list'

/** A place on a road. */
interface OnRoad {
  readonly road: number
  /** Point of the road before the place, and the share of the way to the next point. */
  readonly point: number
  readonly share: number
  readonly metres: number
}

/** The nearest place on a road; positions are in millionths of a degree. @param isMeant of roads, by default all */
type NearestRoad = (
  lat: number,
  lng: number,
  limitMetres: number,
  isMeant?: (road: number) => boolean,
) => OnRoad | null

/** Most vehicles stand within it. */
const FIRST_METRES = 30

export function createNearestRoad({ points, pointsFrom, from }: RoadList, isUsed: Uint8Array): NearestRoad {
  const segments: number[] = []
  const roadOf = new Uint32Array(points.length / 2)
  for (let road = 0; road < from.length; road++) {
    roadOf.fill(road, pointsFrom[road], pointsFrom[road + 1])
    if (isUsed[road]) for (let n = pointsFrom[road]!; n + 1 < pointsFrom[road + 1]!; n++) segments.push(n)
  }
  if (segments.length === 0) return () => null
  const boxes = new Flatbush(segments.length, 16, Int32Array)
  for (const n of segments) {
    const [lats, lngs] = [0, 1].map((axis) => [points[2 * n + axis]!, points[2 * n + 2 + axis]!] as const)
    boxes.add(Math.min(...lats!), Math.min(...lngs!), Math.max(...lats!), Math.max(...lngs!))
  }
  boxes.finish()

  function within(
    lat: number,
    lng: number,
    limit: number,
    isMeant: (road: number) => boolean,
  ): OnRoad | null {
    const perLng = metresPerLng(lat)
    const [north, east] = [
      limit / METRES_PER_MILLIONTH,
      limit / Math.max(perLng, METRES_PER_MILLIONTH / 1000),
    ]
    let [best, bestPoint, bestShare] = [limit * limit, -1, 0]
    for (const found of boxes.search(lat - north, lng - east, lat + north, lng + east)) {
      const point = segments[found]!
      if (!isMeant(roadOf[point]!)) continue
      const y1 = (points[2 * point]! - lat) * METRES_PER_MILLIONTH
      const x1 = (points[2 * point + 1]! - lng) * perLng
      const dy = (points[2 * point + 2]! - lat) * METRES_PER_MILLIONTH - y1
      const dx = (points[2 * point + 3]! - lng) * perLng - x1
      const length = dx * dx + dy * dy
      const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / length))
      const far = (x1 + share * dx) ** 2 + (y1 + share * dy) ** 2
      if (far > best || (far === best && bestPoint >= 0 && point >= bestPoint)) continue
      best = far
      bestPoint = point
      bestShare = share
    }
    if (bestPoint < 0) return null
    return { road: roadOf[bestPoint]!, point: bestPoint, share: bestShare, metres: Math.sqrt(best) }
  }

  return (lat, lng, limitMetres, isMeant = () => true) =>
    within(lat, lng, Math.min(FIRST_METRES, limitMetres), isMeant) ?? within(lat, lng, limitMetres, isMeant)
}
