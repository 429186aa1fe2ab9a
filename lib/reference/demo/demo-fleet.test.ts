import { expect, test } from 'vitest'
import { distanceMetres, type Position } from '@/lib/reference/geo'
import { LONDON, START_MS } from '@/lib/testing/reference-service'
import { createDemoFleet } from './demo-fleet'

const fleet = createDemoFleet({ centre: LONDON })
const at = (index: number, ms: number, of = fleet): Position => {
  const place = { lat: 0, lng: 0 }
  of.locate(index, ms, place)
  return place
}
const everyone = Array.from({ length: fleet.size }, (_, index) => index)
const recordsAt = (ms: number) => everyone.map((index) => fleet.record(index, ms))

/** 50 km/h, in metres a second. */
const SPEED_LIMIT = 50 / 3.6

test('no vehicle ever jumps or is faster than 50 km/h', () => {
  for (const index of everyone.slice(0, 200)) {
    let before = at(index, START_MS)
    let furthest = 0
    for (let second = 1; second <= 1500; second++) {
      const now = at(index, START_MS + second * 1000)
      furthest = Math.max(furthest, distanceMetres(before, now))
      before = now
    }
    // Two roundings to a decimetre each.
    expect(furthest).toBeLessThanOrEqual(SPEED_LIMIT + 0.2)
  }
})

test('no vehicle ever leaves the reach of its territory, in London or near the edge of the map', () => {
  for (const centre of [LONDON, { lat: 75, lng: 180 }, { lat: -60, lng: -180 }]) {
    const town = createDemoFleet({ centre, vehicles: 300 })
    for (let index = 0; index < town.size; index++) {
      const middle = { lat: town.lats[index]!, lng: town.lngs[index]! }
      for (let n = 0; n < 60; n++) {
        const away = distanceMetres(middle, at(index, START_MS + n * 53_000, town))
        expect(away).toBeLessThanOrEqual(town.reachMetres[index]! + 0.05)
      }
    }
  }
})

test('most vehicles are somewhere else five minutes later, and some stand all day', () => {
  const moved = everyone.filter(
    (n) => distanceMetres(at(n, START_MS), at(n, START_MS + 300_000)) > 50,
  )
  expect(moved.length).toBeGreaterThan(fleet.size / 2)
  const stood = everyone.filter(
    (n) => distanceMetres(at(n, START_MS), at(n, START_MS + 40_000_000)) === 0,
  )
  expect(stood.length).toBeGreaterThan(fleet.size / 10)
})

test('80 to 150 vehicles are within 1 km of the centre and most within 6 km', () => {
  const within = (metres: number) =>
    everyone.filter((n) => distanceMetres(LONDON, at(n, START_MS)) <= metres).length
  expect(within(1000)).toBeGreaterThanOrEqual(80)
  expect(within(1000)).toBeLessThanOrEqual(150)
  expect(within(6000)).toBeGreaterThan(900)
})

test('one seed gives one fleet, whatever was asked before; another gives another', () => {
  const again = createDemoFleet({ centre: LONDON })
  again.record(700, 0)
  expect(again.record(12, START_MS)).toEqual(fleet.record(12, START_MS))
  const other = createDemoFleet({ centre: LONDON, seed: 2 })
  expect(other.record(12, START_MS).id).not.toBe(fleet.record(12, START_MS).id)
})

test('a vehicle has an active booking just when it is on a trip', () => {
  const records = recordsAt(START_MS)
  const statuses = new Set(records.map(({ status }) => status))
  expect(statuses).toEqual(new Set(['available', 'busy', 'reserved', 'offline', 'out_of_service']))
  for (const { status, active_booking_id } of records) {
    expect(active_booking_id !== null).toBe(status === 'busy' || status === 'reserved')
  }
})

test('a report is never of the future, and where a vehicle is, is where it then reported from', () => {
  for (let minute = 0; minute < 10; minute++) {
    const nowMs = START_MS + minute * 60_000
    for (const [index, { mtimeMs, position }] of recordsAt(nowMs).entries()) {
      expect(mtimeMs).toBeLessThanOrEqual(nowMs)
      expect(at(index, mtimeMs!)).toEqual(position)
    }
  }
})

test('some reports are minutes old and some are hours old', () => {
  const ages = recordsAt(START_MS).map(({ mtimeMs }) => (START_MS - mtimeMs!) / 60_000)
  expect(ages.filter((minutes) => minutes > 15).length).toBeGreaterThan(20)
  expect(ages.filter((minutes) => minutes > 24 * 60).length).toBeGreaterThan(5)
})

test('every address is of a domain that cannot exist and every number is set aside for fiction', () => {
  for (const { facts } of recordsAt(START_MS)) {
    for (const email of [facts.driver_email, facts.owner_email]) {
      if (email !== undefined) expect(email).toMatch(/^[a-z.]+@[a-z]+\.example$/)
    }
    if (facts.image_url !== undefined)
      expect(new URL(facts.image_url).hostname).toMatch(/\.example$/)
    expect(facts.driver_phone_number).toMatch(/^\+44 7700 900\d{3}$/)
    expect(facts.owner_phone_number ?? '+44 20 7946 0000').toMatch(/^\+44 20 7946 0\d{3}$/)
    expect(facts.price_per_km_currency).toBe('GBP')
  }
})

test('the same holds for French numbers, and those of Montevideo are clearly invented', () => {
  const montevideo = createDemoFleet({ centre: { lat: -34.9, lng: -56.2 }, vehicles: 50 })
  const paris = createDemoFleet({ centre: { lat: 48.85, lng: 2.35 }, vehicles: 50 })
  for (let n = 0; n < 50; n++) {
    const { facts } = montevideo.record(n, START_MS)
    expect(facts.driver_phone_number).toMatch(/^\+598 91 000 \d{3}$/)
    expect(facts.owner_phone_number ?? '+598 2000 0000').toMatch(/^\+598 2000 0\d{3}$/)
    expect(facts.licence_plate ?? 'STX 0000').toMatch(/^S[A-Z]{2} \d{3,4}$/)
    expect(facts.price_per_km_currency).toBe('UYU')
    expect(facts.price_per_km).toBeGreaterThan(10)
    expect(paris.record(n, START_MS).facts.driver_phone_number).toMatch(/^\+33 6 39 98 \d\d \d\d$/)
  }
})

test('call signs have four plain forms; a hostile fleet has others and names that need escaping', () => {
  const formsOf = (of: typeof fleet) =>
    new Set(everyone.map((index) => of.record(index, START_MS).facts.our_ref?.replace(/\d+$/, '')))
  expect([...formsOf(fleet)].sort()).toEqual(['KB-', 'MVD ', 'Móvil ', 'T-'])
  const hostile = createDemoFleet({ centre: LONDON, hostile: true })
  expect([...formsOf(hostile)]).toEqual(expect.arrayContaining(['what? #', 'a&b=c+', '%2F-']))
  const names = everyone.map((index) => hostile.record(index, START_MS).facts.driver_name)
  expect(names).toEqual(expect.arrayContaining(['<b>Ada</b>', '=1+1']))
  expect(names.filter((name) => /^\p{L}+ \p{L}+( \p{L}+)?$/u.test(name!)).length).toBeGreaterThan(
    1000,
  )
})

test.each([
  { centre: { lat: 76, lng: 0 } },
  { centre: { lat: Number.NaN, lng: 0 } },
  { centre: LONDON, vehicles: 0 },
  { centre: LONDON, vehicles: 1.5 },
  { centre: LONDON, seed: 0.5 },
])('%o is out of range', (options) => {
  expect(() => createDemoFleet(options)).toThrow(RangeError)
})
