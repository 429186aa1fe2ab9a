import { describe, expect, it, test } from 'vitest'
import { sortRows } from '@/components/ui/data-table'
import { formatCsv } from '@/lib/format/csv'
import { parseMoment } from '@/lib/format/time/parse-moment'
import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { exampleOf } from '@/lib/interface/fields/fields'
import type { JsonObject } from '@/lib/interface/resources'
import {
  ANY,
  AT_A_TIME,
  countChoices,
  type Filters,
  filterRecords,
  holdOrder,
  NO_FILTERS,
  NONE,
} from './list-view'
import { type ListedRecord, readListedRecord, tableOf } from './listed-record'
import { sorts } from './table-columns'

const listed = (booking: JsonObject, index = 0) => readListedRecord(booking, { index })
const sorted = (given: readonly ListedRecord[], by: string, descending = false) =>
  sortRows(given, sorts[by]?.key, descending).map(({ index }) => index)

const records = [
  {
    id: 'b-1',
    status: 'pending',
    tip: 1,
    ctime: '2026-07-01 23:30:00.000 GMT',
    customer_name: 'Orla',
    from_label: 'Lantern Street',
    totals: { currency: 'GBP', total: 20 },
  },
  {
    id: 'b-2',
    tip: 1,
    status: 'done',
    when: 'now',
    error: 'no driver',
    totals: { currency: 'EUR', total: 3 },
  },
  {
    id: 'b-10',
    tip: 1,
    status: 'pending',
    ctime: '2026-07-03 10:00:00.000 GMT',
    customer_name: 'Bo',
  },
  { id: 7 },
].map(listed)

const inZone = (zone: string) => (bound: string, edge: 'from' | 'to') =>
  parseMoment(bound, { nowMs: 0, shownMs: 0, zone, edge })
const inUtc = inZone('UTC')
const indices = (filters: Partial<Filters>, msOf = inUtc) =>
  filterRecords(records, { ...NO_FILTERS, ...filters }, msOf).map(({ index }) => index)

describe('the list is filtered', () => {
  it('by words in any text, all of which must occur', () => {
    expect(indices({ text: 'LANTERN orla' })).toEqual([0])
    expect(indices({ text: 'lantern bo' })).toEqual([])
    expect(indices({ text: ' ' })).toEqual([0, 1, 2, 3])
  })

  it('by a value, or by its absence', () => {
    expect(indices({ status: 'pending' })).toEqual([0, 2])
    expect(indices({ when: NONE })).toEqual([0, 2, 3])
    expect(indices({ currency: 'EUR' })).toEqual([1])
    expect(indices({ error: ANY })).toEqual([1])
  })

  it('by error message, counted', () => {
    expect(indices({ error: 'no driver' })).toEqual([1])
    expect(indices({ error: NONE })).toEqual([0, 2, 3])
    expect(countChoices(records, 'error')).toEqual([
      [ANY, 1],
      [NONE, 3],
      ['no driver', 1],
    ])
  })

  it('by the day of its time, of which there is one choice however many times there are', () => {
    const timed = [
      'now',
      '2026-11-02 07:06:00.000 GMT',
      '2026-11-02 23:30:00.000 GMT',
      '2026-11-04 10:00:00.000 GMT',
    ].map((when, index) => listed({ id: `b-${index}`, when }, index))
    const passing = (filters: Partial<Filters>, msOf = inUtc) =>
      filterRecords(timed, { ...NO_FILTERS, ...filters }, msOf).map(({ index }) => index)
    expect(countChoices(timed, 'when')).toEqual([
      [AT_A_TIME, 3],
      ['now', 1],
    ])
    expect(passing({ when: AT_A_TIME })).toEqual([1, 2, 3])
    expect(passing({ whenFrom: '2026-11-02', whenTo: '2026-11-02' })).toEqual([1, 2])
    expect(passing({ whenFrom: '2026-11-03' }, inZone('Asia/Tokyo'))).toEqual([2, 3])
    expect(sorted(timed.toReversed(), 'when')).toEqual([0, 1, 2, 3])
  })

  it('by days in the chosen zone, inclusive; records without a time match no bound', () => {
    expect(indices({ createdFrom: '2026-07-01', createdTo: '2026-07-01' })).toEqual([0])
    expect(indices({ createdFrom: '2026-07-02' }, inZone('Europe/London'))).toEqual([0, 2])
    expect(indices({ createdTo: '2026-07-02' })).toEqual([0])
    expect(indices({ createdFrom: '2026-07-01T23:30:00Z', createdTo: '2026-07-01T23:30:00Z' })).toEqual([0])
    expect(indices({ createdFrom: '2026-07-01T23:30:01Z' })).toEqual([2])
    expect(indices({ createdFrom: 'once' })).toEqual([0, 1, 2, 3])
  })
})

it('is filtered by findings of a severity, of any, and without', () => {
  const all = [...records, listed(exampleOf(bookingFields), 4)]
  const passing = (findings: string) =>
    filterRecords(all, { ...NO_FILTERS, findings }, inUtc).map(({ index }) => index)
  expect(passing(ANY)).toEqual([0, 1, 2, 3])
  expect(passing(NONE)).toEqual([4])
  expect(passing('error')).toEqual([3])
  expect(countChoices(all, 'findings')).toEqual([
    [ANY, 4],
    ['note', 3],
    ['error', 1],
    [NONE, 1],
  ])
})

describe('the list is sorted', () => {
  const order = (by: string, descending = false) => sorted(records, by, descending)

  it('by numbers within texts, and by amounts', () => {
    expect(order('our_ref')).toEqual([0, 1, 2, 3])
    expect(order('total')).toEqual([1, 0, 2, 3])
  })

  it('by the highest severity of its findings', () => expect(order('findings', true)[0]).toBe(3))

  it('with missing values last in either direction', () => {
    expect(order('customer_name')).toEqual([2, 0, 1, 3])
    expect(order('customer_name', true)).toEqual([0, 2, 1, 3])
    expect(order('ctime', true)).toEqual([2, 0, 1, 3])
  })
})

describe('as CSV', () => {
  const rowsOf = (value: JsonObject) => {
    const [header = [], row = []] = [...tableOf([listed(value, 0)])]
    return Object.fromEntries(header.map((name, n) => [name, row[n]]))
  }

  it('every specified field has its column, as received', () => {
    expect(
      rowsOf({
        ...{ id: 'b-1', status: 4, from_position: { lat: 1.5, lng: -2 }, totals: { net: 1, tax: '2' } },
      }),
    ).toMatchObject({
      id: 'b-1',
      status: 4,
      'from_position.lat': 1.5,
      'from_position.lng': -2,
      'to_position.lat': null,
      'totals.net': 1,
      'totals.tax': '2',
      webhooks: null,
    })
  })

  it('unexpected objects are JSON, and formulas are escaped', () => {
    expect(rowsOf({ id: 'b', customer_name: { a: [1] }, webhooks: { x: 'y' } })).toMatchObject({
      customer_name: '{"a":[1]}',
      webhooks: '{"x":"y"}',
    })
    expect(formatCsv(tableOf([listed({ id: '=cmd()' })]))).toContain(`"'=cmd()"`)
  })

  it('inherited names are not fields of the record', () => {
    expect(rowsOf({})).toMatchObject({ id: null, 'totals.currency': null })
  })
})

test('rows keep their order while others come and go, also one that no longer matches the filters', () => {
  const [a, b, c, d] = records as [ListedRecord, ListedRecord, ListedRecord, ListedRecord]
  expect(holdOrder(records, [d, c, b, a], [1, 0])).toEqual({ rows: [b, a], waiting: 2 })
  const changed = { ...a, searchText: 'done' }
  expect(holdOrder([changed, b, c, d], [b], [0, 1])).toEqual({ rows: [changed, b], waiting: 0 })
  expect(holdOrder([b], [b], [0, 1])).toEqual({ rows: [b], waiting: 0 })
  expect(holdOrder(records, [d, a], null)).toEqual({ rows: [d, a], waiting: 0 })
})
