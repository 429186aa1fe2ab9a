import { expect, test } from 'vitest'
import { bearingDegrees, distanceMetres } from '@/lib/interface/geometry'
import { compassPoint, createDistanceFormat } from './distance'

const london = { lat: 51.509865, lng: -0.118092 }

test('London to Paris is about 343 km, south-east', () => {
  const paris = { lat: 48.8566, lng: 2.3522 }
  expect(distanceMetres(london, paris)).toBeCloseTo(343_000, -3.5)
  expect(compassPoint(bearingDegrees(london, paris))).toBe('SE')
})

test.each([
  [0, '0 m'],
  [7.4, '7 m'],
  [99.4, '99 m'],
  [484, '480 m'],
  [994, '990 m'],
  [996, '1 km'],
  [1254, '1.25 km'],
  [343_210, '343 km'],
])('%d metres read as %s', (metres, text) => {
  expect(createDistanceFormat('kilometres', 'en-GB')(metres)).toBe(text)
})

test.each([
  [0, '0 yd'],
  [7.4, '8 yd'],
  // 99.4, 99.6 and 434.9 yards.
  [90.9, '99 yd'],
  [91.1, '100 yd'],
  [397.6, '430 yd'],
  // 435.2 yards would round to 440, a quarter of a mile.
  [397.9, '0.25 mi'],
  [1000, '0.62 mi'],
  [1609.344, '1 mi'],
  [19_956, '12.4 mi'],
  [343_210, '213 mi'],
])('%d metres read as %s in British miles', (metres, text) => {
  expect(createDistanceFormat('miles', 'en-GB')(metres)).toBe(text)
})

test.each([
  [7.4, '24 ft'],
  [30.4, '100 ft'],
  [303.2, '990 ft'],
  [303.4, '0.19 mi'],
])('%d metres read as %s in American miles', (metres, text) => {
  expect(createDistanceFormat('miles', 'en-US')(metres)).toBe(text)
  // Decimals are those of the region.
  expect(createDistanceFormat('miles', 'en-DE')(2011.68)).toBe('1,25 mi')
})
