import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PolygonShape, ZoneShape } from '@/lib/api/contract/zones'
import { destination } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'
import { boxOf, containsOf, crossingOf, middleOf, reachOf, topOf } from './geometry'

const at = (lat: number, lng: number): Position => ({ lat, lng })

/** An L: the corner at the north-east is missing. */
const bend: PolygonShape = {
  kind: 'polygon',
  points: [at(0, 0), at(0, 4), at(2, 4), at(2, 2), at(4, 2), at(4, 0)],
}

test('a position is inside of an outline that is bent inwards, or in the part that is missing', () => {
  const contains = containsOf(bend)
  expect([at(1, 1), at(1, 3), at(3, 1)].map(contains)).toEqual([true, true, true])
  expect([at(3, 3), at(5, 1), at(1, 5), at(-1, 1)].map(contains)).toEqual(Array(4).fill(false))
})

test('the direction and the first corner of an outline do not matter', () => {
  const { points } = bend
  const turned: PolygonShape = {
    kind: 'polygon',
    points: [...points.slice(2), ...points.slice(0, 2)],
  }
  const reversed: PolygonShape = { kind: 'polygon', points: points.toReversed() }
  const coordinate = fc.double({ min: -1, max: 5, noNaN: true })
  fc.assert(
    fc.property(coordinate, coordinate, (lat, lng) => {
      const isInside = containsOf(bend)(at(lat, lng))
      expect(containsOf(turned)(at(lat, lng))).toBe(isInside)
      expect(containsOf(reversed)(at(lat, lng))).toBe(isInside)
    }),
  )
})

test('of two zones with a common edge one has each position, never both', () => {
  const west: ZoneShape = { kind: 'polygon', points: [at(0, 0), at(0, 1), at(1, 1), at(1, 0)] }
  const east: ZoneShape = { kind: 'polygon', points: [at(0, 1), at(0, 2), at(1, 2), at(1, 1)] }
  const inside = fc.double({ min: 0.001, max: 0.999, noNaN: true })
  fc.assert(
    fc.property(inside, inside, (lat, share) => {
      for (const lng of [2 * share, 1]) {
        const both = [containsOf(west)(at(lat, lng)), containsOf(east)(at(lat, lng))]
        expect(both.filter(Boolean)).toHaveLength(1)
      }
    }),
  )
})

test('a position on a slanted edge of two zones is in exactly one of them', () => {
  const STEPS = 1e5
  const steps = (min: number) => fc.integer({ min, max: 10_000 })
  const edges = fc.record({
    south: steps(0),
    stepsToPosition: steps(1),
    stepsToNorth: steps(1),
    southLng: steps(0),
    northLng: steps(0),
  })
  const zonesOf = (from: Position, to: Position) => {
    const west: PolygonShape = {
      kind: 'polygon',
      points: [from, to, at(to.lat, -1), at(from.lat, -1)],
    }
    const east: PolygonShape = {
      kind: 'polygon',
      points: [to, from, at(from.lat, 2), at(to.lat, 2)],
    }
    return [containsOf(west), containsOf(east)]
  }
  const holders = (from: Position, to: Position, position: Position) =>
    zonesOf(from, to).filter((contains) => contains(position)).length

  fc.assert(
    fc.property(edges, ({ south, stepsToPosition, stepsToNorth, southLng, northLng }) => {
      const from = at(south / STEPS, southLng / STEPS)
      const to = at((south + stepsToPosition + stepsToNorth) / STEPS, northLng / STEPS)
      const lat = (south + stepsToPosition) / STEPS
      const lng = from.lng + ((lat - from.lat) / (to.lat - from.lat)) * (to.lng - from.lng)
      const back = to.lng + ((lat - to.lat) / (from.lat - to.lat)) * (from.lng - to.lng)
      const rounded = Math.round(lng * STEPS) / STEPS
      for (const crossing of [lng, back, rounded]) {
        expect(holders(from, to, at(lat, crossing))).toBe(1)
      }
    }),
    { numRuns: 2_000 },
  )
  // The diagonal holds positions of five decimals.
  for (let step = 1; step < 1_000; step++) {
    expect(holders(at(0, 0), at(0.01, 0.01), at(step / 1e5, step / 1e5))).toBe(1)
  }
})

test('a box holds its circle, at the 180th meridian and near a pole too', () => {
  const circles = fc.record({
    lat: fc.double({ min: -89.9, max: 89.9, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
    radius: fc.double({ min: 10, max: 200_000, noNaN: true }),
    bearing: fc.double({ min: 0, max: 360, noNaN: true }),
  })
  fc.assert(
    fc.property(circles, ({ lat, lng, radius, bearing }) => {
      const centre = at(lat, lng)
      const { south, west, north, east } = boxOf({ kind: 'circle', centre, radius })
      const edge = destination(centre, bearing, radius * 0.999)
      const edgeLng = ((((edge.lng + 180) % 360) + 360) % 360) - 180
      expect(edge.lat >= south && edge.lat <= north).toBe(true)
      expect(edgeLng >= west && edgeLng <= east).toBe(true)
    }),
  )
})

test('a circle holds what is at most its radius away', () => {
  const centre = at(-34.9, -56.2)
  const contains = containsOf({ kind: 'circle', centre, radius: 500 })
  expect(contains(destination(centre, 77, 499))).toBe(true)
  expect(contains(destination(centre, 77, 501))).toBe(false)
})

test('edges that cross, or touch a corner, are found; a common corner is none', () => {
  expect(crossingOf(bend.points)).toBeNull()
  expect(crossingOf([at(0, 0), at(0, 1), at(1, 1)])).toBeNull()
  expect(crossingOf([at(0, 0), at(1, 1), at(0, 1), at(1, 0)])).toEqual([0, 2])
  expect(crossingOf([at(0, 0), at(0, 4), at(2, 4), at(0, 2), at(2, 0)])).toEqual([0, 2])
})

test('edges are looked for among those whose boxes meet: a long outline is checked at once', () => {
  let reads = 0
  const corners = Array.from({ length: 200 }, (_, n) => {
    const angle = (n / 200) * 2 * Math.PI
    return {
      lng: Math.cos(angle),
      get lat() {
        reads += 1
        return Math.sin(angle)
      },
    }
  })
  expect(crossingOf(corners)).toBeNull()
  expect(reads).toBeLessThan(10_000)
})

test('an outline crosses itself where any two of its edges do that are no neighbours', () => {
  const coordinate = fc.nat({ max: 6 })
  const corners = fc.uniqueArray(fc.record({ lat: coordinate, lng: coordinate }), {
    minLength: 4,
    maxLength: 8,
    selector: ({ lat, lng }) => `${lat} ${lng}`,
  })
  fc.assert(
    fc.property(corners, (points) => {
      const count = points.length
      const edgeOf = (from: number) => [points[from]!, points[(from + 1) % count]!] as const
      const meeting = points.flatMap((_, first) =>
        points.flatMap((__, second) => {
          const isBeyondNext = second > first + 1 && !(first === 0 && second === count - 1)
          if (!isBeyondNext) return []
          return doEdgesMeet(...edgeOf(first), ...edgeOf(second)) ? [[first, second]] : []
        }),
      )
      const crossing = crossingOf(points)
      if (crossing === null) expect(meeting).toEqual([])
      else expect(meeting).toContainEqual(crossing)
    }),
    { numRuns: 500 },
  )
})

/** Of whole degrees: by the shares of both edges up to the crossing of their lines. */
function doEdgesMeet(a: Position, b: Position, c: Position, d: Position): boolean {
  const across = (p: Position, q: Position) => p.lng * q.lat - p.lat * q.lng
  const minus = (p: Position, q: Position) => at(p.lat - q.lat, p.lng - q.lng)
  const one = minus(b, a)
  const other = minus(d, c)
  const between = minus(c, a)
  const slant = across(one, other)
  if (slant !== 0) {
    const ofOne = across(between, other) / slant
    const ofOther = across(between, one) / slant
    return ofOne >= 0 && ofOne <= 1 && ofOther >= 0 && ofOther <= 1
  }
  if (across(between, one) !== 0) return false
  const along = (p: Position) => p.lat * one.lat + p.lng * one.lng
  const start = Math.min(along(c), along(d))
  const end = Math.max(along(c), along(d))
  return start <= Math.max(along(a), along(b)) && end >= Math.min(along(a), along(b))
}

test('the reach of a shape holds all of its corners', () => {
  expect(middleOf({ kind: 'circle', centre: at(1, 2), radius: 30 })).toEqual(at(1, 2))
  expect(reachOf({ kind: 'circle', centre: at(1, 2), radius: 30 })).toBe(30)
  expect(reachOf(bend)).toBeGreaterThan(200_000)
})

test('the top of an outline is where the meridian of its middle leaves it in the north', () => {
  const centre = at(0, 2)
  expect(topOf({ kind: 'circle', centre, radius: 111_195 })).toEqual(at(1, 2))
  // Its middle is at a longitude of 1.
  const slanted = [at(0, 0), at(0, 2), at(4, 2), at(2, 0)]
  expect(topOf({ kind: 'polygon', points: slanted })).toEqual(at(3, 1))
  // Its middle is in the notch between its arms, and north of the outline.
  const forked: PolygonShape = {
    kind: 'polygon',
    points: [at(0, 0), at(0, 2), at(4, 2), at(1, 1), at(4, 0)],
  }
  expect(topOf(forked)).toEqual(middleOf(forked))
})
