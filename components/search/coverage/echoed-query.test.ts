import { expect, test } from 'vitest'
import { differencesOf } from './echoed-query'

const asked = { position: { lat: 51.5, lng: -0.118092 }, radius: 5000, type: 'taxi' }

test.each([
  'position=51.5,-0.118092&limit=100&radius=5000&type=taxi',
  '?position=51.500000%2C-0.118092&radius=5000.0',
  '/api/beta/vehicles?position=51.5,-0.118092',
  '',
])('%j says nothing else than was asked', (echoed) => {
  expect(differencesOf(echoed, asked)).toEqual([])
})

test('a radius, type or position that the service changed is told, a smaller limit is not', () => {
  expect(differencesOf('position=0,0&radius=1000&limit=50&type=van', asked)).toEqual([
    { name: 'position', asked: '51.5,-0.118092', applied: '0,0' },
    { name: 'radius', asked: '5000', applied: '1000' },
    { name: 'type', asked: 'taxi', applied: 'van' },
  ])
})
