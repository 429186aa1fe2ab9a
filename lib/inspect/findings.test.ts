import { describe, expect, it } from 'vitest'
import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { exampleOf } from '@/lib/interface/fields/fields'
import { withoutPeople } from '@/lib/interface/fields/personal-fields'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import type { Inspected, Vehicle } from '@/lib/interface/resources'
import { readVehicle } from '@/lib/testing/read-records'
import type { Finding, FindingKind } from './finding'
import { inspectBooking, inspectSearchObject, inspectVehicle } from './inspect'

type Json = Record<string, unknown>

const vehicle = (fields: Json = {}): Json => ({ ...exampleOf(vehicleFields), ...fields })
const row = (fields: Json = {}): Json => ({ ...exampleOf(vehicleSearchObjectFields), ...fields })
const booking = (fields: Json = {}): Json => ({ ...exampleOf(bookingFields), ...fields })
const totals = (members: Json) => booking({ totals: { ...(booking().totals as Json), ...members } })

const without = (record: Json, name: string): Json => {
  const { [name]: _left, ...rest } = record
  return rest
}

describe('a record built from the tables has no finding', () => {
  it.each([
    ['vehicle', inspectVehicle(vehicle())],
    ['row of a search', inspectSearchObject(row())],
    ['booking', inspectBooking(booking())],
  ])('%s', (_kind, findings) => expect(findings).toEqual([]))
})

/** Kind and path of a finding, a record with it, and a similar record without it. */
const cases: readonly [FindingKind, string, Finding[], Finding[]][] = [
  ['missing', 'id', inspectVehicle(vehicle({ id: '' })), inspectVehicle(vehicle({ id: '0' }))],
  [
    'missing',
    'position.lng',
    inspectSearchObject(row({ position: { lat: 1 } })),
    inspectSearchObject(row({ position: { lat: 1, lng: 2 } })),
  ],
  ['null', 'id', inspectVehicle(vehicle({ id: null })), inspectVehicle(vehicle({ our_ref: null }))],
  ['unknown', 'colour', inspectVehicle(vehicle({ colour: 'red' })), inspectVehicle(vehicle())],
  ['unknown', '__proto__', inspectVehicle(JSON.parse('{"__proto__": {}}')), inspectVehicle(vehicle())],
  ['unknown', 'totals.tip', inspectBooking(totals({ tip: 1 })), inspectBooking(totals({ code: '' }))],
  [
    'other-type',
    'year',
    inspectVehicle(vehicle({ year: '2019' })),
    inspectVehicle(vehicle({ year: 2019.5 })),
  ],
  [
    'other-type',
    'active_booking_id',
    inspectVehicle(vehicle({ active_booking_id: 7 })),
    inspectVehicle(vehicle({ active_booking_id: 'b-7' })),
  ],
  [
    'other-type',
    'functions',
    inspectVehicle(vehicle({ functions: 'passenger' })),
    inspectVehicle(vehicle({ functions: [] })),
  ],
  [
    'other-type',
    'functions',
    inspectSearchObject(row({ functions: ['passenger'] })),
    inspectSearchObject(row({ functions: 'passenger,load' })),
  ],
  [
    'other-type',
    'webhooks.booking_status_changed',
    inspectBooking(booking({ webhooks: { booking_status_changed: 7 } })),
    inspectBooking(booking({ webhooks: {} })),
  ],
  ['other-type', '', inspectBooking([booking()]), inspectBooking(booking())],
  [
    'unreadable-time',
    'mtime',
    inspectVehicle(vehicle({ mtime: '2026-02-30T00:00:00Z' })),
    inspectVehicle(vehicle({ mtime: '2026-02-28 00:00:00.000 GMT' })),
  ],
  [
    'currency-code',
    'price_per_km_currency',
    inspectVehicle(vehicle({ price_per_km_currency: 'gbp' })),
    inspectVehicle(vehicle({ price_per_km_currency: 'XTS' })),
  ],
  ['currency-code', 'totals.currency', inspectBooking(totals({ currency: '£' })), inspectBooking(booking())],
  [
    'position-range',
    'position.lat',
    inspectSearchObject(row({ position: { lat: 90.1, lng: 0 } })),
    inspectSearchObject(row({ position: { lat: -90, lng: 180 } })),
  ],
  [
    'position-range',
    'to_position.lng',
    inspectBooking(booking({ to_position: { lat: 0, lng: -181 } })),
    inspectBooking(booking({ to_position: { lat: 0, lng: -180 } })),
  ],
  [
    'price-without-currency',
    'extra_price_parking',
    inspectVehicle(vehicle({ extra_price_parking_currency: null })),
    inspectVehicle(vehicle({ extra_price_parking: null, extra_price_parking_currency: null })),
  ],
  [
    'price-without-currency',
    'totals',
    inspectBooking(totals({ currency: '' })),
    inspectBooking(booking({ totals: {} })),
  ],
  [
    'totals-differ',
    'totals.net',
    inspectBooking(totals({ net: 17, total: 20.6 })),
    inspectBooking(booking()),
  ],
  [
    'totals-differ',
    'totals.total',
    inspectBooking(totals({ total: 21 })),
    inspectBooking(totals({ total: 21.6 })),
  ],
]

it('absent and null fields are no findings, since none is required but the id', () => {
  const empty = Object.fromEntries(Object.keys(vehicle()).map((name) => [name, null]))
  expect(inspectVehicle({ ...empty, id: 'v-1' })).toEqual([])
  expect(inspectSearchObject({ id: 'v-1', position: null })).toEqual([])
  expect(inspectBooking({ id: 'b-1', totals: { currency: 'GBP', net: undefined } })).toEqual([])
})

describe('each finding', () => {
  it.each(cases)('%s at "%s" is reported only where it occurs', (kind, path, shows, lacks) => {
    const same = (findings: Finding[]) => findings.filter((one) => one.kind === kind && one.path === path)
    expect(same(shows)).toHaveLength(1)
    expect(same(lacks)).toEqual([])
  })

  it('has the found and expected value, path and section', () => {
    expect(inspectVehicle(vehicle({ year: '2019' }))).toEqual([
      {
        severity: 'error',
        kind: 'other-type',
        path: 'year',
        found: 'the text "2019"',
        expected: 'a number',
        section: '2.1',
      },
    ])
  })

  it('is an error for an unusable record, a note for an allowed difference', () => {
    const severity = (findings: Finding[]) => findings.map((one) => one.severity)
    expect(severity(inspectVehicle(without(vehicle(), 'id')))).toEqual(['error'])
    expect(severity(inspectSearchObject(row({ functions: ['passenger'] })))).toEqual(['note'])
    expect(severity(inspectBooking(totals({ total: 21 })))).toEqual(['warning'])
  })

  it('is of no field that is withheld', () => {
    const read = readVehicle(vehicle({ owner_name: 7, make: 7, webhooks: 7 }))
    const { raw } = withoutPeople(read as Inspected<Vehicle>)
    expect(inspectVehicle(raw).map(({ path }) => path)).toEqual(['make'])
  })
})
