import { describe, expect, it } from 'vitest'
import { formatCsv } from '@/lib/format/csv'
import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { exampleOf } from '@/lib/interface/fields/fields'
import type { JsonObject } from '@/lib/interface/resources'
import { geoJsonOf, tableOf } from './export-records'
import { sortRecords } from './list-sort'
import {
  ANY_ERROR,
  AT_A_TIME,
  dayFormat,
  type Filters,
  filterRecords,
  findingsIn,
  NO_FILTERS,
  valuesIn,
} from './list-view'
import { readListedRecord } from './listed-record'

const listed = (booking: JsonObject, index = 0) => readListedRecord(booking, { index, source: 'opened' })

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

const inUtc = dayFormat('UTC')
const indices = (filters: Partial<Filters>, dayOf = inUtc) =>
  filterRecords(records, { ...NO_FILTERS, ...filters }, dayOf).map(({ index }) => index)

describe('the list is filtered', () => {
  it('by words in any text, all of which must occur', () => {
    expect(indices({ text: 'LANTERN orla' })).toEqual([0])
    expect(indices({ text: 'lantern bo' })).toEqual([])
    expect(indices({ text: ' ' })).toEqual([0, 1, 2, 3])
  })

  it('by a value, or by its absence', () => {
    expect(indices({ status: 'pending' })).toEqual([0, 2])
    expect(indices({ when: '' })).toEqual([0, 2, 3])
    expect(indices({ currency: 'EUR' })).toEqual([1])
    expect(indices({ error: ANY_ERROR })).toEqual([1])
  })

  it('by error message, counted', () => {
    expect(indices({ error: 'no driver' })).toEqual([1])
    expect(indices({ error: '' })).toEqual([0, 2, 3])
    expect(valuesIn(records, 'error')).toEqual([
      ['', 3],
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
    const passing = (filters: Partial<Filters>, dayOf = inUtc) =>
      filterRecords(timed, { ...NO_FILTERS, ...filters }, dayOf).map(({ index }) => index)
    expect(valuesIn(timed, 'when')).toEqual([
      [AT_A_TIME, 3],
      ['now', 1],
    ])
    expect(passing({ when: AT_A_TIME })).toEqual([1, 2, 3])
    expect(passing({ whenFrom: '2026-11-02', whenTo: '2026-11-02' })).toEqual([1, 2])
    expect(passing({ whenFrom: '2026-11-03' }, dayFormat('Asia/Tokyo'))).toEqual([2, 3])
    expect(
      sortRecords(timed.toReversed(), { by: 'when', descending: false }).map(({ index }) => index),
    ).toEqual([0, 1, 2, 3])
  })

  it('by days in the chosen zone, inclusive; records without a time match no bound', () => {
    expect(indices({ createdFrom: '2026-07-01', createdTo: '2026-07-01' })).toEqual([0])
    expect(indices({ createdFrom: '2026-07-02' }, dayFormat('Europe/London'))).toEqual([0, 2])
    expect(indices({ createdTo: '2026-07-02' })).toEqual([0])
  })
})

describe('the findings of the inspector', () => {
  it('filter by severity, by any, and by none', () => {
    const example = listed(exampleOf(bookingFields), 4)
    const all = [...records, example]
    const passing = (findings: Filters['findings']) =>
      filterRecords(all, { ...NO_FILTERS, findings }, inUtc).map(({ index }) => index)
    expect(passing('any')).toEqual([0, 1, 2, 3])
    expect(passing('none')).toEqual([4])
    expect(passing('error')).toEqual([3])
    expect(passing('note')).toEqual([0, 1, 2])
    expect(findingsIn(all)).toEqual([
      ['any', 4],
      ['error', 1],
      ['note', 3],
      ['none', 1],
    ])
  })

  it('sort by the highest severity first', () => {
    const byFindings = sortRecords(records, { by: 'findings', descending: true })
    expect(byFindings[0]?.index).toBe(3)
  })
})

it('filters by values that occur, most frequent first', () => {
  expect(valuesIn(records, 'status')).toEqual([
    ['pending', 2],
    ['done', 1],
    ['', 1],
  ])
})

describe('the list is sorted', () => {
  const order = (by: Parameters<typeof sortRecords>[1]['by'], descending = false) =>
    sortRecords(records, { by, descending }).map(({ index }) => index)

  it('by numbers within texts, and by amounts', () => {
    expect(order('our_ref')).toEqual([0, 1, 2, 3])
    expect(order('total')).toEqual([1, 0, 2, 3])
  })

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

describe('as GeoJSON', () => {
  const geometryOf = (from_position: object | null, to_position: object | null) =>
    (
      geoJsonOf([listed({ id: 'b', from_position, to_position }, 0)]) as {
        features: { geometry: object }[]
      }
    ).features[0]?.geometry

  it('a journey is a line, a single position a point, and none null', () => {
    expect(geometryOf({ lat: 1, lng: 2 }, { lat: 3, lng: 4 })).toEqual({
      type: 'LineString',
      coordinates: [
        [2, 1],
        [4, 3],
      ],
    })
    expect(geometryOf(null, { lat: 3, lng: 4 })).toEqual({ type: 'Point', coordinates: [4, 3] })
    expect(geometryOf(null, { lat: 300, lng: 4 })).toBeNull()
  })

  it.each([
    [170, -170, 180],
    [-170, 170, -180],
  ])('a line from %d to %d is cut at 180°', (from, to, edge) => {
    expect(geometryOf({ lat: 0, lng: from }, { lat: 10, lng: to })).toEqual({
      type: 'MultiLineString',
      coordinates: [
        [
          [from, 0],
          [edge, 5],
        ],
        [
          [-edge, 5],
          [to, 10],
        ],
      ],
    })
  })
})
