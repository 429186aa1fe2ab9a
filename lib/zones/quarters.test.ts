import { expect, test } from 'vitest'
import { destination, distanceMetres } from '@/lib/interface/geometry'
import { zonesOfQuarters } from './quarters'

const centre = { lat: -34.9, lng: -56.2 }

test('zones of quarters end where the area ends in which vehicles are read', () => {
  const quarters = [0, 90, 180, 270].map((bearing) => ({
    name: `Quarter ${bearing}`,
    position: destination(centre, bearing, 1_900),
  }))
  const zones = zonesOfQuarters(quarters, centre, { middles: 2_000, outlines: 2_500 })
  const distances = zones.flatMap(({ shape }) =>
    shape.kind === 'polygon' ? shape.points.map((point) => distanceMetres(centre, point)) : [],
  )
  expect(zones).toHaveLength(4)
  expect(Math.max(...distances)).toBeLessThanOrEqual(2_502)
  expect(Math.max(...distances)).toBeGreaterThan(2_450)
})
