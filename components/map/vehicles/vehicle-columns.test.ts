import { expect, test } from 'vitest'
import { worldX, worldY } from '@/components/map/canvas/mercator'
import { STATUS_STYLES, statusStyle } from '@/lib/format/status/status-style'
import { mapVehicles, vehicle } from '@/lib/testing/map-vehicles'
import { ageNumbers, makeColumns, NO_DIRECTION } from './vehicle-columns'

test('a vehicle has a position and a look; without a position, or filtered out, it is not drawn', () => {
  const records = [
    vehicle('a', { lat: 0, lng: 0 }, 'Busy'),
    vehicle('b', null),
    vehicle('c', { lat: 90, lng: 180 }, null),
    vehicle('d', { lat: -90, lng: -180 }),
  ]
  const { x, y, styles, directions, drawn } = makeColumns(
    null,
    mapVehicles(records, {
      shown: Uint32Array.of(2, 1, 0),
      headings: Float32Array.of(0, Number.NaN, 359, -90),
    }),
  )
  expect([...drawn]).toEqual([2, 0])
  expect([...x]).toEqual([0.5, Number.NaN, 0, 0])
  expect([...y]).toEqual([0.5, Number.NaN, worldY(90), worldY(-90)])
  expect(worldY(90)).toBeCloseTo(0, 9)
  expect(worldY(-90)).toBeCloseTo(1, 9)
  expect(STATUS_STYLES[styles[0] as number]).toBe(statusStyle('busy'))
  expect(STATUS_STYLES[styles[2] as number]).toBe(statusStyle(null))
  expect([...directions]).toEqual([0, NO_DIRECTION, 0, 12])
})

test('after a refresh every used slot is as if computed from scratch', () => {
  const [a, b, c] = [1, 2, 3].map((at) => vehicle(`v-${at}`, { lat: at, lng: at }, 'busy'))
  const before = makeColumns(null, mapVehicles([a, b, c]))
  const moved = vehicle('v-1', { lat: 1, lng: 4 }, 'offline')
  const another = vehicle('v-5', { lat: 5, lng: 5 })
  const refresh = mapVehicles([moved, b, undefined, another, vehicle('v-6', null)], {
    headings: Float32Array.of(90, Number.NaN, Number.NaN, 180, Number.NaN),
  })
  const [columns, expected] = [makeColumns(before, refresh), makeColumns(null, refresh)]
  for (const name of ['x', 'y', 'styles', 'directions'] as const)
    for (const slot of [0, 1, 3, 4]) expect([name, columns[name][slot]]).toEqual([name, expected[name][slot]])
  expect(columns.drawn).toEqual(Uint32Array.of(0, 1, 3))
  expect(columns.x[0]).toBe(worldX(4))
  expect(before.x[0]).toBe(worldX(1))
})

test('a vehicle has no direction of the one that left its slot', () => {
  const east = { headings: Float32Array.of(90) }
  const one = makeColumns(null, mapVehicles([vehicle('a', { lat: 1, lng: 1 })], east))
  const unknown = { headings: Float32Array.of(Number.NaN) }
  const none = makeColumns(one, mapVehicles([undefined], unknown))
  const other = makeColumns(none, mapVehicles([vehicle('b', { lat: 1, lng: 1 })], unknown))
  expect([one, other].map(({ directions }) => directions[0])).toEqual([4, NO_DIRECTION])
})

test('ages come in steps and grow with time; a time in the future counts from receipt, and none does not grow', () => {
  const fetchedAtMs = 1_000_000_000
  const reportedAtMs = Float64Array.of(
    fetchedAtMs - 59_000,
    fetchedAtMs - 60_000,
    fetchedAtMs - 300_000,
    fetchedAtMs + 3_600_000,
    Number.NaN,
  )
  const vehicles = mapVehicles([], { reportedAtMs, fetchedAtMs, receivedAtMs: 5_000 })
  expect([...ageNumbers(vehicles, 5_000)]).toEqual([0, 1, 2, 0, 0])
  expect([...ageNumbers(vehicles, 65_000)]).toEqual([1, 1, 2, 1, 0])
  expect([...ageNumbers(vehicles, 305_000)]).toEqual([2, 2, 2, 2, 0])
})
