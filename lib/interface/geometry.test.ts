import { expect, test } from 'vitest'
import { bearingDegrees, destination, distanceMetres } from './geometry'

const london = { lat: 51.509865, lng: -0.118092 }

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
