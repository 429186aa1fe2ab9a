import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wayX, worldX, worldY } from '@/components/map/mercator'
import { mapVehicles, vehicle } from '@/lib/testing/map-vehicles'
import { nearestInDirection } from './nearest-in-direction'

const [UP, RIGHT, DOWN, LEFT] = [0, 90, 180, 270] as const
const at = (id: string, lat: number, lng: number) => vehicle(id, { lat, lng })
const middle = { lat: 0, lng: 0 }
const cross = [
  at('middle', 0, 0),
  at('north', 2, 0.5),
  at('far north', 3, 0),
  at('east', 0.5, 2),
  at('south', -2, 0),
  at('west', 0, -2),
  vehicle('nowhere', null),
]

test.each([
  [UP, 'north'],
  [RIGHT, 'east'],
  [DOWN, 'south'],
  [LEFT, 'west'],
])('at %s degrees of the middle is the vehicle in the %s', (bearing, id) => {
  expect(nearestInDirection(mapVehicles(cross), middle, bearing)).toBe(id)
  expect(nearestInDirection(mapVehicles(cross), { lat: 0.001, lng: 0.001 }, bearing)).not.toBe(
    'nowhere',
  )
})

test('nothing is found beyond the last vehicle, or from an unknown position', () => {
  expect(nearestInDirection(mapVehicles(cross), { lat: 3, lng: 0 }, UP)).toBeNull()
  for (const bearing of [UP, RIGHT, DOWN, LEFT])
    expect(nearestInDirection(mapVehicles(cross), null, bearing)).toBeNull()
})

test('only shown vehicles are found', () => {
  const vehicles = mapVehicles(cross, { shown: Uint32Array.of(2, 4) })
  expect(nearestInDirection(vehicles, middle, UP)).toBe('far north')
  expect(nearestInDirection(vehicles, middle, RIGHT)).toBeNull()
})

test('across ±180° the nearest is the one on the other side', () => {
  const vehicles = mapVehicles([at('a', 0, 179.9), at('b', 0, -179.9), at('c', 0, 179)])
  expect(nearestInDirection(vehicles, { lat: 0, lng: 179.9 }, RIGHT)).toBe('b')
  expect(nearestInDirection(vehicles, { lat: 0, lng: -179.9 }, LEFT)).toBe('a')
})

test('the vehicle found is the nearest one in the sector', () => {
  const degrees = fc.record({
    lat: fc.integer({ min: -90, max: 90 }),
    lng: fc.integer({ min: -180, max: 180 }),
  })
  fc.assert(
    fc.property(fc.array(degrees, { maxLength: 20 }), degrees, (positions, from) => {
      const vehicles = mapVehicles(positions.map((position, n) => vehicle(`v-${n}`, position)))
      const ways = positions.map(({ lat, lng }) => ({
        dx: wayX(worldX(from.lng), worldX(lng)),
        dy: worldY(lat) - worldY(from.lat),
      }))
      for (const bearing of [UP, RIGHT, DOWN, LEFT]) {
        const inSector = ways.filter(({ dx, dy }) => {
          const angle = (Math.atan2(dy, dx) * 180) / Math.PI
          const off = Math.abs(((angle + 90 - bearing + 540) % 360) - 180)
          return off < 45 - 1e-9 && (dx !== 0 || dy !== 0)
        })
        const found = nearestInDirection(vehicles, from, bearing)
        const way = found === null ? null : ways[Number(found.slice(2))]
        const nearest = Math.min(...inSector.map(({ dx, dy }) => dx * dx + dy * dy))
        if (inSector.length > 0) expect(way).not.toBeNull()
        if (way) expect(way.dx * way.dx + way.dy * way.dy).toBeLessThanOrEqual(nearest)
      }
    }),
  )
})
