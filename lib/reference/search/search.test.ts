import { expect, test } from 'vitest'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import { createFileFleet, type FileRow } from '@/lib/reference/fleets/file-fleet'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import { answerGaps } from '@/lib/reference/gaps'
import { distanceMetres, HALF_EARTH_METRES, type Position } from '@/lib/reference/geo'
import { unit } from '@/lib/reference/hash'
import { LONDON, START_MS } from '@/lib/testing/reference-service'
import { type Area, createSearch } from './search'

/** Oracle: a linear scan. */
function scan(fleet: Fleet, { position, radius, type }: Area, atMs: number): number[] {
  const found: { index: number; metres: number }[] = []
  for (let index = 0; index < fleet.size; index++) {
    const place = { lat: 0, lng: 0 }
    fleet.locate(index, atMs, place)
    const metres = distanceMetres(position, place)
    const fits = type === null || fleet.record(index, atMs).facts.type === type
    if (fits && metres <= radius) found.push({ index, metres })
  }
  return found
    .toSorted((a, b) => a.metres - b.metres || a.index - b.index)
    .map(({ index }) => index)
}

function compare(fleet: Fleet, area: Area, atMs: number): number {
  const search = createSearch(fleet, answerGaps())
  const expected = scan(fleet, area, atMs)
  expect(search(area, atMs)).toEqual(expected)
  return expected.length
}

const rowAt = (n: number, position: Position, facts: FileRow['facts'] = {}): FileRow => ({
  id: `v${n}`,
  position,
  status: 'available',
  activeBookingId: null,
  facts,
})

function wrapped(lng: number): number {
  if (lng > 180) return lng - 360
  return lng < -180 ? lng + 360 : lng
}

/** Vehicles scattered around a position, some moving. */
function fleetAround({ lat, lng }: Position, degrees: number, size = 400): Fleet {
  const rows = Array.from({ length: size }, (_, n) => {
    const north = Math.max(-90, Math.min(90, lat + degrees * (2 * unit(1, n, 1) - 1)))
    const east = lng + (Math.abs(lat) > 80 ? 180 : degrees) * (2 * unit(1, n, 2) - 1)
    return rowAt(n, { lat: north, lng: wrapped(east) }, { type: n % 2 ? 'a' : 'b' })
  })
  return createFileFleet(rows, 'test', { moving: 0.5 })
}

test.each([
  ['0,0', { lat: 0, lng: 0 }],
  ['the antimeridian from the west', { lat: 10, lng: 180 }],
  ['the antimeridian from the east', { lat: -17, lng: -180 }],
  ['the north pole', { lat: 90, lng: 0 }],
  ['near the south pole', { lat: -89.9, lng: 120 }],
  ['Portland', { lat: 45.5, lng: -122.6 }],
])('a search at %s finds what a linear scan finds', (_, centre) => {
  const fleet = fleetAround(centre, 0.2)
  let found = 0
  for (let n = 0; n < 12; n++) {
    const lat = Math.max(-90, Math.min(90, centre.lat + 0.1 * (unit(2, n, 1) - 0.5)))
    const lng = n % 3 === 0 ? -centre.lng : centre.lng
    const radius = [500, 3000, 12_000, 60_000][n % 4]!
    const area = { position: { lat, lng }, radius, type: n % 5 === 0 ? 'a' : null }
    found += compare(fleet, area, START_MS + n * 97_000)
  }
  expect(found).toBeGreaterThan(0)
})

test('radii up to half the Earth and beyond find all there is', () => {
  const fleet = fleetAround({ lat: 0, lng: 0 }, 89)
  for (const radius of [1e6, 5e6, 1.2e7, 1.9e7]) {
    for (const position of [LONDON, { lat: -90, lng: 0 }, { lat: 0, lng: 180 }]) {
      compare(fleet, { position, radius, type: null }, START_MS)
    }
  }
  expect(
    compare(fleet, { position: LONDON, radius: 2 * HALF_EARTH_METRES, type: null }, START_MS),
  ).toBe(400)
})

test('the moving demo fleet is found where it is at any instant', () => {
  const fleet = createDemoFleet({ centre: LONDON, vehicles: 3000 })
  let found = 0
  for (let n = 0; n < 16; n++) {
    const position = {
      lat: LONDON.lat + 0.05 * unit(3, n, 1),
      lng: LONDON.lng + 0.05 * unit(3, n, 2),
    }
    const radius = [200, 1000, 2500, 8000][n % 4]!
    found += compare(
      fleet,
      { position, radius, type: n % 3 ? null : 'van' },
      START_MS + n * 211_000,
    )
  }
  expect(found).toBeGreaterThan(1000)
})

test('vehicles of one place come in one order', () => {
  const position = { lat: 1, lng: 1 }
  const rows = Array.from({ length: 30 }, (_, n) => rowAt(n, position))
  const area = { position, radius: 5, type: null }
  expect(compare(createFileFleet(rows, 'test', { moving: 0 }), area, 0)).toBe(30)
})
