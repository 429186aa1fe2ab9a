import { distance, lengthOf, type Point } from './roads'

interface Way {
  readonly metres: number
  readonly kmh: number
  readonly points: readonly Point[]
}

/** A drive at a lane's distance to the right of the street's middle, from kerb to kerb. */
export interface Drive {
  readonly points: readonly Point[]
  /** Driving time until each point. */
  readonly seconds: Float64Array
}

/** Place at the kerb: a link and the share of its length. */
export interface Stop {
  readonly link: number
  readonly share: number
}

const LANE_METRES = 2
export const KERB_METRES = 4.5
/** Distance in which a vehicle leaves the kerb. */
const PULL_OUT_METRES = 12
/** Cosine of half the turn beyond which a vehicle crosses the street at its corner. */
const SHARPEST_MITRE = 0.4
const FASTEST_KMH = 48

/** `kmh` is the speed on the way to each point. */
interface Line {
  points: Point[]
  kmh: number[]
}

interface Stretch {
  points: Point[]
  kmh: number
}

/**
 * @param from share of the first way's length, which is driven in part, and `to` of the last one's
 */
export function createDrive(ways: readonly Way[], from: number, to: number): Drive {
  const stretches = ways.map(({ points, kmh, metres }, index): Stretch => {
    const start = index === 0 ? from * metres : 0
    const end = index === ways.length - 1 ? to * metres : metres
    return { points: part(points, start, end), kmh: Math.min(kmh, FASTEST_KMH) }
  })
  const { points, kmh } = toTheRight(withKerbs(joined(stretches)))
  const seconds = new Float64Array(points.length)
  for (let n = 1; n < points.length; n++)
    seconds[n] = seconds[n - 1]! + (distance(points[n - 1]!, points[n]!) * 3.6) / kmh[n]!
  return { points, seconds }
}

/** Point after `seconds` of driving, at most the end. */
export function pointAfter({ points, seconds }: Drive, after: number): Point {
  let low = 0
  let high = seconds.length - 1
  if (after >= seconds[high]!) return points[high]!
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (seconds[middle]! <= after) low = middle
    else high = middle
  }
  const share = (after - seconds[low]!) / (seconds[high]! - seconds[low]! || 1)
  return between(points[low]!, points[high]!, share)
}

/** Part of a line between two distances from its start. */
function part(points: readonly Point[], start: number, end: number): Point[] {
  const kept: Point[] = []
  let along = 0
  for (let n = 1; n < points.length; n++) {
    const a = points[n - 1]!
    const b = points[n]!
    const metres = distance(a, b)
    if (metres === 0) continue
    const low = Math.max(start, along)
    const high = Math.min(end, along + metres)
    if (low <= high) {
      if (kept.length === 0) kept.push(between(a, b, (low - along) / metres))
      if (high > low) kept.push(between(a, b, (high - along) / metres))
    }
    along += metres
  }
  return kept
}

const between = (a: Point, b: Point, share: number): Point => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
]

function joined(stretches: readonly Stretch[]): Line {
  const points: Point[] = []
  const kmh: number[] = []
  for (const stretch of stretches) {
    for (const point of stretch.points) {
      const last = points.at(-1)
      if (last && distance(last, point) < 0.05) continue
      points.push(point)
      kmh.push(stretch.kmh)
    }
  }
  return { points, kmh }
}

/** Adds the points at which the kerb is left and approached. */
function withKerbs({ points, kmh }: Line): Line {
  const metres = lengthOf(points)
  if (metres < 3 * PULL_OUT_METRES) return { points, kmh }
  for (const at of [metres - PULL_OUT_METRES, PULL_OUT_METRES]) {
    let along = 0
    for (let n = 1; n < points.length; n++) {
      const step = distance(points[n - 1]!, points[n]!)
      if (along + step > at) {
        points.splice(n, 0, between(points[n - 1]!, points[n]!, (at - along) / step))
        kmh.splice(n, 0, kmh[n]!)
        break
      }
      along += step
    }
  }
  return { points, kmh }
}

/**
 * The line to the right of the middle: at the kerb where it begins and ends, in the lane elsewhere.
 */
function toTheRight({ points, kmh }: Line): Line {
  const normals = points.slice(1).map((point, n) => rightOf(points[n]!, point))
  const moved: Line = { points: [], kmh: [] }
  for (const [n, [east, north]] of points.entries()) {
    const isEnd = n === 0 || n === points.length - 1
    const metres = isEnd ? KERB_METRES : LANE_METRES
    const before = normals[Math.max(0, n - 1)]!
    const after = normals[Math.min(n, normals.length - 1)]!
    const mean: Point = [(before[0] + after[0]) / 2, (before[1] + after[1]) / 2]
    const size = Math.hypot(...mean)
    // A turn back: across the street.
    const sides = size < SHARPEST_MITRE ? [before, after] : [scaled(mean, 1 / size ** 2)]
    for (const side of sides) {
      moved.points.push([east + side[0] * metres, north + side[1] * metres])
      moved.kmh.push(kmh[n]!)
    }
  }
  return moved
}

const scaled = ([east, north]: Point, factor: number): Point => [east * factor, north * factor]

function rightOf(a: Point, b: Point): Point {
  const metres = distance(a, b) || 1
  return [(b[1] - a[1]) / metres, -(b[0] - a[0]) / metres]
}
