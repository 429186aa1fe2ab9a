import { expect, test } from 'vitest'
import { type Facts, showVehicle } from '@/components/search/list/shown-vehicles'
import type { LiveVehicle } from '@/lib/api/contract/live'
import { COUNTED_FIELDS } from '@/lib/live/client/live-area'
import { VIEWPOINT } from '@/lib/testing/search-area'
import { emptyVehicle, FETCHED_AT, vehicle } from '@/lib/testing/vehicles'
import { askedFacts, testOf } from './attribute-filters'
import { describeVehicle, factText, formOf, placeText, reasonOf } from './attribute-words'
import {
  type AttributeName,
  attributes,
  COLUMN_NAMES,
  FILTER_NAMES,
  NEED_NAMES,
  offersWords,
  SORT_NAMES,
} from './attributes'

const reading = { fetchedAtMs: Date.parse(FETCHED_AT), mtimeServes: true }
const factsOf = (record: LiveVehicle, known: Partial<Facts> = {}): Facts => ({
  ...showVehicle(record, VIEWPOINT, reading, 0),
  name: { our_ref: 'KB-17', licence_plate: 'ABC 123' },
  near: 'Av. Italia 2345',
  ...known,
})
const texts = (of: Facts) => COLUMN_NAMES.map((name) => [name, factText(name, of)])

const nothing = emptyVehicle('v-1', { functions: [] })

test('a row says each fact in few characters, with its unit', () => {
  const facts = factsOf(
    vehicle('v-1', { status: 'on_trip', functions: ['passenger', 'wheel_chair'] }),
    {
      inStatus: { ms: 14 * 60_000, isAtLeast: true, sinceMs: 0 },
    },
  )
  expect(Object.fromEntries(texts(facts))).toMatchObject({
    status: 'On trip',
    status_time: '≥ 14 min',
    id: 'v-1',
    our_ref: 'KB-17',
    licence_plate: 'ABC 123',
    types: 'Taxi',
    seats: '4 seats',
    load: '0.4 m³',
    price: '1.2 / km',
    minute_price: '0.3 / min',
    year: '2020',
    function: 'Passenger, Wheel chair',
    near: 'near Av. Italia 2345',
  })
  expect(factText('function', facts, ['wheel_chair'])).toBe('Wheel chair')
})

test('unknown facts are left out, but for the status', () => {
  const facts = factsOf(nothing, { name: { our_ref: ' ', licence_plate: '' }, near: null })
  const known = texts(facts).filter(([, text]) => text !== null)
  expect(known.map(String)).toEqual(['status,No status', 'id,v-1'])
})

test('a fact that is unreadable is not left out, and says so', () => {
  const unreadable = ['passengers_max', 'price_per_km', 'status', 'type', 'position']
  const odd = { ...nothing, unreadable }
  const known = texts(factsOf(odd, { name: { our_ref: ' ', licence_plate: '' }, near: null }))
  expect(known.filter(([, text]) => text !== null).map(([, text]) => text)).toEqual([
    'status unreadable',
    'v-1',
    'type unreadable',
    'seats unreadable',
    'price/km unreadable',
  ])
  const entry = { our_ref: 'KB-17', licence_plate: null, active_booking_id: null }
  const directory = { ...entry, unreadable: ['licence_plate'] }
  const withoutPlate = factsOf({ ...nothing, directory }, { name: directory })
  expect(factText('licence_plate', withoutPlate)).toBe('licence plate unreadable')
  expect(attributes.licence_plate.csv[0]?.[1](withoutPlate)).toBe('unreadable')
  expect(placeText(factsOf(odd))).toBe('position unreadable')
  expect(placeText(factsOf(nothing))).toBeNull()
  expect(describeVehicle(factsOf(odd))).toContain('position unreadable, near')
  expect(formOf('seats', { ...nothing, forms: { passengers_max: 'text' } })).toBe('text')
})

test('absent passes no filter and meets no need; only an asked-for missing value finds it', () => {
  const wishes = { anyOf: ['taxi'], atLeast: 0, atMost: 9, lasting: 0 }
  for (const name of FILTER_NAMES) {
    const { filter } = attributes[name]
    const wish = filter && wishes[filter]
    expect([name, testOf(name, wish)?.(nothing)]).toEqual([name, false])
    expect([name, testOf(name, null)]).toEqual([name, null])
  }
  expect(testOf('status', [''])?.(nothing)).toBe(true)
  const reasons = NEED_NAMES.map((name) => [name, reasonOf(name, nothing, 1)])
  expect(Object.fromEntries(reasons)).toMatchObject({
    types: 'type not reported',
    seats: 'seats not reported',
    load: 'load not reported',
    function: 'no function 1',
  })
})

test('whatever the table has as a column, order, filter or need is offered', () => {
  for (const [name, { column, sort, filter, need }] of Object.entries(attributes)) {
    const offered = {
      column: includes(COLUMN_NAMES, name),
      sort: includes(SORT_NAMES, name),
      filter: includes(FILTER_NAMES, name),
      need: includes(NEED_NAMES, name),
    }
    const inTable = { column: column !== null, sort: sort !== null, filter: filter !== null, need }
    expect([name, offered]).toEqual([name, inTable])
  }
})

test('the values that a filter by words offers are counted', () => {
  const fields = FILTER_NAMES.filter(offersWords).map((name) => attributes[name].field)
  expect(COUNTED_FIELDS).toEqual(expect.arrayContaining(fields))
})

function includes(names: readonly string[], name: string): boolean {
  return names.includes(name)
}

test('a status is found however it is spelt', () => {
  const passes = (status: string) => testOf('status', ['on trip'])?.(emptyVehicle('v', { status }))
  expect(['ON TRIP ', 'On-trip', 'on_trip', 'trip'].map(passes)).toEqual([true, true, true, false])
})

test('a value as large as asked for passes, one beyond does not', () => {
  const one = vehicle('v-1', { passengers_max: 4, price_per_km: 1.2 })
  expect([3, 4, 5].map((seats) => testOf('seats', seats)?.(one))).toEqual([true, true, false])
  expect([1, 1.2, 2].map((price) => testOf('price', price)?.(one))).toEqual([false, true, true])
})

test('a standstill as long as asked for passes, by the time of the list', () => {
  const fetchedAtMs = Date.parse(FETCHED_AT)
  const standsSince = { atMs: fetchedAtMs - 14 * 60_000, isBeginning: true }
  const one = { ...emptyVehicle('v-1'), standsSince }
  const passes = (minutes: number) => testOf('standstill', minutes, fetchedAtMs)?.(one)
  expect([13, 14, 15].map(passes)).toEqual([true, true, false])
  expect(factText('standstill', factsOf(one))).toBe('stands 14 min')
  expect(attributes.standstill.words(20)).toBe('20 min standing still')
})

test('facts asked for are those of filters, needs and the order, but for the status', () => {
  const asked = Object.fromEntries(
    askedFacts({ seats: 5, load: null, function: 'cargo', status: ['free'] }, 'year'),
  )
  expect(asked).toEqual({ seats: 5, year: null, function: 'cargo' })
  expect([...askedFacts({ types: [] }, 'distance')]).toEqual([])
})

const allNames = Object.keys(attributes) as AttributeName[]

test.each([
  ['column', COLUMN_NAMES],
  ['sort', SORT_NAMES],
  ['filter', FILTER_NAMES],
  ['need', NEED_NAMES],
] as const)('the names that have a %s are those of the table', (property, names) => {
  const having = allNames.filter((name) => attributes[name][property])
  expect([...names].sort()).toEqual(having.sort())
})
