import { expect, test } from 'vitest'
import { destination, distanceMetres } from '@/lib/interface/geometry'
import { isAway, viewAround, visibleCircle } from './map-geometry'

const position = { lat: 51.5, lng: -0.1 }
const size = { width: 1056, height: 840 }
const circle = { position, radius: 1000 }
/** At this zoom a circle of 1 km just fits. */
const ZOOM = 15

test('the visible circle fits the smaller side of the map, less the handles', () => {
  const { radius } = visibleCircle({ position, zoom: ZOOM }, size)
  const pixel = (40_075_016.7 * Math.cos((51.5 * Math.PI) / 180)) / (256 * 2 ** ZOOM)
  expect(radius).toBe(Math.round((420 - 24) * pixel))
  expect(visibleCircle({ position, zoom: 0 }, size).radius).toBe(20_037_508)
})

test.each([
  ['on the circle', 0, ZOOM, false],
  ['panned far', 900, ZOOM, true],
  ['zoomed in at the rim, all of it searched', 850, 19, false],
  ['zoomed in beyond the rim', 1100, 19, true],
  ['zoomed out far', 0, ZOOM - 3, true],
])('%s: %d m off at zoom %d', (_, metres, zoom, expected) => {
  const at = destination(position, 90, metres)
  expect(distanceMetres(at, position)).toBeCloseTo(metres, 0)
  expect(isAway(circle, { position: at, zoom }, size)).toBe(expected)
})

const at = (lat: number, lng: number) => ({ lat, lng })

test.each([
  [[at(-34.9, -56.2)], at(-34.9, -56.2), 16],
  // 0.1 degrees high on 600 - 144 pixels.
  [[at(-0.05, 10), at(0.05, 10), at(0, 10.02)], at(0, 10.01), 12.5],
  [[at(0, 179.99), at(0, -179.99)], at(0, -180), 15.75],
])('the closest view of %j', (positions, centre, zoom) => {
  const view = viewAround(positions, { width: 1000, height: 600 })
  expect(view.position.lat).toBeCloseTo(centre.lat, 6)
  expect(view.position.lng).toBeCloseTo(centre.lng, 6)
  expect(view.zoom).toBe(zoom)
})
