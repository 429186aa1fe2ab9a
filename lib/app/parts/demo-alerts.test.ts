import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createEngine } from '@/lib/alerts/engine'
import { type Cause, keyOf, type ObservedBooking } from '@/lib/alerts/observation'
import { DEFAULT_RULES } from '@/lib/api/contract/alerts'
import type { LiveVehicle } from '@/lib/api/contract/live'
import { statusReading } from '@/lib/format/status/status-reading'
import { distanceMetres } from '@/lib/interface/geometry'
import { readVehicleSearchObject } from '@/lib/interface/readers'
import { DEFAULT_RADIUS_METRES } from '@/lib/interface/search'
import { bookingChanges } from '@/lib/reference/bookings/deliveries'
import { openCityFleet } from '@/lib/reference/city/load-city'
import { AHEAD_MS } from '@/lib/reference/demo/booked-ahead'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import { answerGaps } from '@/lib/reference/gaps'
import { presentSearchObject } from '@/lib/reference/present'
import { BOOKED_VEHICLES, EARLIER_MS } from './demo'

const START_MS = Date.parse('2026-11-22T09:00:00Z')
const STEP_MS = 60_000
const HOURS = 1

const answers = answerGaps()

/** The vehicles of the home area. */
function listed(fleet: Fleet, atMs: number): LiveVehicle[] {
  const vehicles: LiveVehicle[] = []
  const position = { lat: 0, lng: 0 }
  for (let index = 0; index < fleet.size; index++) {
    fleet.locate(index, atMs, position)
    if (distanceMetres(fleet.centre, position) > DEFAULT_RADIUS_METRES) continue
    const raw = presentSearchObject(fleet.record(index, atMs), answers)
    const record = readVehicleSearchObject(raw)?.record
    if (record) vehicles.push(record)
  }
  return vehicles
}

function takeBookings(bookings: Map<string, ObservedBooking>, fleet: Fleet, toMs: number): void {
  const isFirst = toMs === START_MS
  const fromMs = toMs - (isFirst ? EARLIER_MS : STEP_MS)
  const aheadFromMs = isFirst ? toMs - AHEAD_MS : fromMs
  const times = { fromMs, aheadFromMs, toMs }
  for (const { atMs, booking } of bookingChanges(fleet, { ...times, vehicles: BOOKED_VEHICLES }))
    bookings.set(booking.id, {
      key: booking.id,
      name: booking.our_ref ?? null,
      status: booking.status,
      error: booking.error ?? null,
      when: booking.pickUpMs === null ? 'now' : new Date(booking.pickUpMs).toISOString(),
      hasVehicle: booking.vehicle_id !== '',
      bookedMs: booking.ctimeMs,
      changedMs: atMs,
    })
}

test('the demo gives six alerts an hour at most', async () => {
  const fleet = await openCityFleet(join(process.cwd(), 'lib/city/demo'), {})
  const engine = createEngine({
    settings: () => DEFAULT_RULES,
    classOf: (status) => statusReading(status)?.of ?? null,
    zone: 'UTC',
  })
  const open = new Map<string, Cause>()
  const bookings = new Map<string, ObservedBooking>()
  const counts: Record<string, number> = {}
  for (let nowMs = START_MS; nowMs <= START_MS + HOURS * 3_600_000; nowMs += STEP_MS) {
    takeBookings(bookings, fleet, nowMs)
    const area = {
      search: { position: fleet.centre, radius: DEFAULT_RADIUS_METRES, type: null },
      vehicles: listed(fleet, nowMs),
      fetchedAtMs: nowMs,
      mtimeServes: true,
    }
    const observation = { nowMs, area, bookings: [...bookings.values()], watched: [] }
    const { opened, closed } = engine.observe(observation, open)
    for (const key of closed) open.delete(key)
    for (const cause of opened) {
      open.set(keyOf(cause), cause)
      counts[cause.rule] = (counts[cause.rule] ?? 0) + 1
    }
  }
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  expect(all / HOURS, JSON.stringify(counts)).toBeLessThanOrEqual(6)
  expect(counts['booking-due']).toBe(1)
}, 60_000)
