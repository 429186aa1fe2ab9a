import fc from 'fast-check'
import { expect, test } from 'vitest'
import { destination, distanceMetres } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'
import { NOWHERE, STEPS_PER_DEGREE } from '@/lib/vehicles/vehicle-table'
import { Trails } from './derived-columns'
import { TRAIL_POINTS } from './live-area'

const steps = (degrees: number) => Math.round(degrees * STEPS_PER_DEGREE)

function drive(positions: readonly (Position | null)[]) {
  const trails = new Trails()
  let heading = Number.NaN
  for (const position of positions)
    heading = trails.move(
      'a',
      position ? steps(position.lat) : NOWHERE,
      position ? steps(position.lng) : NOWHERE,
    )
  return { heading, trail: trails.of('a') }
}

const rounded = ({ lat, lng }: Position) =>
  at(steps(lat) / STEPS_PER_DEGREE, steps(lng) / STEPS_PER_DEGREE)
const at = (lat: number, lng: number): Position => ({ lat, lng })

test.each([
  ['north', at(10, 10), at(10.001, 10), 0],
  ['east', at(0, 0), at(0, 0.001), 90],
  ['west over the antimeridian', at(0, -179.9999), at(0, 179.9999), 270],
  ['east over the antimeridian', at(0, 179.9999), at(0, -179.9999), 90],
  ['away from the north pole', at(90, 0), at(89.99, 0), 180],
  ['over the north pole', at(89.999, 0), at(89.999, 180), 0],
  ['away from the south pole', at(-90, 0), at(-89.99, 0), 0],
])('%s', (_way, from, to, heading) => {
  const driven = drive([from, to])
  expect(((driven.heading - heading + 540) % 360) - 180).toBeCloseTo(0, 3)
  expect(driven.trail).toEqual([from, to])
})

test.each([
  ['the two names of one meridian', at(10, 180), at(10, -180)],
  ['all longitudes of a pole', at(90, 0), at(90, 120)],
  ['some metres of jitter', at(51.5, 0), at(51.50004, 0)],
])('%s are not a move', (_what, from, to) => {
  const { heading, trail } = drive([from, to, from])
  expect(heading).toBeNaN()
  expect(trail).toEqual([from])
})

test('a slow vehicle has moved once its steps add up to more than jitter', () => {
  const slow = Array.from({ length: 4 }, (_, step) => at(51.5 + step * 0.00002, 0))
  expect(drive(slow).heading).toBeCloseTo(0, 3)
  expect(drive(slow).trail).toHaveLength(2)
})

test('jitter keeps the heading, a missing position keeps the last one', () => {
  const { heading, trail } = drive([at(0, 0), at(0, 0.001), at(0, 0.00101), null, at(0, 0.001)])
  expect(heading).toBeCloseTo(90, 3)
  expect(trail).toEqual([at(0, 0), at(0, 0.001)])
})

test('a trail is the last positions beyond jitter, at most TRAIL_POINTS', () => {
  const anywhere = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  })
  fc.assert(
    fc.property(
      anywhere,
      fc.array(fc.tuple(fc.nat(360), fc.nat(20)), { maxLength: 90 }),
      (start, moves) => {
        const positions = [rounded(start)]
        for (const [bearing, metres] of moves) {
          const { lat, lng } = destination(positions.at(-1) as Position, bearing, metres)
          positions.push(rounded({ lat, lng: ((lng + 540) % 360) - 180 }))
        }
        const apart = positions.slice(0, 1)
        for (const one of positions) {
          if (distanceMetres(apart.at(-1) as Position, one) >= 5) apart.push(one)
        }
        const { trail, heading } = drive(positions)
        expect(trail).toEqual(apart.slice(-TRAIL_POINTS))
        expect(Number.isNaN(heading)).toBe(apart.length === 1)
      },
    ),
  )
})
