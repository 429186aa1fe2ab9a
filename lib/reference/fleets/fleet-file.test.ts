import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { distanceMetres } from '@/lib/reference/geo'
import { createTestService, START_MS } from '@/lib/testing/reference-service'
import { FleetFileError, loadFleetFile, parseFleet } from './fleet-file'

const STILL = { moving: 0 }
// A vehicle at rest reports every 20 s.
const REPORT_MS = START_MS - (START_MS % 20_000)
const bike = (id: string, more: object = {}) => ({
  bike_id: id,
  lat: 45.5,
  lon: -122.6,
  is_reserved: 0,
  is_disabled: 0,
  ...more,
})
const feed = (bikes: unknown[], more: object = {}) =>
  JSON.stringify({ version: '1.0', data: { bikes }, ...more })
const record = (text: string, index = 0) =>
  parseFleet(text, 'f.json', STILL).fleet.record(index, START_MS)

test('GBFS 1: numbers for flags, bike_id, vehicle_type, and the operator before the colon', () => {
  const scooter = bike('lime:fb5d', { lat: 45.4765, lon: -122.543, vehicle_type: 'scooter' })
  expect(record(feed([scooter], { last_updated: 1605303362 }))).toEqual({
    id: 'lime:fb5d',
    ctimeMs: undefined,
    mtimeMs: REPORT_MS,
    status: 'available',
    active_booking_id: null,
    position: { lat: 45.4765, lng: -122.543 },
    facts: { our_ref: 'lime:fb5d', type: 'scooter', make: 'lime', owner_name: 'lime' },
  })
})

test('a snapshot is played as if taken now: a last report keeps its distance from it', () => {
  const text = feed([bike('a', { last_reported: 1605303302 }), bike('b')], {
    last_updated: 1605303362,
  })
  const { fleet } = parseFleet(text, 'f.json', STILL)
  expect(fleet.record(0, REPORT_MS).mtimeMs).toBe(REPORT_MS - 60_000)
  expect(fleet.record(0, REPORT_MS + 3_600_000).mtimeMs).toBe(REPORT_MS + 3_600_000 - 60_000)
  expect(fleet.record(1, REPORT_MS + 19_999).mtimeMs).toBe(REPORT_MS)
  expect(fleet.record(1, REPORT_MS + 20_000).mtimeMs).toBe(REPORT_MS + 20_000)
})

test('GBFS 2: booleans, vehicle_type_id, seconds of the last report, range and rental address', () => {
  const uris = { web: 'https://rent.example/7' }
  const row = {
    is_reserved: true,
    is_disabled: false,
    vehicle_type_id: 'ebike',
    last_reported: 1700000000,
    current_range_meters: 5250,
    current_fuel_percent: 0.43,
    rental_uris: uris,
  }
  const found = record(feed([bike('7', row)]))
  expect([found.status, found.mtimeMs]).toEqual(['reserved', 1_700_000_000_000])
  const vehicle_extra_info = 'Range 5.3 km; Charge 43 %; Rental: https://rent.example/7'
  expect(found.facts).toEqual({ our_ref: '7', type: 'ebike', vehicle_extra_info })
})

test('GBFS 3: data.vehicles, vehicle_id and RFC 3339 times', () => {
  const row = { vehicle_id: 'x', lat: 1, lon: 2, is_reserved: false, is_disabled: true }
  const data = { vehicles: [{ ...row, last_reported: '2026-03-01T12:00:00+01:00' }] }
  const found = record(
    JSON.stringify({ version: '3.0', last_updated: '2026-03-01T13:00:00Z', data }),
  )
  expect([found.id, found.status]).toEqual(['x', 'out_of_service'])
  expect(found.mtimeMs).toBe(REPORT_MS - 2 * 3_600_000)
})

test('what a feed does not say is absent from the answers', async () => {
  const { fleet } = parseFleet(feed([bike('a')]), 'f.json', STILL)
  const { json } = createTestService({ fleet })
  const vehicle = { id: 'a', active_booking_id: null, our_ref: 'a' }
  expect(await json('/api/beta/vehicles/a')).toEqual({ vehicle })
  const status = { id: 'a', status: 'available', position: { lat: 45.5, lng: -122.6 } }
  expect(await json('/api/beta/vehicles/a/status')).toEqual({ vehicle: status })
})

const TIME = 'seconds since 1970 or an ISO 8601 time'

test.each<[unknown, string]>([
  [{ lat: 1, lon: 1 }, 'no vehicle_id or bike_id'],
  [bike('b', { lat: 91 }), 'latitude is 91, expected -90…90'],
  [bike('c', { lon: -180.5 }), 'longitude is -180.5, expected -180…180'],
  [bike('d', { lat: null }), 'latitude is null, expected a number'],
  [bike('e', { lat: '45' }), 'latitude is "45", expected a number'],
  [bike('a'), 'id "a" is that of row 1 too'],
  [{ ...bike('f'), bike_id: 7 }, 'vehicle_id or bike_id is 7, expected a string'],
  [bike('example'), `vehicle_id or bike_id "example" is a word of the interface's paths`],
  [bike('g', { is_disabled: 'no' }), 'is_disabled is "no", expected true, false, 1 or 0'],
  [bike('h', { last_reported: 'noon' }), `last_reported is "noon", expected ${TIME}`],
  [{ vehicle_id: 'i', station_id: 's' }, 'no position, only station "s"'],
  [null, 'row is null, expected an object'],
])('the row %j is skipped and its reason told', (row, reason) => {
  const { fleet, skipped } = parseFleet(
    feed([bike('a'), row, bike('z', { lat: 0, lon: 0 })]),
    'f.json',
  )
  expect(skipped).toEqual([{ row: 2, reason }])
  expect(fleet.size).toBe(2)
})

test('a NaN that is no JSON spoils its row, not the file', () => {
  const text = feed([bike('a'), bike('NaN', { lat: 12345 })]).replace('12345', 'NaN')
  const skipped = { row: 2, reason: 'latitude is "NaN", expected a number' }
  expect(parseFleet(text, 'f.json').skipped).toEqual([skipped])
})

test.each([
  ['{"data": [1,\n 2,,3]}', 'is not JSON: Unexpected token'],
  ['', 'is not JSON: Unexpected end'],
  ['{"a":1,"b":2}', 'expected GBFS (data.bikes or data.vehicles), found an object with "a", "b"'],
  ['{"type":"FeatureCollection","features":[]}', 'GeoJSON is no longer read'],
  ['[]', 'found an array'],
  ['null', 'found null'],
  [feed([]), 'has no usable row: it is empty'],
  [feed([7, 8]), 'has no usable row: the first of 2, row 1: row is 7, expected an object'],
])('the file %j is refused', (text, reason) => {
  expect(() => parseFleet(text, 'f.json')).toThrow(FleetFileError)
  expect(() => parseFleet(text, 'f.json')).toThrow(reason)
})

const townBike = (n: number) =>
  bike(`b${n}`, { lat: 45 + n / 1e4, is_disabled: n % 10 === 0 ? 1 : 0 })
const town = feed(Array.from({ length: 1000 }, (_, n) => townBike(n)))

test('a tenth of the available vehicles make trips and come home to their exact places; the rest stand', () => {
  const { fleet } = parseFleet(town, 'f.json')
  const away = new Set<number>()
  const home = new Set<number>()
  for (let minute = 0; minute < 30; minute++) {
    for (let index = 0; index < fleet.size; index++) {
      const { position, status, active_booking_id } = fleet.record(
        index,
        START_MS + minute * 60_000,
      )
      const metres = distanceMetres(position, { lat: fleet.lats[index]!, lng: fleet.lngs[index]! })
      expect(metres).toBeLessThanOrEqual(fleet.reachMetres[index]! + 0.1)
      if (metres > 0) {
        away.add(index)
        expect([status, active_booking_id]).toEqual(['busy', expect.any(String)])
      } else home.add(index)
    }
  }
  expect(away.size).toBeGreaterThan(60)
  expect(away.size).toBeLessThan(120)
  expect(home.size).toBe(fleet.size)
  expect([...away].some((index) => index % 10 === 0)).toBe(false)
})

test('trips of a file are continuous, and with a share of 0 nothing moves', () => {
  const all = parseFleet(town, 'f.json', { moving: 1 }).fleet
  const before = { lat: 0, lng: 0 }
  const now = { ...before }
  for (let index = 0; index < 30; index++) {
    let furthest = 0
    for (let second = 0; second < 2000; second++) {
      all.locate(index, START_MS + second * 1000, before)
      all.locate(index, START_MS + (second + 1) * 1000, now)
      furthest = Math.max(furthest, distanceMetres(before, now))
    }
    expect(furthest).toBeLessThan(7)
  }
  const none = parseFleet(town, 'f.json', STILL).fleet
  expect(Math.max(...none.reachMetres)).toBe(0)
})

test('the centre is the middle of the positions, also across 180°', () => {
  const row = (id: string, lon: number) => bike(id, { lat: 10, lon })
  const { fleet } = parseFleet(feed([row('a', 179), row('b', -179.5), row('c', -179)]), 'f.json')
  expect(fleet.centre).toEqual({ lat: 10, lng: -179.5 })
})

const folder = await mkdtemp(join(tmpdir(), 'fleet-'))
afterAll(() => rm(folder, { recursive: true }))

test('a file is read with a byte order mark; missing ones, folders, pipes and others than UTF-8 are refused', async () => {
  await writeFile(join(folder, 'a.json'), `\uFEFF${feed([bike('a')])}`)
  expect((await loadFleetFile(join(folder, 'a.json'))).fleet.size).toBe(1)
  const pipe = join(folder, 'pipe')
  const latin = join(folder, 'latin.json')
  execFileSync('sh', ['-c', 'mkfifo "$0"', pipe])
  await writeFile(latin, Buffer.from([0x22, 0xe9, 0x22]))
  for (const path of [pipe, folder])
    await expect(loadFleetFile(path)).rejects.toThrow(`${path}: is not a file`)
  await expect(loadFleetFile(join(folder, 'none.json'))).rejects.toThrow('there is no such file')
  await expect(loadFleetFile(latin)).rejects.toThrow(`${latin}: is not UTF-8 text`)
})
