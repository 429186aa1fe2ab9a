import fc from 'fast-check'
import { expect, test } from 'vitest'
import { destination, distanceMetres } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'
import { vehicle } from '@/lib/testing/vehicles'
import { TRAIL_POINTS } from './live-area'
import { Trails } from './trails'
import { Columns } from './vehicle-columns'

function drive(positions: readonly (Position | null)[]) {
  const trails = new Trails()
  const columns = new Columns(trails)
  for (const [at, position] of positions.entries()) {
    if (at === 0) columns.add(vehicle('a', { position }), null)
    else columns.patch(0, { id: 'a', position })
  }
  return { columns, trails, heading: columns.copy.headings[0] as number, trail: trails.of('a') }
}

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
  expect(trail).toEqual([])
})

test('a slow vehicle has moved once its steps add up to more than jitter', () => {
  const steps = Array.from({ length: 4 }, (_, step) => at(51.5 + step * 0.00002, 0))
  expect(drive(steps).heading).toBeCloseTo(0, 3)
  expect(drive(steps).trail).toHaveLength(2)
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
    fc.property(anywhere, fc.array(fc.tuple(fc.nat(360), fc.nat(20)), { maxLength: 90 }), (start, moves) => {
      const positions = [start]
      for (const [bearing, metres] of moves) {
        const { lat, lng } = destination(positions.at(-1) as Position, bearing, metres)
        positions.push({ lat, lng: ((lng + 540) % 360) - 180 })
      }
      const apart = [start]
      for (const one of positions) {
        if (distanceMetres(apart.at(-1) as Position, one) >= 5) apart.push(one)
      }
      const expected = apart.length === 1 ? [] : apart.slice(-TRAIL_POINTS)
      const { trail, heading } = drive(positions)
      expect(trail).toHaveLength(expected.length)
      for (const [number, point] of trail.entries()) {
        expect(distanceMetres(point, expected[number] as Position)).toBeLessThan(0.02)
      }
      expect(Number.isNaN(heading)).toBe(expected.length === 0)
    }),
  )
})

test('a dropped trail leaves its buffer to another one', () => {
  const trails = new Trails()
  for (let number = 0; number < 600; number++) trails.add(`v-${number}`, at(0, 0), at(1, number / 10))
  for (let number = 0; number < 300; number++) trails.forget(`v-${number}`)
  trails.add('new', at(5, 5), at(6, 6))
  expect(trails.of('new')).toEqual([at(5, 5), at(6, 6)])
  expect(trails.of('v-0')).toEqual([])
  expect(trails.of('v-599')).toEqual([at(0, 0), at(1, 59.9)])
})

test('a freed slot is reused, and no other vehicle changes its slot', () => {
  const columns = new Columns(new Trails())
  for (const id of ['a', 'b', 'c']) columns.add(vehicle(id, { position: at(0, 0) }), null)
  columns.patch(2, { id: 'c', position: at(0, 1), mtime: '2026-11-21 10:00:00.000 GMT' })
  const before = columns.copy
  columns.remove('a')
  columns.remove('b')
  columns.add(vehicle('d', { position: at(0, 0) }), null)
  const { records, slotById, generations, headings, reportedAtMs } = columns.copy
  expect(records.map((record) => record?.id)).toEqual([undefined, 'd', 'c'])
  expect(['a', 'b', 'c', 'd'].map((id) => slotById.get(id))).toEqual([undefined, undefined, 2, 1])
  expect(['a', 'b', 'c', 'd'].map((id) => before.slotById.get(id))).toEqual([0, 1, 2, undefined])
  expect([...generations].map((generation, slot) => generation === before.generations[slot])).toEqual([
    false,
    false,
    true,
  ])
  expect(headings[2]).toBeCloseTo(90, 3)
  expect(reportedAtMs[2]).toBe(Date.parse('2026-11-21T10:00:00Z'))
})
