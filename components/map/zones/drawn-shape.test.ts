import { expect, test } from 'vitest'
import type { ZoneShape } from '@/lib/api/contract/zones'
import { featureOf, shapeOf } from './drawn-shape'

const triangle: ZoneShape = {
  kind: 'polygon',
  points: [
    { lat: -34.9, lng: -56.2 },
    { lat: -34.9, lng: -56.1 },
    { lat: -34.8, lng: -56.1 },
  ],
}

test('a polygon is drawn as it is', () => {
  expect(shapeOf(featureOf(triangle))).toEqual(triangle)
})

test.each([10, 500, 20_000])('a circle of %d m keeps its centre and radius', (radius) => {
  const circle: ZoneShape = { kind: 'circle', centre: { lat: -34.9, lng: -56.2 }, radius }
  const drawn = shapeOf(featureOf(circle))
  if (drawn?.kind !== 'circle') throw new Error('no circle')
  expect(drawn.centre.lat).toBeCloseTo(-34.9, 3)
  expect(drawn.centre.lng).toBeCloseTo(-56.2, 3)
  expect(Math.abs(drawn.radius - radius)).toBeLessThanOrEqual(Math.max(1, radius * 0.001))
})

test('what was drawn on another copy of the world is on ours', () => {
  const feature = featureOf(triangle)
  const { geometry } = feature
  if (geometry.type !== 'Polygon') throw new Error('no polygon')
  const coordinates = geometry.coordinates.map((ring) =>
    ring.map(([lng = 0, lat = 0]) => [lng + 360, lat]),
  )
  expect(shapeOf({ ...feature, geometry: { type: 'Polygon', coordinates } })).toEqual(triangle)
})

test('a line is no shape', () => {
  const coordinates = [
    [0, 0],
    [1, 1],
  ]
  expect(
    shapeOf({
      type: 'Feature',
      properties: { mode: 'polygon' },
      geometry: { type: 'LineString', coordinates },
    }),
  ).toBeNull()
})
