import { expect, test } from 'vitest'
import { areaOf } from '@/lib/testing/search-area'
import { emptyVehicle } from '@/lib/testing/vehicles'
import { inOrder } from './area-counts'

test('statuses, functions and types are counted as received, in an order that does not depend on the counts', () => {
  const records = [
    emptyVehicle('1', { status: 'b', functions: ['cargo', 'airport'], type: 'van' }),
    emptyVehicle('2', { status: 'a', functions: ['cargo', 'cargo'] }),
    emptyVehicle('3', { status: 'b', type: 'van' }),
    emptyVehicle('4', { status: 'busy' }),
    emptyVehicle('5', { status: 'busy' }),
    emptyVehicle('6', { status: 'busy' }),
    emptyVehicle('7', { status: 'available' }),
    emptyVehicle('8'),
  ]
  expect(inOrder(areaOf(records).counts)).toEqual({
    statuses: [
      ['available', 1],
      ['busy', 3],
      ['', 1],
      ['a', 1],
      ['b', 2],
    ],
    functions: [
      ['airport', 1],
      ['cargo', 2],
    ],
    types: [['van', 2]],
  })
})
