import { expect, test } from 'vitest'
import type { Position, VehicleSearchObject } from '@/lib/interface/resources'
import type { DepartedVehicle } from '@/lib/live-client/live-area'
import { toLostPlaces, toMapDeparted } from './map-input'

const here = { lat: 51.5, lng: -0.1 }
const vehicle = (id: string, position: Position | null) =>
  ({ id, position, status: 'available' }) as VehicleSearchObject
const ghost = (id: string, position: Position | null): DepartedVehicle => ({
  record: vehicle(id, position),
  reason: 'left-area',
  now: null,
  leftAtMs: 0,
})

test('a vehicle that left is outlined where it was last seen', () => {
  expect(toMapDeparted([ghost('gone', here), ghost('nowhere', null)])).toEqual([
    { id: 'gone', position: here, status: 'available', reason: 'left-area' },
  ])
})

test('one that is listed but lost its position is outlined at its last one, if the filters show it', () => {
  const records = [vehicle('lost', null), vehicle('there', here), vehicle('never-seen', null)]
  const area = { records, trailOf: (id: string) => (id === 'lost' ? [here] : []) }
  expect(toLostPlaces(area, Uint32Array.of(0, 1, 2))).toEqual([
    { id: 'lost', position: here, status: 'available', reason: null },
  ])
  expect(toLostPlaces(area, Uint32Array.of(1, 2))).toEqual([])
})
