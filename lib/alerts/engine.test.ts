import { expect, test } from 'vitest'
import { type AlertRule, DEFAULT_RULES, type RuleSettings } from '@/lib/api/contract/alerts'
import type { LiveVehicle } from '@/lib/api/contract/live'
import type { ProblemKind } from '@/lib/api/contract/problems'
import type { Zone, ZoneCounts, ZoneReading } from '@/lib/api/contract/zones'
import { statusReading } from '@/lib/format/status/status-reading'
import { UNREADABLE } from '@/lib/interface/unreadable'
import { HOME } from '@/lib/testing/alerts'
import { vehicle } from '@/lib/testing/vehicles'
import { OPEN_OF_RULE_MAXIMUM } from './decision'
import { createEngine } from './engine'
import {
  type Cause,
  keyOf,
  type Observation,
  type ObservedBooking,
  type ObservedWatched,
  type ObservedZones,
  type WatchedReport,
} from './observation'
import { NEWS_MS } from './watched-rules'

const START_MS = Date.parse('2026-01-01T12:00:00Z')
const MINUTE_MS = 60_000
/** A thousandth of a degree of latitude is 111 m. */
const PLACE = { lat: 51.5, lng: -0.1 }
const NEAR = { lat: 51.5004, lng: -0.1 }
const OUTSIDE = { lat: 51.6, lng: -0.1 }
const AWAY = { lat: 51.501, lng: -0.1 }

/** An engine with its open alerts, as a node keeps them. */
function desk(rules: RuleSettings = DEFAULT_RULES, open = new Map<string, Cause>()) {
  const engine = createEngine({
    settings: () => rules,
    classOf: (status) => statusReading(status)?.of ?? null,
    zone: 'UTC',
  })
  /** @returns "+rule subject" of those that open, "-rule subject" of those that close */
  function observe(minute: number, seen: Omit<Observation, 'nowMs'>): string[] {
    const { opened, closed, changed } = engine.observe(
      { nowMs: START_MS + minute * MINUTE_MS, ...seen },
      open,
    )
    for (const key of closed) open.delete(key)
    for (const cause of [...opened, ...changed]) open.set(keyOf(cause), cause)
    return [...opened.map((cause) => `+${keyOf(cause)}`), ...closed.map((key) => `-${key}`)]
  }
  return {
    observe,
    open,
    sweep(minute: number, ...vehicles: readonly LiveVehicle[]): string[] {
      const fetchedAtMs = START_MS + minute * MINUTE_MS
      return observe(minute, { area: { search: HOME, vehicles, fetchedAtMs, mtimeServes: true } })
    },
    /** Another engine over the same open alerts. */
    restarted: () => desk(rules, open),
  }
}

function at(minute: number): string {
  return new Date(START_MS + minute * MINUTE_MS).toISOString()
}

function busy(minute: number, fields: Partial<LiveVehicle> = {}): LiveVehicle {
  return vehicle('v-1', { status: 'busy', position: PLACE, mtime: at(minute), ...fields })
}

test('a busy vehicle within 50 m for 20 minutes opens one alert, which closes when it moves', () => {
  const { sweep, open } = desk()
  for (let minute = 0; minute < 20; minute++)
    expect(sweep(minute, busy(minute, { position: minute % 2 ? NEAR : PLACE }))).toEqual([])
  expect(sweep(20, busy(20))).toEqual(['+standing-busy v-1'])
  expect(open.get('standing-busy v-1')).toMatchObject({ sinceMs: START_MS, detail: 'busy' })
  for (let minute = 21; minute < 90; minute++) expect(sweep(minute, busy(minute))).toEqual([])
  expect(sweep(90, busy(90, { position: AWAY }))).toEqual(['-standing-busy v-1'])
  expect(sweep(109, busy(109, { position: AWAY }))).toEqual([])
  expect(sweep(110, busy(110, { position: AWAY }))).toEqual(['+standing-busy v-1'])
})

test('another status, and leaving the area, end it; off duty, free and promised ones may stand', () => {
  const { sweep } = desk()
  const others = ['off_duty', 'available', 'reserved', 'hovering'].map((status) =>
    vehicle(status, { status, position: PLACE, mtime: at(50) }),
  )
  sweep(0, busy(0), vehicle('v-2', { ...busy(0), id: 'v-2' }), ...others)
  expect(sweep(25, busy(25), { ...busy(25), id: 'v-2' }, ...others)).toEqual([
    '+standing-busy v-1',
    '+standing-busy v-2',
  ])
  expect(sweep(26, busy(26, { status: 'available' }), ...others)).toEqual([
    '-standing-busy v-1',
    '-standing-busy v-2',
  ])
  expect(sweep(40, busy(40), ...others)).toEqual([])
})

test('one that had stood for hours when it was first seen is no news', () => {
  const changedSince = { atMs: START_MS - 120 * MINUTE_MS, isBeginning: false }
  const { sweep } = desk()
  expect(sweep(0, busy(0, { changedSince }))).toEqual([])
  const recent = { atMs: START_MS - 23 * MINUTE_MS, isBeginning: true }
  expect(desk().sweep(0, busy(0, { changedSince: recent }))).toEqual(['+standing-busy v-1'])
})

test('a vehicle that reports every ten minutes from one place stands still', () => {
  const { sweep } = desk()
  for (let minute = 0; minute < 20; minute++) sweep(minute, busy(minute - (minute % 10)))
  expect(sweep(20, busy(20))).toEqual(['+standing-busy v-1'])
})

test('a vehicle at work that does not report for 10 minutes is silent, and not standing', () => {
  const { sweep, open } = desk()
  expect(sweep(0, busy(0))).toEqual([])
  expect(sweep(9, busy(0))).toEqual([])
  expect(sweep(10, busy(0))).toEqual(['+silent v-1'])
  expect(open.get('silent v-1')?.sinceMs).toBe(START_MS)
  expect(sweep(60, busy(0))).toEqual([])
  // The time of silence does not count as standing.
  expect(sweep(61, busy(61))).toEqual(['-silent v-1'])
  expect(sweep(80, busy(80))).toEqual([])
  expect(sweep(81, busy(81))).toEqual(['+standing-busy v-1'])
  expect(desk().sweep(0, busy(-300))).toEqual([])
  expect(desk().sweep(0, busy(-15, { status: 'offline' }))).toEqual([])
})

test('a fleet that falls silent at once opens 50 alerts, and one that counts the others', () => {
  const { sweep, open } = desk()
  const fleet = Array.from({ length: 1500 }, (_, n) =>
    vehicle(`v-${n}`, { ...busy(0), id: `v-${n}` }),
  )
  sweep(0, ...fleet)
  expect(sweep(10, ...fleet)).toHaveLength(OPEN_OF_RULE_MAXIMUM + 1)
  expect(open.get('silent ')).toMatchObject({
    further: [{ owners: null, count: 1450 }],
    vehicle: null,
  })
  expect(sweep(11, ...fleet)).toEqual([])
  expect(sweep(12, ...fleet.slice(0, 60))).toEqual([])
  expect(open.get('silent ')?.further).toEqual([{ owners: null, count: 10 }])
  expect(sweep(13, ...fleet.slice(0, 50))).toEqual(['-silent '])
  expect(open.size).toBe(OPEN_OF_RULE_MAXIMUM)
})

test('after a restart nothing rings twice, and what ended meanwhile closes', () => {
  const first = desk()
  for (let minute = 0; minute <= 20; minute++) first.sweep(minute, busy(minute))
  expect(first.open.size).toBe(1)
  const second = first.restarted()
  expect(second.sweep(21, busy(21, { position: NEAR }))).toEqual([])
  expect(second.sweep(60, busy(60))).toEqual([])
  expect(second.open.get('standing-busy v-1')?.sinceMs).toBe(START_MS)
  expect(first.restarted().sweep(61, busy(61, { position: AWAY }))).toEqual(['-standing-busy v-1'])
})

test('after a restart a silent vehicle stays so until it is known that reports tell their time', () => {
  const first = desk()
  first.sweep(0, busy(0))
  expect(first.sweep(10, busy(0))).toEqual(['+silent v-1'])
  const { observe, sweep } = first.restarted()
  const unknown = (minute: number, ...vehicles: readonly LiveVehicle[]) =>
    observe(minute, {
      area: {
        search: HOME,
        vehicles,
        fetchedAtMs: START_MS + minute * MINUTE_MS,
        mtimeServes: false,
      },
    })
  expect(unknown(11, busy(0))).toEqual([])
  expect(sweep(12, busy(0))).toEqual([])
  expect(unknown(13)).toEqual(['-silent v-1'])
})

test('a rule that is switched off closes its alerts, a longer limit too', () => {
  const rules: Record<AlertRule, RuleSettings[AlertRule]> = { ...DEFAULT_RULES }
  const { sweep } = desk(rules)
  sweep(0, busy(0))
  expect(sweep(20, busy(20))).toEqual(['+standing-busy v-1'])
  rules['standing-busy'] = { isOn: true, minutes: 30 }
  expect(sweep(21, busy(21))).toEqual(['-standing-busy v-1'])
  rules['standing-busy'] = { isOn: true, minutes: 20 }
  expect(sweep(22, busy(22))).toEqual(['+standing-busy v-1'])
  rules['standing-busy'] = { isOn: false, minutes: 20 }
  expect(sweep(23, busy(23))).toEqual(['-standing-busy v-1'])
})

const report = (minute: number, fields: Partial<WatchedReport> = {}): WatchedReport => ({
  status: 'busy',
  mtime: at(minute),
  position: PLACE,
  isKnown: true,
  readAtMs: START_MS + minute * MINUTE_MS,
  ...fields,
})

function watched(of: WatchedReport | null): { readonly watched: readonly ObservedWatched[] } {
  const names = { our_ref: 'KB-7', licence_plate: null }
  return { watched: [{ id: 'v-7', ...names, owners: ['op-1'], report: of }] }
}

test('a watched vehicle that becomes free is news once, for a quarter of an hour', () => {
  const { observe, open } = desk()
  expect(observe(0, watched(null))).toEqual([])
  expect(observe(1, watched(report(1)))).toEqual([])
  expect(observe(2, watched(report(2, { status: 'available' })))).toEqual(['+watched-free v-7'])
  expect(open.get('watched-free v-7')).toMatchObject({
    owners: ['op-1'],
    detail: 'available',
    vehicle: { id: 'v-7', our_ref: 'KB-7', position: PLACE },
  })
  expect(observe(3, watched(report(3, { status: 'Available' })))).toEqual([])
  const over = 2 + NEWS_MS / MINUTE_MS
  expect(observe(over, watched(report(over, { status: 'available' })))).toEqual([
    '-watched-free v-7',
  ])
  expect(observe(over + 1, watched(report(over + 1)))).toEqual(['+watched-status v-7'])
  expect(observe(over + 2, watched(report(over + 2, { status: 'free' })))).toEqual([
    '+watched-free v-7',
    '-watched-status v-7',
  ])
  expect(observe(over + 3, { watched: [] })).toEqual(['-watched-free v-7'])
})

test('a status that is not read any more is news of its own, not one that is not reported', () => {
  const { observe, open } = desk()
  const unreadable = (minute: number) => report(minute, { status: null, unreadable: ['status'] })
  observe(0, watched(report(0)))
  expect(observe(1, watched(unreadable(1)))).toEqual(['+watched-status v-7'])
  expect(open.get('watched-status v-7')?.detail).toBe(UNREADABLE)
  expect(observe(2, watched(unreadable(2)))).toEqual([])
})

test('one that was free when it was starred, or by an older reading, is no news', () => {
  const { observe } = desk()
  expect(observe(1, watched(report(1, { status: 'available' })))).toEqual([])
  expect(observe(2, watched(report(0)))).toEqual([])
  expect(observe(3, watched(report(3, { status: 'available' })))).toEqual([])
})

test('a change that the watch list has seen before is news, for as long as it is new', () => {
  const changed = (minute: number, sinceMinute: number) =>
    watched(report(minute, { statusSinceMs: START_MS + sinceMinute * MINUTE_MS }))
  expect(desk().observe(10, changed(10, 8))).toEqual(['+watched-status v-7'])
  expect(desk().observe(30, changed(30, 8))).toEqual([])
})

test('a restart keeps the news of a watched vehicle, and does not repeat it', () => {
  const first = desk()
  first.observe(0, watched(report(0)))
  first.observe(1, watched(report(1, { status: 'available' })))
  const second = first.restarted()
  expect(second.observe(2, watched(report(2, { status: 'available' })))).toEqual([])
  expect(second.observe(30, watched(report(30, { status: 'available' })))).toEqual([
    '-watched-free v-7',
  ])
})

test('a watched vehicle that leaves the home area, is unknown to the service or silent is said', () => {
  const { observe, sweep } = desk()
  const seven = vehicle('v-7', { status: 'busy', mtime: at(0), position: PLACE })
  sweep(0, seven)
  expect(observe(0, watched(report(0)))).toEqual([])
  sweep(1)
  expect(observe(1, watched(report(1, { position: OUTSIDE })))).toEqual(['+watched-left v-7'])
  sweep(2, { ...seven, mtime: at(2) })
  expect(observe(2, watched(report(2)))).toEqual(['-watched-left v-7'])
  expect(observe(3, watched(report(3, { isKnown: false })))).toEqual(['+watched-gone v-7'])
  expect(observe(60, watched(report(60, { isKnown: false })))).toEqual([])
  expect(observe(61, watched(report(61)))).toEqual(['-watched-gone v-7'])
  sweep(62)
  expect(observe(72, watched(report(72, { mtime: at(61), position: OUTSIDE })))).toEqual([
    '+watched-left v-7',
    '+silent v-7',
  ])
})

test('a watched vehicle has left once it reports from outside, not when a list lacks it', () => {
  const { observe, sweep } = desk()
  sweep(0, vehicle('v-7', { status: 'busy', mtime: at(0), position: PLACE }))
  observe(0, watched(report(0)))
  sweep(1)
  expect(observe(1, watched(report(1)))).toEqual([])
  expect(observe(2, watched(report(2, { position: null })))).toEqual([])
  expect(observe(3, watched(report(3, { position: OUTSIDE })))).toEqual(['+watched-left v-7'])
})

test('a watched vehicle has not left a home area that is another now', () => {
  const { observe, sweep } = desk()
  sweep(0, vehicle('v-7', { status: 'busy', mtime: at(0), position: PLACE }))
  observe(0, watched(report(0)))
  const search = { ...HOME, position: OUTSIDE }
  const fetchedAtMs = START_MS + MINUTE_MS
  observe(1, { area: { search, vehicles: [], fetchedAtMs, mtimeServes: true } })
  expect(observe(1, watched(report(1)))).toEqual([])
  expect(observe(2, watched(report(2)))).toEqual([])
})

function booking(fields: Partial<ObservedBooking> = {}): ObservedBooking {
  return {
    key: 'k-1',
    name: 'B-1',
    status: 'pending',
    error: null,
    when: at(60),
    hasVehicle: false,
    bookedMs: START_MS,
    changedMs: START_MS,
    ...fields,
  }
}

test('a booking without a vehicle is said 10 minutes before its pick-up, until it has one', () => {
  const { observe, open } = desk()
  expect(observe(49, { bookings: [booking()] })).toEqual([])
  expect(observe(50, { bookings: [booking()] })).toEqual(['+booking-due k-1'])
  expect(open.get('booking-due k-1')).toMatchObject({
    booking: { key: 'k-1', name: 'B-1' },
    dueAtMs: START_MS + 60 * MINUTE_MS,
  })
  expect(observe(65, { bookings: [booking()] })).toEqual([])
  expect(observe(66, { bookings: [booking({ hasVehicle: true })] })).toEqual(['-booking-due k-1'])
})

test('one for now waits until it is late, and an unreadable time is none', () => {
  const now = booking({ when: 'now' })
  const someDay = booking({ key: 'k-2', when: 'next Friday' })
  const { observe } = desk()
  expect(observe(9, { bookings: [now, someDay] })).toEqual([])
  expect(observe(11, { bookings: [now, someDay] })).toEqual(['+booking-due k-1'])
  expect(observe(12, { bookings: [{ ...now, status: 'under_way' }] })).toEqual(['-booking-due k-1'])
})

test('a failed booking is said for an hour, with its error', () => {
  const failed = booking({ when: 'now', status: 'failed', error: 'No driver', hasVehicle: true })
  const { observe, open } = desk()
  expect(observe(1, { bookings: [failed] })).toEqual(['+booking-failed k-1'])
  expect(open.get('booking-failed k-1')?.detail).toBe('No driver')
  expect(observe(61, { bookings: [failed] })).toEqual(['-booking-failed k-1'])
})

const service = (failure: ProblemKind | null) => ({ service: { failure } })

test('a service that fails for a minute is said once, whatever its failures are', () => {
  const { observe, open } = desk()
  expect(observe(0, service('upstream-unreachable'))).toEqual([])
  expect(observe(0.5, service(null))).toEqual([])
  expect(observe(1, service('upstream-unreachable'))).toEqual([])
  expect(observe(2, service('upstream-timeout'))).toEqual(['+service '])
  expect(open.get('service ')).toMatchObject({
    sinceMs: START_MS + MINUTE_MS,
    detail: 'upstream-timeout',
  })
  expect(observe(3, service('upstream-unreachable'))).toEqual([])
  expect(observe(4, service(null))).toEqual(['-service '])
  expect(observe(5, service('rate-limited'))).toEqual([])
  expect(observe(50, service('rate-limited'))).toEqual([])
})

test('a service that limits calls neither opens nor closes its alert, nor does a restart', () => {
  const first = desk()
  first.observe(0, service('upstream-unreachable'))
  expect(first.observe(1, service('upstream-unreachable'))).toEqual(['+service '])
  expect(first.observe(2, service('rate-limited'))).toEqual([])
  const second = first.restarted()
  expect(second.observe(3, { service: null })).toEqual([])
  expect(second.observe(4, service('rate-limited'))).toEqual([])
  expect(second.observe(5, service('upstream-timeout'))).toEqual([])
  expect(second.observe(6, service(null))).toEqual(['-service '])
})

function zone(id: string, fields: Partial<Zone> = {}): Zone {
  return {
    id,
    name: id,
    colour: 'blue',
    shape: { kind: 'circle', centre: PLACE, radius: 500 },
    fewestFree: null,
    mostFree: null,
    ...fields,
  }
}

function zones(
  free: number,
  fields: Partial<Zone> = {},
  reading: ZoneReading = 'whole',
): { readonly zones: ObservedZones } {
  const port = zone('port', fields)
  const counts: ZoneCounts = {
    id: 'port',
    reading,
    free,
    busy: 0,
    soonFree: null,
    reserved: 0,
    off: 0,
    unknown: 0,
    waiting: [],
  }
  return { zones: { version: 1, zones: [{ zone: port, counts }], placed: [] } }
}

test('a zone that is short of vehicles for five minutes is said until it has enough', () => {
  const { observe, open } = desk()
  const limits = { fewestFree: 2, mostFree: 4 }
  expect(observe(0, zones(1, limits))).toEqual([])
  expect(observe(4, zones(0, limits))).toEqual([])
  expect(observe(5, zones(1, limits))).toEqual(['+zone-under port'])
  expect(open.get('zone-under port')).toMatchObject({
    sinceMs: START_MS,
    zone: { id: 'port', name: 'port', middle: PLACE, reach: 500 },
  })
  expect(observe(6, zones(0, limits))).toEqual([])
  expect(observe(7, zones(2, limits))).toEqual(['-zone-under port'])
  expect(observe(8, zones(5, limits))).toEqual([])
  expect(observe(13, zones(9, limits))).toEqual(['+zone-over port'])
  expect(observe(14, zones(9))).toEqual(['-zone-over port'])
  expect(observe(60, zones(0))).toEqual([])
})

test('a zone that is read in part is as it was before, unless it has enough', () => {
  const { observe } = desk()
  const limits = { fewestFree: 2 }
  for (let minute = 0; minute < 9; minute++)
    expect(observe(minute, zones(0, limits, 'part'))).toEqual([])
  observe(10, zones(0, limits))
  expect(observe(15, zones(0, limits))).toEqual(['+zone-under port'])
  expect(observe(16, zones(0, limits, 'part'))).toEqual([])
  expect(observe(17, zones(3, limits, 'part'))).toEqual(['-zone-under port'])
})

test('a restart keeps the alert of a zone, and one that was removed has none', () => {
  const first = desk()
  first.observe(0, zones(0, { fewestFree: 1 }))
  expect(first.observe(5, zones(0, { fewestFree: 1 }))).toEqual(['+zone-under port'])
  const second = first.restarted()
  expect(second.observe(6, zones(0, { fewestFree: 1 }, 'none'))).toEqual([])
  expect(second.observe(6, zones(0, { fewestFree: 1 }))).toEqual([])
  expect(second.open.get('zone-under port')?.sinceMs).toBe(START_MS)
  const none = { zones: { version: 2, zones: [], placed: [] } }
  expect(second.observe(7, none)).toEqual(['-zone-under port'])
})

const CROSSINGS: RuleSettings = {
  ...DEFAULT_RULES,
  'zone-entered': { isOn: true, minutes: null },
  'zone-left': { isOn: true, minutes: null },
}

function inZone(id: string | null, version = 1): { readonly zones: ObservedZones } {
  const at = id === null ? null : zone(id)
  return { zones: { version, zones: [], placed: [{ vehicle: busy(0), zone: at }] } }
}

test('a vehicle that goes from zone to zone is news once for each, for five minutes', () => {
  const { observe, open, restarted } = desk(CROSSINGS)
  expect(observe(0, inZone('port'))).toEqual([])
  expect(observe(1, inZone('city'))).toEqual(['+zone-left v-1 port', '+zone-entered v-1 city'])
  expect(open.get('zone-entered v-1 city')).toMatchObject({
    vehicle: { id: 'v-1', position: PLACE },
    zone: { name: 'city' },
  })
  expect(observe(2, inZone('city'))).toEqual([])
  const second = restarted()
  expect(second.observe(3, inZone('city'))).toEqual([])
  expect(second.observe(4, inZone(null))).toEqual(['+zone-left v-1 city'])
  expect(second.observe(6, inZone(null))).toEqual(['-zone-left v-1 port', '-zone-entered v-1 city'])
  const gone = { zones: { version: 1, zones: [], placed: [] } }
  expect(second.observe(9, gone)).toEqual(['-zone-left v-1 city'])
  // A list may lack it for less than five minutes.
  expect(second.observe(10, inZone('port'))).toEqual(['+zone-entered v-1 port'])
  expect(second.observe(15, gone)).toEqual(['-zone-entered v-1 port'])
  expect(second.observe(16, inZone('city'))).toEqual([])
})

test('of 60 vehicles that leave a zone at once, those beyond 50 are counted for five minutes', () => {
  const { observe, open } = desk(CROSSINGS)
  const fleet = (at: Zone | null) => {
    const placed = Array.from({ length: 60 }, (_, n) => ({
      vehicle: { ...busy(0), id: `v-${n}` },
      zone: at,
    }))
    return { zones: { version: 1, zones: [], placed } }
  }
  observe(0, fleet(zone('port')))
  expect(observe(1, fleet(null))).toHaveLength(OPEN_OF_RULE_MAXIMUM + 1)
  expect(open.get('zone-left ')?.further).toEqual([{ owners: null, count: 10 }])
  expect(observe(2, fleet(null))).toEqual([])
  expect(observe(6, fleet(null))).toHaveLength(OPEN_OF_RULE_MAXIMUM + 1)
  expect(open.size).toBe(0)
})

test('a zone that is renamed or redrawn is so in its open alerts', () => {
  const { observe, open } = desk(CROSSINGS)
  const limits = { fewestFree: 2 }
  observe(0, zones(0, limits))
  observe(5, zones(0, limits))
  const shape = { kind: 'circle', centre: PLACE, radius: 900 } as const
  expect(observe(6, zones(0, { ...limits, name: 'Harbour', shape }))).toEqual([])
  expect(open.get('zone-under port')?.zone).toMatchObject({ name: 'Harbour', reach: 900 })

  observe(7, inZone(null))
  expect(observe(8, inZone('port'))).toContain('+zone-entered v-1 port')
  observe(9, zones(2, { name: 'Docks' }))
  expect(open.get('zone-entered v-1 port')?.zone?.name).toBe('Docks')
})

test('a vehicle enters no zone that was drawn around it, and none while the rules are off', () => {
  const { observe } = desk(CROSSINGS)
  expect(observe(0, inZone(null))).toEqual([])
  expect(observe(1, inZone('port', 2))).toEqual([])
  expect(observe(2, inZone('city', 2))).toHaveLength(2)
  const { observe: observeOff } = desk()
  observeOff(0, inZone('port'))
  expect(observeOff(1, inZone('city'))).toEqual([])
})

test('alerts of what was not observed yet stay as they are', () => {
  const first = desk()
  first.sweep(0, busy(0))
  first.sweep(20, busy(20))
  first.observe(20, { bookings: [booking({ when: at(25) })] })
  const second = first.restarted()
  expect(second.observe(21, service(null))).toEqual([])
  expect(second.observe(22, { bookings: [] })).toEqual(['-booking-due k-1'])
  expect(second.open.size).toBe(1)
})

test('a sweep of 5,000 vehicles looks at each once, and at nothing else', () => {
  let reads = 0
  const vehicles = Array.from({ length: 5_000 }, (_, n) =>
    vehicle(`v-${n}`, { status: n % 2 ? 'busy' : 'available', mtime: at(0) }),
  )
  function* counted() {
    for (const one of vehicles) {
      reads++
      yield one
    }
  }
  const { observe } = desk()
  for (let minute = 0; minute < 10; minute++)
    observe(minute, {
      area: {
        search: HOME,
        vehicles: counted(),
        fetchedAtMs: START_MS + minute * MINUTE_MS,
        mtimeServes: true,
      },
    })
  expect(reads).toBe(50_000)
})
