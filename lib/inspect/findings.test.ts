import { expect, it } from 'vitest'
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

it.each([
  ['vehicle', inspectVehicle(vehicle())],
  ['row of a search', inspectSearchObject(row())],
  ['booking', inspectBooking(booking())],
])('no finding in an example: %s', (_kind, findings) => expect(findings).toEqual([]))

type Inspect = (fields?: Json) => Finding[]
const inVehicle: Inspect = (fields) => inspectVehicle(vehicle(fields))
const inRow: Inspect = (fields) => inspectSearchObject(row(fields))
const inBooking: Inspect = (fields) => inspectBooking(booking(fields))
const inTotals: Inspect = (members = {}) => inspectBooking(totals(members))

const PER_KM = 'price_per_km_currency'
const PARKING = 'extra_price_parking'
const noCurrency = { [`${PARKING}_currency`]: null }
const at = (lat: number, lng: number) => ({ lat, lng })
const to = (lng: number) => ({ to_position: at(0, lng) })

/** Kind and path of a finding, fields with it, and similar ones without it. */
const cases: readonly [FindingKind, string, Inspect, Json, Json][] = [
  ['missing', 'id', inVehicle, { id: '' }, { id: '0' }],
  ['missing', 'position.lng', inRow, { position: { lat: 1 } }, { position: { lat: 1, lng: 2 } }],
  ['null', 'id', inVehicle, { id: null }, { our_ref: null }],
  ['unknown', 'colour', inVehicle, { colour: 'red' }, {}],
  ['unknown', '__proto__', inVehicle, JSON.parse('{"__proto__": {}}'), {}],
  ['unknown', 'totals.tip', inTotals, { tip: 1 }, { code: '' }],
  ['other-type', 'year', inVehicle, { year: '2019' }, { year: 2019.5 }],
  [
    'other-type',
    'active_booking_id',
    inVehicle,
    { active_booking_id: 7 },
    { active_booking_id: 'b-7' },
  ],
  ['other-type', 'functions', inVehicle, { functions: 'passenger' }, { functions: [] }],
  ['other-type', 'functions', inRow, { functions: ['passenger'] }, { functions: 'passenger,load' }],
  ['other-type', 'webhooks.x', inBooking, { webhooks: { x: 7 } }, { webhooks: {} }],
  [
    'unreadable-time',
    'mtime',
    inVehicle,
    { mtime: '2026-02-30' },
    { mtime: '2026-02-28 00:00:00.000 GMT' },
  ],
  ['currency-code', PER_KM, inVehicle, { [PER_KM]: 'gbp' }, { [PER_KM]: 'XTS' }],
  ['currency-code', 'totals.currency', inTotals, { currency: '£' }, {}],
  ['position-range', 'position.lat', inRow, { position: at(90.1, 0) }, { position: at(-90, 180) }],
  ['position-range', 'to_position.lng', inBooking, to(-181), to(-180)],
  ['price-without-currency', PARKING, inVehicle, noCurrency, { [PARKING]: null, ...noCurrency }],
  [
    'price-without-currency',
    'totals',
    inBooking,
    { totals: { total: 1, currency: '' } },
    { totals: {} },
  ],
  ['totals-differ', 'totals.net', inTotals, { net: 17, total: 20.6 }, {}],
  ['totals-differ', 'totals.total', inTotals, { total: 21 }, { total: 21.6 }],
]

it('absent and null fields are no findings, since none is required but the id', () => {
  const empty = Object.fromEntries(Object.keys(vehicle()).map((name) => [name, null]))
  expect(inspectVehicle({ ...empty, id: 'v-1' })).toEqual([])
  expect(inspectSearchObject({ id: 'v-1', position: null })).toEqual([])
  expect(inspectBooking({ id: 'b-1', totals: { currency: 'GBP', net: undefined } })).toEqual([])
})

it.each(cases)(
  '%s at "%s" is reported only where it occurs',
  (kind, path, inspect, shows, lacks) => {
    const found = (fields: Json) =>
      inspect(fields).filter((finding) => finding.kind === kind && finding.path === path)
    expect(found(shows)).toHaveLength(1)
    expect(found(lacks)).toEqual([])
  },
)

it('each finding is of the whole where an array stands in place of a record', () => {
  expect(inspectBooking([booking()])).toMatchObject([{ kind: 'other-type', path: '' }])
})

it('each finding has the found and expected value, path and section', () => {
  const finding = {
    severity: 'error',
    kind: 'other-type',
    path: 'year',
    found: 'the text "new"',
    expected: 'a number',
    section: '2.1',
  }
  expect(inVehicle({ year: 'new' })).toEqual([finding])
})

it('each finding is an error for an unusable record, a note for an allowed difference, a warning for what is read nevertheless', () => {
  const severity = (findings: Finding[]) => findings.map((finding) => finding.severity)
  expect(severity(inspectVehicle(without(vehicle(), 'id')))).toEqual(['error'])
  expect(severity(inRow({ functions: ['passenger'] }))).toEqual(['note'])
  expect(severity(inTotals({ total: 21 }))).toEqual(['warning'])
  expect(severity(inVehicle({ year: '2019', our_ref: 7 }))).toEqual(['warning', 'warning'])
  expect(severity(inRow({ position: { latitude: 1, longitude: 2 } }))).toEqual(['warning'])
  expect(severity(inRow({ position: { lat: '1', lng: '200' } }))).toEqual(['warning', 'error'])
  expect(severity(inRow({ position: [2, 1] }))).toEqual(['error'])
})

it('each finding is of no field that is withheld', () => {
  const read = readVehicle(vehicle({ owner_name: 7, make: 7, webhooks: 7 }))
  const { raw } = withoutPeople(read as Inspected<Vehicle>)
  expect(inspectVehicle(raw).map(({ path }) => path)).toEqual(['make'])
})
