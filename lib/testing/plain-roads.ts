import FlatQueue from 'flatqueue'
import type { RoadList } from '@/lib/city/roads/road-list'
import { distanceMetres } from '@/lib/interface/geometry'

/** A place on a road; share of its length. */
export interface PlainPlace {
  readonly road: number
  readonly share: number
}

interface Step {
  readonly node: number
  readonly seconds: number
}

const METRES_PER_DEGREE = 111_195.08
const LIMIT_METRES = 200
/** Far more than that, and than a segment is long. */
const NEAR_DEGREES = 0.05

/** Roads in the plainest form: every segment is compared, every search goes from one place to one other. */
export function plainRoads(list: RoadList) {
  const segments: { road: number; before: number; metres: number; ends: number[] }[] = []
  const seconds: number[] = []
  const lengths: number[] = []
  const steps: Step[][] = Array.from({ length: list.nodeCount }, () => [])
  for (let road = 0; road < list.from.length; road++) {
    let before = 0
    for (let n = list.pointsFrom[road]!; n + 1 < list.pointsFrom[road + 1]!; n++) {
      const ends = [...list.points.subarray(2 * n, 2 * n + 4)].map((value) => value / 1e6)
      const [lat = 0, lng = 0, otherLat = 0, otherLng = 0] = ends
      const metres = distanceMetres({ lat, lng }, { lat: otherLat, lng: otherLng })
      segments.push({ road, before, metres, ends })
      before += metres
    }
    lengths.push(before)
    seconds.push((before / (list.kmh[road]! * 1000)) * 3600)
    steps[list.from[road]!]!.push({ node: list.to[road]!, seconds: seconds[road]! })
    if (!list.isOneWay[road]) steps[list.to[road]!]!.push({ node: list.from[road]!, seconds: seconds[road]! })
  }

  /** The nearest place within 200 m. */
  function nearest(lat: number, lng: number): PlainPlace | null {
    const perLng = METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)
    let best = LIMIT_METRES
    let place: PlainPlace | null = null
    for (const { road, before, metres, ends } of segments) {
      if (Math.abs(ends[0]! - lat) > NEAR_DEGREES && Math.abs(ends[2]! - lat) > NEAR_DEGREES) continue
      const [y1, y2] = [(ends[0]! - lat) * METRES_PER_DEGREE, (ends[2]! - lat) * METRES_PER_DEGREE]
      const [x1, x2] = [(ends[1]! - lng) * perLng, (ends[3]! - lng) * perLng]
      const square = (x2 - x1) ** 2 + (y2 - y1) ** 2
      const along = square > 0 ? Math.max(0, Math.min(1, -(x1 * (x2 - x1) + y1 * (y2 - y1)) / square)) : 0
      const far = Math.hypot(x1 + along * (x2 - x1), y1 + along * (y2 - y1))
      if (far >= best) continue
      best = far
      place = { road, share: lengths[road]! > 0 ? (before + along * metres) / lengths[road]! : 0 }
    }
    return place
  }

  const TARGET = list.nodeCount

  function fromPlace({ road, share }: PlainPlace): Step[] {
    const isTwoWay = !list.isOneWay[road]
    return [
      { node: list.to[road]!, seconds: (1 - share) * seconds[road]! },
      ...(isTwoWay || share === 0 ? [{ node: list.from[road]!, seconds: share * seconds[road]! }] : []),
    ]
  }

  /** @returns null where there is no way */
  function time(start: PlainPlace, end: PlainPlace): number | null {
    const whole = seconds[end.road]!
    const isTwoWay = !list.isOneWay[end.road]
    const ahead = end.share - start.share
    // The last place is TARGET.
    const best = new Float64Array(list.nodeCount + 1).fill(Number.POSITIVE_INFINITY)
    const queue = new FlatQueue<number>()
    const offer = (node: number, total: number) => {
      if (total >= best[node]!) return
      best[node] = total
      queue.push(node, total)
    }
    for (const { node, seconds: first } of fromPlace(start)) offer(node, first)
    if (start.road === end.road && (ahead >= 0 || isTwoWay)) offer(TARGET, Math.abs(ahead) * whole)
    for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
      const total = best[node]!
      if (node === TARGET) return total
      for (const step of steps[node]!) offer(step.node, total + step.seconds)
      if (node === list.from[end.road]) offer(TARGET, total + end.share * whole)
      if (node === list.to[end.road] && (isTwoWay || end.share === 1))
        offer(TARGET, total + (1 - end.share) * whole)
    }
    return null
  }

  return { nearest, time }
}
