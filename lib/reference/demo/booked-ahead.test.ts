import { expect, test } from 'vitest'
import { bookingChanges } from '@/lib/reference/bookings/deliveries'
import type { BookingRecord } from '@/lib/reference/resources'
import { LONDON, START_MS } from '@/lib/testing/reference-service'
import { AHEAD_MS } from './booked-ahead'
import { createDemoFleet } from './demo-fleet'

const MINUTE_MS = 60_000
const HOURS = 12
const VEHICLES = 100

const fleet = createDemoFleet({ centre: LONDON, vehicles: 400 })

/** Changes of bookings made ahead, without those of other trips. */
const changes = bookingChanges(
  { ...fleet, bookingLife: () => null },
  {
    fromMs: START_MS - AHEAD_MS,
    toMs: START_MS + HOURS * 60 * MINUTE_MS,
    vehicles: VEHICLES,
  },
)

/** Bookings as they are at each minute. */
function* minutes(): Generator<{ nowMs: number; bookings: readonly BookingRecord[] }> {
  const bookings = new Map<string, BookingRecord>()
  const left = [...changes]
  for (let nowMs = START_MS; nowMs <= START_MS + HOURS * 60 * MINUTE_MS; nowMs += MINUTE_MS) {
    while (left[0] && left[0].atMs <= nowMs) {
      const { booking } = left.shift()!
      bookings.set(booking.id, booking)
    }
    yield { nowMs, bookings: [...bookings.values()] }
  }
}

const isWaiting = ({ status }: BookingRecord) => status === 'pending' || status === 'accepted'

test('at each minute about six pick-ups are up to an hour ahead, one to three without a vehicle, and none is late', () => {
  for (const { nowMs, bookings } of minutes()) {
    const waiting = bookings.filter(isWaiting)
    const minutesLeft = waiting.map(({ pickUpMs }) => (pickUpMs! - nowMs) / MINUTE_MS)
    expect(Math.min(...minutesLeft)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...minutesLeft)).toBeLessThanOrEqual(61)
    const ahead = minutesLeft.filter((left) => left >= 3)
    expect(ahead.length).toBeGreaterThanOrEqual(4)
    expect(ahead.length).toBeLessThanOrEqual(8)
    const without = waiting.filter(({ vehicle_id }) => vehicle_id === '')
    expect(without.length).toBeGreaterThanOrEqual(1)
    expect(without.length).toBeLessThanOrEqual(3)
  }
})

test('one an hour has no vehicle ten minutes before its pick-up, and has one in time', () => {
  const near = new Set<string>()
  for (const { nowMs, bookings } of minutes())
    for (const { id, status, vehicle_id, pickUpMs } of bookings) {
      if (pickUpMs! - nowMs <= 10 * MINUTE_MS && vehicle_id === '') near.add(id)
      if (status !== 'pending') expect(vehicle_id).not.toBe('')
    }
  expect(near.size / HOURS).toBeCloseTo(1, 0)
})

test('a booking made ahead becomes the active one of its vehicle, and its vehicle learns of it once', () => {
  const started = changes.filter(({ booking }) => booking.status === 'under_way')
  expect(started.length).toBeGreaterThan(5 * HOURS)
  for (const { atMs, booking } of started) {
    const index = fleet.findById(booking.vehicle_id)
    expect(fleet.record(index, atMs + 1000).active_booking_id).toBe(booking.id)
    const created = changes.filter(
      (change) => change.booking.id === booking.id && change.createdFor !== null,
    )
    expect(created.every(({ createdFor }) => createdFor === index)).toBe(true)
    expect(created.length).toBeLessThanOrEqual(1)
  }
})
