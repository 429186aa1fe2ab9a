import { expect, test } from 'vitest'
import { bearingDegrees, destination, distanceMetres } from './geometry'

const london = { lat: 51.509865, lng: -0.118092 }

test.each([
  ['over the antimeridian', { lat: 0, lng: 179.999 }, { lat: 0, lng: -179.999 }, 222],
  ['over the antimeridian at 60°', { lat: 60, lng: -180 }, { lat: 60, lng: 179.99 }, 556],
  ['round the north pole', { lat: 89.999, lng: 0 }, { lat: 89.999, lng: 180 }, 222],
  ['at the south pole', { lat: -90, lng: 10 }, { lat: -90, lng: -170 }, 0],
  ['to the antipode', { lat: 0, lng: 0 }, { lat: 0, lng: 180 }, 20_015_114],
])('the distance %s is in metres', (_where, from, to, metres) => {
  expect(Math.round(distanceMetres(from, to))).toBe(metres)
  expect(Math.round(distanceMetres(to, from))).toBe(metres)
})

test('a destination lies as far away as was asked, in the direction asked', () => {
  for (const bearing of [0, 45, 90, 200, 300]) {
    const there = destination(london, bearing, 1500)
    expect(distanceMetres(london, there)).toBeCloseTo(1500, 3)
    expect(bearingDegrees(london, there)).toBeCloseTo(bearing, 1)
  }
})
