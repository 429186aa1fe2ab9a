import { expect, test } from 'vitest'
import { bearingDegrees, compassPoint, destination, distanceMetres, formatDistance } from './distance'

const london = { lat: 51.509865, lng: -0.118092 }

test('London to Paris is about 343 km, south-east', () => {
  const paris = { lat: 48.8566, lng: 2.3522 }
  expect(distanceMetres(london, paris)).toBeCloseTo(343_000, -3.5)
  expect(compassPoint(bearingDegrees(london, paris))).toBe('SE')
})

test('the distance over the antimeridian is short, and to the antipode half way round', () => {
  expect(distanceMetres({ lat: 0, lng: 179.999 }, { lat: 0, lng: -179.999 })).toBeLessThan(300)
  expect(distanceMetres({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })).toBeCloseTo(20_015_115, -1)
})

test('a destination lies as far away as was asked, in the direction asked', () => {
  for (const bearing of [0, 45, 90, 200, 300]) {
    const there = destination(london, bearing, 1500)
    expect(distanceMetres(london, there)).toBeCloseTo(1500, 3)
    expect(bearingDegrees(london, there)).toBeCloseTo(bearing, 1)
  }
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
