import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { StoredAddresses } from '@/lib/reference/city/addresses'
import { openCityFleet } from '@/lib/reference/city/load-city'
import { distanceMetres } from '@/lib/reference/geo'
import { positionsByNumber } from '@/lib/testing/maps/held-out-houses'
import { LONDON, START_MS } from '@/lib/testing/reference-service'
import type { BookingLife, BookingStatus } from './demo-bookings'
import { createDemoFleet } from './demo-fleet'

const HOUR_MS = 3_600_000
const fleet = createDemoFleet({ centre: LONDON, vehicles: 60 })

/** Every booking of an hour, by its id, with the vehicle's index. */
function livesOfAnHour(of = fleet): Map<string, { life: BookingLife; index: number }> {
  const lives = new Map<string, { life: BookingLife; index: number }>()
  for (let index = 0; index < of.size; index++)
    for (let ms = START_MS; ms < START_MS + HOUR_MS; ms += 60_000) {
      const life = of.bookingLife?.(index, ms)
      if (life) lives.set(life.booking.id, { life, index })
    }
  return lives
}

const lives = [...livesOfAnHour().values()]
const endOf = ({ steps }: BookingLife) => steps.at(-1)!
const at = (life: BookingLife, status: BookingStatus) =>
  life.steps.find((step) => step.status === status)!.atMs

test('a booking is pending first, then declined or accepted, then failed, cancelled, or under way and done', () => {
  // Few fail.
  const many = livesOfAnHour(createDemoFleet({ centre: LONDON, vehicles: 600 })).values()
  const seen = new Set(
    [...many].map(({ life }) => life.steps.map(({ status }) => status).join(' ')),
  )
  expect([...seen].sort()).toEqual([
    'pending accepted cancelled',
    'pending accepted failed',
    'pending accepted under_way done',
    'pending declined',
  ])
})

test('each step is later than the one before, and only a failure has an error', () => {
  for (const { life } of lives) {
    for (const [n, step] of life.steps.entries()) {
      if (n > 0) expect(step.atMs).toBeGreaterThan(life.steps[n - 1]!.atMs)
      expect(step.error !== '').toBe(step.status === 'failed')
    }
    expect(life.booking.ctimeMs).toBe(life.steps[0]!.atMs)
  }
})

test("the vehicle's active booking is this one while it is under way, and no longer after it is done", () => {
  const carried = lives.filter(({ life }) => endOf(life).status === 'done')
  expect(carried.length).toBeGreaterThan(100)
  for (const { life, index } of carried) {
    const underWayMs = at(life, 'under_way')
    const doneMs = at(life, 'done')
    if (doneMs - underWayMs < 2000) continue
    expect(fleet.record(index, underWayMs + 1000).active_booking_id).toBe(life.booking.id)
    expect(fleet.record(index, doneMs + 1000).active_booking_id).not.toBe(life.booking.id)
  }
})

test('a declined or failed booking is never the active one', () => {
  for (const { life, index } of lives) {
    if (endOf(life).status === 'done') continue
    for (let ms = life.booking.ctimeMs; ms < endOf(life).atMs + 60_000; ms += 5_000)
      expect(fleet.record(index, ms).active_booking_id).not.toBe(life.booking.id)
  }
})

test('the journey begins and ends where the vehicle stands then, and totals add up', () => {
  const position = { lat: 0, lng: 0 }
  for (const { life, index } of lives) {
    const { booking, steps } = life
    // One that was made ahead is made where the vehicle is not yet.
    const isAhead = booking.pickUpMs !== null
    const startMs = isAhead ? at(life, 'under_way') : booking.ctimeMs
    fleet.locate(index, startMs, position)
    expect(distanceMetres(position, booking.from_position)).toBeLessThan(1)
    if (endOf(life).status === 'done') {
      fleet.locate(index, steps.at(-1)!.atMs, position)
      expect(distanceMetres(position, booking.to_position)).toBeLessThan(1)
    }
    const { gross, discount, net, tax, total } = booking.totals
    expect(net).toBeCloseTo(gross - discount, 2)
    expect(total).toBeCloseTo(net + tax, 2)
    expect(booking.vehicle_id).toBe(fleet.record(index, START_MS).id)
  }
})

test('in the demo city journeys, that of the example too, go from house to house in Uruguayan pesos', async () => {
  const folder = 'lib/city/demo'
  const city = await openCityFleet(folder, { vehicles: 60 })
  const file = await readFile(`${folder}/addresses.json.gz`)
  const { streets } = JSON.parse(gunzipSync(file).toString()) as StoredAddresses
  const housesOf = new Map(streets.map(([name, numbers]) => [name, positionsByNumber(numbers)]))
  const bookings = [...livesOfAnHour(city).values()].map(({ life }) => life.booking)
  let withNumber = 0
  for (const booking of [city.exampleBooking(START_MS), ...bookings]) {
    expect(booking.totals.currency).toBe('UYU')
    for (const [label, position] of [
      [booking.from_label, booking.from_position],
      [booking.to_label, booking.to_position],
    ] as const) {
      // A street's name may begin like another's.
      const street = label.replace(/ \d+( \w+)?$/, '')
      const houses = housesOf.get(street)
      if (street === label || !houses) continue
      withNumber++
      const places = houses.get(label.slice(street.length + 1)) ?? []
      const metres = Math.min(...places.map((place) => distanceMetres(place, position)))
      expect(metres, label).toBeLessThan(61)
    }
  }
  expect(withNumber).toBeGreaterThan(1.6 * bookings.length)
  expect(bookings.length).toBeGreaterThan(100)
})
