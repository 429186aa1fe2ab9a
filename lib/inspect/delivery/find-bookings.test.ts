import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { exampleOf } from '@/lib/interface/fields/fields'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { findBookings } from './find-bookings'

const booking = (id: string | undefined, more = {}) => ({
  ...exampleOf(bookingFields),
  id,
  ...more,
})
const { id: _id, ...anonymous } = booking('')
const a = booking('b-1')
const b = booking('b-2')
const feature = (properties: object) => ({ type: 'Feature', properties })
const idsIn = (value: unknown) => findBookings(value).bookings.map((found) => found.booking.id)

it.each<[string, unknown]>([
  ['a list', [a, b]],
  ['a wrapper', { bookings: [a, b] }],
  ['one with a status', { status: 'ok', data: [a, b] }],
  ['one with an id and a status', { id: 'req-1', status: 'ok', error: '', data: [a, b] }],
  [
    'hits of a search engine',
    { took: 3, hits: { total: 2, hits: [{ _id: 'x', _source: a }, { _source: b }] } },
  ],
  ['pages of results', { results: { items: [a, b], next: null } }],
  ['features', { type: 'FeatureCollection', features: [a, b].map(feature) }],
  ['an object keyed by id', { 'b-1': a, 'b-2': b }],
  ['one keyed by id in a wrapper', { bookings: { x: a, y: b }, count: 2 }],
  [
    'JSON:API',
    { data: [a, b].map(({ id, ...attributes }) => ({ type: 'bookings', id, attributes })) },
  ],
  ['a list of wrapped ones', [{ booking: a }, { booking: b }]],
  ['lists by status', { pending: [a], done: [b] }],
  [
    'lists beside vehicles',
    { data: [a, b], included: [exampleOf(vehicleFields)], meta: { id: 'm-1' } },
  ],
  ['sparse ones among others', { data: [a, { id: 'b-2', status: 'done' }] }],
  ['sparse ones', { id: 'req-1', status: 'ok', data: [{ id: 'b-1', status: 'x' }, { id: 'b-2' }] }],
  [
    'items of a database',
    ['b-1', 'b-2'].map((id) => ({ Item: { id: { S: id }, status: { S: 'done' } } })),
  ],
  ['wrapped sparse ones', [{ booking: { id: 'b-1' } }, { id: 'b-2' }]],
])('bookings are found in %s', (_form, value) => {
  expect(idsIn(value)).toEqual(['b-1', 'b-2'])
})

it('bookings are found once each, without the earlier states and the events that they hold', () => {
  expect(idsIn({ ...a, history: [b, { id: 'e-1', status: 'x' }], previous: b })).toEqual(['b-1'])
})

it('bookings are found with the id of their format where they have none themselves', () => {
  expect(idsIn({ features: [{ type: 'Feature', id: 'b-1', properties: anonymous }] })).toEqual([
    'b-1',
  ])
  expect(idsIn({ hits: [{ _id: 'b-1', _source: anonymous }] })).toEqual(['b-1'])
  expect(idsIn({ 'b-1': anonymous, 'b-2': anonymous })).toEqual(['b-1', 'b-2'])
  expect(idsIn({ id: 'req-1', booking: anonymous })).toEqual([undefined])
})

it('bookings are found with the part of the text that holds one alone, and its path', () => {
  const hit = { _source: a, _score: 1 }
  expect(findBookings({ hits: [hit] }).bookings).toMatchObject([
    { value: hit, path: ['hits', 0], within: ['_source'], booking: a },
  ])
  const wrapper = { status: 'ok', booking: a }
  expect(findBookings(wrapper).bookings).toMatchObject([
    { value: wrapper, path: [], within: ['booking'], booking: a },
  ])
})

const withoutBooking = [
  { status: 'ok' },
  { status: 'error', error: 'database' },
  { status: 'ok', data: [] },
  { took: 3, hits: {} },
  { id: 'req-1', status: 'ok', data: [] },
  { error: { id: 'e-1', message: 'No bookings' } },
  { bookings: [], user: { id: 'u-1', status: 'active' } },
  [],
  [[]],
  7,
  'text',
  null,
  {},
  { vehicles: [exampleOf(vehicleSearchObjectFields)] },
  exampleOf(vehicleFields),
]
it.each(withoutBooking.map((value) => ({ value })))('none is in $value', ({ value }) => {
  expect(findBookings(value)).toEqual({ bookings: [], others: 1 })
})

it('values beside bookings are counted', () => {
  expect(findBookings({ data: [a, { shoe: 'left' }, b, exampleOf(vehicleFields)] }).others).toBe(2)
})

it('any JSON is read, hostile names and depths too', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => void findBookings({ data: [value, a], value })))
  const nested = JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`)
  expect(findBookings(nested).bookings).toEqual([])
  expect(
    idsIn(JSON.parse('{"__proto__":{"id":"b-1","to_label":"x"},"constructor":[{"id":7}]}')),
  ).toEqual(['b-1'])
})

/** Counts how often members of an object are listed, each of them once a time. */
function counted(object: object): { readonly object: object; listed: number } {
  const count = { object, listed: 0 }
  count.object = new Proxy(object, {
    ownKeys(target) {
      const keys = Reflect.ownKeys(target)
      count.listed += keys.length
      return keys
    },
  })
  return count
}

it.each<[string, (n: number) => [name: string, member: object]]>([
  ['references', (n) => [`booking_status_changed ${n}`, { booking_id: `b-${n}` }]],
  ['whole bookings', (n) => [`b-${n}`, { ...anonymous }]],
  ['wrapped bookings', (n) => [`b-${n}`, { booking: a }]],
])('members of an object with many %s are listed as often as of one with few', (_what, member) => {
  const timesListed = (size: number) => {
    const members = Array.from({ length: size }, (_, n) => member(n))
    const envelope = counted(Object.fromEntries(members))
    const { bookings } = findBookings(envelope.object, {
      kind: 'delivery',
      event: 'booking_status_changed',
    })
    expect(bookings).toHaveLength(size)
    return envelope.listed / size
  }
  expect(timesListed(1_200)).toBe(timesListed(12))
})
