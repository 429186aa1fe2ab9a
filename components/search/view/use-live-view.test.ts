import { expect, test } from 'vitest'
import { tableOf } from '@/lib/testing/map-vehicles'
import { emptyVehicle } from '@/lib/testing/vehicles'
import { departedWithPosition, vehiclesWithLostPosition, withSlots } from './use-live-view'

const here = { lat: 51.5, lng: -0.1 }

test('a departed vehicle is drawn where last seen; one without a position is not', () => {
  const departed = [
    emptyVehicle('gone', { position: here, status: 'available' }),
    emptyVehicle('never-located', { status: 'busy' }),
  ].map((record) => ({ record, reason: 'left-area', now: null, leftAtMs: 0 }) as const)
  expect(departedWithPosition(departed)).toEqual([
    { id: 'gone', position: here, status: 'available' },
  ])
})

test('a listed vehicle without a position is drawn as departed at its last one, if it passes the filters', () => {
  const records = [
    emptyVehicle('lost', { status: 'busy' }),
    emptyVehicle('there', { position: here }),
    undefined,
    emptyVehicle('never-located'),
  ]
  const area = {
    table: tableOf(records),
    unplaced: [0, 3],
    trailOf: (id: string) => (id === 'lost' ? [here] : []),
  }
  expect(vehiclesWithLostPosition(area, Uint32Array.of(0, 1, 3))).toEqual([
    { id: 'lost', position: here, status: 'busy' },
  ])
  expect(vehiclesWithLostPosition(area, Uint32Array.of(1, 3))).toEqual([])
})

test('a watched vehicle is on the map whatever the filters, each once and in order', () => {
  expect([...withSlots(Uint32Array.of(1, 4, 30), [200, 4, 2])]).toEqual([1, 2, 4, 30, 200])
  const rows = Uint32Array.of(1, 4)
  expect(withSlots(rows, [4])).toBe(rows)
})
