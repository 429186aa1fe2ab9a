import FlatQueue from 'flatqueue'
import { expect, test } from 'vitest'
import { readPackFile } from '@/lib/city/pack'
import { DRIVING } from '@/lib/city/road-rules'
import type { RoadList } from '@/lib/city/roads/road-list'
import { distanceMetres } from '@/lib/interface/geometry'
import { createRoadGraph } from './graph'
import { createLinkSearch } from './link-search'
import { readRoads } from './road-list'
import { NO_WAY, OFF_ROAD, timesTo } from './times-to'

const MULTIPLIER = 48_271
const MODULUS = 2_147_483_647
/** Most of them are near a road, some are farther than 200 m from any. */
const SPREAD_MILLIONTHS = 30_000

/**
 * Latitude and longitude in millionths of a degree, around the roads; the same for the same seed.
 */
function randomPositions({ points }: RoadList, count: number, seed: number): [number, number][] {
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

/** A road in one direction. */
interface Drive {
  road: number
  from: number
  to: number
  /** Bearing in degrees. */
  begins: number
  ends: number
  isBack: boolean
  isAgainst: boolean
}

/** A place on a road; share of its length. */
interface PlainPlace {
  road: number
  share: number
}

interface Segment {
  road: number
  /** Metres from the beginning of the road. */
  before: number
  metres: number
  /** Latitude and longitude of both ends. */
  ends: number[]
}

const METRES_PER_DEGREE = 111_195.08
const LIMIT_METRES = 200
/** Far more than that, and than a segment is long. */
const NEAR_DEGREES = 0.05

function bearing([lat = 0, lng = 0, otherLat = 0, otherLng = 0]: number[]): number {
  const east = (otherLng - lng) * Math.cos((lat * Math.PI) / 180)
  return (Math.atan2(east, otherLat - lat) * 180) / Math.PI
}

/** The ends of a segment in the other direction. */
function turned([lat = 0, lng = 0, otherLat = 0, otherLng = 0]: number[]): number[] {
  return [otherLat, otherLng, lat, lng]
}

/**
 * Roads of cars in the plainest form: every segment is compared, every search goes
 * from one place to one other.
 */
function plainRoads(list: RoadList) {
  const segments: Segment[] = []
  const seconds: number[] = []
  const lengths: number[] = []
  const ranksAt: number[][] = Array.from({ length: list.nodeCount }, () => [])
  const drives: Drive[] = []
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
    const segmentCount = list.pointsFrom[road + 1]! - list.pointsFrom[road]! - 1
    const first = segments.at(-segmentCount)!.ends
    const last = segments.at(-1)!.ends
    drives.push({
      road,
      from: list.from[road]!,
      to: list.to[road]!,
      begins: bearing(first),
      ends: bearing(last),
      isBack: false,
      isAgainst: false,
    })
    drives.push({
      road,
      from: list.to[road]!,
      to: list.from[road]!,
      begins: bearing(turned(last)),
      ends: bearing(turned(first)),
      isBack: true,
      isAgainst: list.isOneWay[road] === 1,
    })
    ranksAt[list.from[road]!]!.push(list.rank[road]!)
    ranksAt[list.to[road]!]!.push(list.rank[road]!)
  }

  /** The nearest place within 200 m. */
  function nearest(lat: number, lng: number): PlainPlace | null {
    const perLng = METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)
    let best = LIMIT_METRES
    let place: PlainPlace | null = null
    for (const { road, before, metres, ends } of segments) {
      const north = ends[0]! - lat
      const otherNorth = ends[2]! - lat
      if (Math.abs(north) > NEAR_DEGREES && Math.abs(otherNorth) > NEAR_DEGREES) continue
      const y1 = north * METRES_PER_DEGREE
      const y2 = otherNorth * METRES_PER_DEGREE
      const x1 = (ends[1]! - lng) * perLng
      const x2 = (ends[3]! - lng) * perLng
      const square = (x2 - x1) ** 2 + (y2 - y1) ** 2
      const along =
        square > 0 ? Math.max(0, Math.min(1, -(x1 * (x2 - x1) + y1 * (y2 - y1)) / square)) : 0
      const far = Math.hypot(x1 + along * (x2 - x1), y1 + along * (y2 - y1))
      if (far >= best) continue
      best = far
      const length = lengths[road]!
      place = {
        road,
        share: length > 0 ? (before + along * metres) / length : 0,
      }
    }
    return place
  }

  const next: Drive[][] = Array.from({ length: list.nodeCount }, () => [])
  for (const drive of drives) next[drive.from]!.push(drive)

  /** From the end of one drive to the beginning of another. */
  function crossing(before: Drive, after: Drive): number {
    const ranks = ranksAt[before.to]!
    const largest = Math.max(...ranks)
    const equals = ranks.filter((rank) => rank === largest).length
    const { giveWay, lights, equal, turn } = DRIVING.car
    let wait = 0
    if (ranks.length >= 3) {
      if (list.rank[before.road]! < largest) wait = giveWay
      else if (equals > 2) wait = largest >= 2 ? lights : equal
    }
    const degrees = Math.abs(((after.begins - before.ends + 540) % 360) - 180)
    if (degrees >= 135) return wait + 2 * turn
    if (degrees >= 45) return wait + turn
    return wait
  }

  /** @returns null where there is no way */
  function time(start: PlainPlace, end: PlainPlace): number | null {
    const ahead = end.share - start.share
    const isSame = start.road === end.road && (ahead >= 0 || !list.isOneWay[end.road])
    let least = isSame ? Math.abs(ahead) * seconds[end.road]! : Number.POSITIVE_INFINITY
    const best = new Map<Drive, number>()
    const queue = new FlatQueue<Drive>()
    const offer = (drive: Drive, total: number) => {
      if (total >= (best.get(drive) ?? Number.POSITIVE_INFINITY)) return
      best.set(drive, total)
      queue.push(drive, total)
    }
    // Totals are until the end of a drive; a place on a crossing is on the beginning
    // of all that lead from it.
    for (const drive of drives.slice(2 * start.road, 2 * start.road + 2)) {
      const share = drive.isBack ? start.share : 1 - start.share
      if (!drive.isAgainst || share === 0) offer(drive, share * seconds[drive.road]!)
    }
    for (let drive = queue.pop(); drive !== undefined; drive = queue.pop()) {
      const total = best.get(drive)!
      if (total >= least) break
      for (const other of next[drive.to]!) {
        if (other.road === drive.road && other !== drive) continue
        const reached = total + crossing(drive, other)
        if (other.road === end.road) {
          const share = other.isBack ? 1 - end.share : end.share
          if (!other.isAgainst || share === 0)
            least = Math.min(least, reached + share * seconds[end.road]!)
        }
        if (!other.isAgainst) offer(other, reached + seconds[other.road]!)
      }
    }
    return least < Number.POSITIVE_INFINITY ? least : null
  }

  return { nearest, time }
}

const list = readPackFile('lib/city/demo', 'roads.json.gz', readRoads)!
const graph = createRoadGraph(list)
const search = createLinkSearch(graph)
const plain = plainRoads(list)

test('times in the demo city are those of a plain Dijkstra on 24 random pairs', () => {
  const pickups = randomPositions(list, 2, 3)
  const vehicles = randomPositions(list, 12, 2)
  const starts = vehicles.map(([lat, lng]) => plain.nearest(lat / 1e6, lng / 1e6))
  const expectedTime = (start: PlainPlace | null, end: PlainPlace | null) => {
    if (start === null) return OFF_ROAD
    return end === null ? NO_WAY : plain.time(start, end)!
  }
  const outcomes = { time: 0, offRoad: 0 }
  for (const [lat, lng] of pickups) {
    const end = plain.nearest(lat / 1e6, lng / 1e6)
    const from = Int32Array.from(vehicles.flat())
    const { seconds, isOffRoad } = timesTo(graph, search, [lat, lng], from)
    expect(isOffRoad).toBe(end === null)
    for (const [n, vehicle] of vehicles.entries()) {
      const start = starts[n]!
      expect(seconds[n], `${vehicle} to ${lat},${lng}`).toBeCloseTo(expectedTime(start, end), 1)
      outcomes[start ? 'time' : 'offRoad']++
    }
  }
  expect(outcomes.time).toBeGreaterThan(13)
  expect(outcomes.offRoad).toBeGreaterThan(1)
})
