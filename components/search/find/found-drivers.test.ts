import { expect, test } from 'vitest'
import { areaOf } from '@/lib/testing/search-area'
import { emptyVehicle } from '@/lib/testing/vehicles'
import { driverSuggestion } from './found-drivers'

const found = {
  id: 'v-1',
  ourRef: 'KB-17',
  licencePlate: 'AB 12',
  name: 'Ines',
  phone: '+44 7700 900107',
  readAtMs: 7,
}
const position = { lat: 51.5, lng: -0.1 }
const area = areaOf([{ ...emptyVehicle('v-1'), position }])
const words = { area, first: 'our_ref', timeInWords: (ms: number) => `14:0${ms}` } as const

test('a driver is suggested with vehicle and number, and leads to the vehicle’s position', () => {
  expect(driverSuggestion(found, words)).toMatchObject({
    id: 'v-1',
    name: 'Ines',
    source: 'Driver of KB-17 · +44 7700 900107 · read 14:07',
    position,
  })
})

test('a number alone is the name, and a vehicle elsewhere says so', () => {
  const alone = { ...found, id: 'v-2', name: null, ourRef: null }
  expect(driverSuggestion(alone, words)).toMatchObject({
    name: '+44 7700 900107',
    source: 'Driver of AB 12 · not in the loaded area · read 14:07',
    position: null,
  })
})
