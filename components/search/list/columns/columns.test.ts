import { expect, test } from 'vitest'
import { vehicle } from '@/lib/testing/vehicles'
import {
  COLUMN_NAMES,
  columns,
  DEFAULT_COLUMNS,
  moved,
  parseColumns,
  type RowFacts,
  toggled,
} from './columns'

const facts: RowFacts = {
  vehicle: vehicle('v-1', { status: 'on_trip', functions: ['passenger', 'wheel_chair'] }),
  name: { our_ref: 'KB-17', licence_plate: 'ABC 123' },
  near: 'Av. Italia 2345',
  inStatus: { ms: 14 * 60_000, isAtLeast: true, sinceMs: 0 },
}
const texts = (of: RowFacts) => COLUMN_NAMES.map((name) => columns[name].text(of))

test('a row says each fact in few characters', () => {
  expect(texts(facts)).toEqual([
    'On trip',
    '≥ 14 min',
    'near Av. Italia 2345',
    '4 seats',
    '0.4 m³',
    '1.2/km',
    '0.3/min',
    '2020',
    'KB-17',
    'ABC 123',
    'Passenger, Wheel chair',
    'v-1',
  ])
})

test('unknown facts are left out, but for the status', () => {
  const nothing = vehicle('v-1', {
    status: null,
    passengers_max: null,
    load_m3: null,
    price_per_km: null,
    price_per_minute: null,
    year: null,
    functions: [],
  })
  const unnamed = { our_ref: ' ', licence_plate: '' }
  expect(
    texts({ vehicle: nothing, name: unnamed, near: null, inStatus: null }).filter((text) => text !== null),
  ).toEqual(['No status', 'v-1'])
})

test('the stored choice is read in its order, without what this version does not know', () => {
  expect(parseColumns(null)).toBe(DEFAULT_COLUMNS)
  expect(parseColumns('id,toString,status,id,')).toEqual(['id', 'status'])
  expect(parseColumns('')).toEqual([])
})

test('columns are added at the end, taken out and moved as far as the edges', () => {
  expect(toggled(['id', 'year'], 'seats')).toEqual(['id', 'year', 'seats'])
  expect(toggled(['id', 'year'], 'id')).toEqual(['year'])
  expect(moved(['id', 'year', 'seats'], 'year', -1)).toEqual(['year', 'id', 'seats'])
  expect(moved(['id', 'year', 'seats'], 'year', 1)).toEqual(['id', 'seats', 'year'])
  expect(moved(['id', 'year'], 'id', -1)).toEqual(['id', 'year'])
  expect(moved(['id', 'year'], 'year', 1)).toEqual(['id', 'year'])
  expect(moved(['id', 'year'], 'seats', 1)).toEqual(['id', 'year'])
})
