import { expect, test } from 'vitest'
import { distanceFormat } from '@/lib/format/position/distance'
import { emptyVehicle } from '@/lib/testing/vehicles'
import type { RoadReading } from './road-times'
import { orderInWords } from './road-words'
import { nextAsked } from './use-road-path'

const reading: RoadReading = {
  point: { lat: 0, lng: 0 },
  state: 'ready',
  isOffRoad: false,
  answers: new Map(),
}
const miles = distanceFormat('miles')

test.each([
  [null, 0, 0, 'By straight line until the times by road are here.'],
  [reading, 3, 4, 'By road, without traffic.'],
  [reading, 0, 0, 'By straight line until the times by road are here.'],
  [reading, 0, 4, 'By straight line: no vehicle has a way by road within an hour.'],
  [{ ...reading, isOffRoad: true }, 0, 0, 'By straight line: the pick-up is 220 yd or more from any road.'],
  [{ ...reading, state: 'failed' }, 3, 3, 'By road, without traffic. The times could not be refreshed.'],
  [{ ...reading, state: 'none' }, 0, 0, 'By straight line: there is no road data for this place.'],
] as const)('the order in words, %#', (given, timed, answered, words) => {
  expect(orderInWords(given, { timed, answered }, miles)).toBe(words)
})

test('another path is asked for when the vehicle has moved 50 m, or another vehicle or point is chosen', () => {
  const to = { lat: -34.9, lng: -56.18 }
  const north = (metres: number) => ({ lat: -34.8 + metres / 111_195, lng: -56.18 })
  const selected = (metres: number, isListed = true) => ({
    vehicle: emptyVehicle('v', { position: north(metres) }),
    departed: null,
    isListed,
    fetchedAtMs: 0,
    receivedAtMs: 0,
  })
  const asked = nextAsked(selected(0), to, null)
  expect(asked).toEqual({ id: 'v', from: north(0), to })
  expect(nextAsked(selected(49), { ...to }, asked)).toBe(asked)
  expect(nextAsked(selected(51), to, asked)?.from).toEqual(north(51))
  expect(nextAsked(selected(0), north(0), asked)?.to).toEqual(north(0))
  expect(nextAsked(selected(0), null, asked)).toBeNull()
  expect(nextAsked(selected(0, false), to, asked)).toBeNull()
})
