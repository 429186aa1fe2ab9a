import { expect, test } from 'vitest'
import { bearingDegrees, distanceMetres } from '@/lib/interface/geometry'
import { compassPoint, formatDistance } from './distance'

const london = { lat: 51.509865, lng: -0.118092 }

test('London to Paris is about 343 km, south-east', () => {
  const paris = { lat: 48.8566, lng: 2.3522 }
  expect(distanceMetres(london, paris)).toBeCloseTo(343_000, -3.5)
  expect(compassPoint(bearingDegrees(london, paris))).toBe('SE')
})

test.each([
  [7.4, '7 m'],
  [484, '480 m'],
  [994, '990 m'],
  [996, '1 km'],
  [1254, '1.25 km'],
  [343_210, '343 km'],
])('%d metres read as %s', (metres, text) => {
  expect(formatDistance(metres)).toBe(text)
})
