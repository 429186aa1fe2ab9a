import { expect, test } from 'vitest'
import { emptyVehicle } from '@/lib/testing/vehicles'
import { vehiclesWithLostPosition } from './map-input'

const here = { lat: 51.5, lng: -0.1 }

test('a listed vehicle without a position is outlined at its last one, if it passes the filters', () => {
  const records = [
    emptyVehicle('lost'),
    emptyVehicle('there', { position: here }),
    undefined,
    emptyVehicle('never-located'),
  ]
  const area = { records, trailOf: (id: string) => (id === 'lost' ? [here] : []) }
  expect(vehiclesWithLostPosition(area, Uint32Array.of(0, 1, 3))).toEqual([
    emptyVehicle('lost', { position: here }),
  ])
  expect(vehiclesWithLostPosition(area, Uint32Array.of(1, 3))).toEqual([])
})
