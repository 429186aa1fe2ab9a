import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, test } from 'vitest'
import { sortRows } from '@/components/ui/data-table'
import { formatCsv } from '@/lib/format/csv'
import { parseMoment } from '@/lib/format/time/parse-moment'
import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { exampleOf } from '@/lib/interface/fields/fields'
import type { JsonObject } from '@/lib/interface/resources'
import { UNREADABLE } from '@/lib/interface/unreadable'
import {
  ANY,
  AT_A_TIME,
  choices,
  countChoices,
  type Filters,
  filterRecords,
  heldIndices,
  holdOrder,
  NO_FILTERS,
  NONE,
  offeredChoice,
  usualSort,
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
    status: 'done',
    tip: 1,
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
  { id: {} },
].map(listed)

const inZone = (zone: string) => (bound: string, edge: 'from' | 'to') =>
  parseMoment(bound, { nowMs: 0, shownMs: 0, zone, edge })
const passing = (given: readonly ListedRecord[], filters: Partial<Filters>, zone = 'UTC') =>
  filterRecords(given, { ...NO_FILTERS, ...filters }, inZone(zone)).map(({ index }) => index)
const all = [...records, listed(exampleOf(bookingFields), 4)]

it('a cell never says of an unreadable value that it is missing', () => {
  const record = listed({
    id: 'b-1',
    status: 2.5,
    from_label: { text: 'A' },
    totals: { currency: 'UYU', total: '1.506,16' },
  })
  const text = (name: string) => renderToStaticMarkup(sorts[name]?.lines?.(record)[0])
  for (const name of ['status', 'from_label', 'total'])
    expect([name, text(name)]).toEqual([name, expect.stringContaining('unreadable')])
  expect(text('total')).toContain('title="&quot;1.506,16&quot;"')
  const asText = listed({ id: 'b-2', totals: { currency: 'UYU', total: '122.00' } })
  const total = renderToStaticMarkup(sorts.total?.lines?.(asText)[0])
  expect(total).toMatch(/title="sent as text: &quot;122.00&quot;".*122/)
})

it.each<[Partial<Filters>, number[], string?]>([
  // All words, in any text.
  [{ text: 'LANTERN orla' }, [0]],
  [{ text: 'lantern bo' }, []],
  [{ text: ' ' }, [0, 1, 2, 3]],
  [{ status: 'pending' }, [0, 2]],
  [{ when: NONE }, [0, 2, 3]],
  [{ currency: 'EUR' }, [1]],
  [{ error: ANY }, [1]],
  [{ error: 'no driver' }, [1]],
  // Days in the chosen zone, inclusive; records without a time match no bound.
  [{ createdFrom: '2026-07-01', createdTo: '2026-07-01' }, [0]],
  [{ createdFrom: '2026-07-02' }, [0, 2], 'Europe/London'],
  [{ createdTo: '2026-07-02' }, [0]],
  [{ createdFrom: '2026-07-01T23:30:00Z', createdTo: '2026-07-01T23:30:00Z' }, [0]],
  [{ createdFrom: '2026-07-01T23:30:01Z' }, [2]],
  [{ createdFrom: 'once' }, [0, 1, 2, 3]],
])('%j is passed by %j', (filters, indices, zone) => {
  expect(passing(records, filters, zone)).toEqual(indices)
})

test('spellings of one status are one choice, and any of them filters', () => {
  const spelt = ['On Trip', 'on_trip', 'done'].map((status, index) => listed({ status }, index))
  const counts = countChoices(spelt, 'status')
  expect(counts).toEqual([['on_trip', 2], ['done', 1]]) // biome-ignore format: one line
  expect(passing(spelt, { status: 'ON TRIP' })).toEqual([0, 1])
  expect(offeredChoice('status', 'ON TRIP', counts)).toBe('on_trip')
  expect(offeredChoice('status', 'gone', counts)).toBe('gone')
})

test('values that came and are not read are a choice of their own, not called missing', () => {
  const given = [{ status: 2.5, when: {}, totals: { currency: 4 } }, { totals: 'none' }, {}]
  const rows = given.map((booking, index) => listed({ id: `b-${index}`, ...booking }, index))
  const wordsOf = (name: 'status' | 'when' | 'currency') =>
    countChoices(rows, name).map(([value, count]) => `${choices[name].words(value)} ${count}`)
  expect(wordsOf('status')).toEqual(['Not reported 2', 'Unreadable 1'])
  expect(wordsOf('when')).toEqual(['Not reported 2', 'Unreadable 1'])
  expect(wordsOf('currency')).toEqual(['Unreadable 2', 'Not reported 1'])
  expect(passing(rows, { currency: UNREADABLE })).toEqual([0, 1])
  const failed = [listed({ error: { code: 5 } })]
  const errors = countChoices(failed, 'error').map(([value]) => choices.error.words(value))
  expect(errors).toEqual(['Any error', 'Error unreadable'])
})

it('errors are counted, and findings by severity, any and none', () => {
  const errors = [[ANY, 1], [NONE, 3], ['no driver', 1]] // biome-ignore format: one line
  expect(countChoices(records, 'error')).toEqual(errors)
  const found = [ANY, NONE, 'error'].map((findings) => passing(all, { findings }))
  expect(found).toEqual([[0, 1, 2, 3], [4], [3]])
  const findings = [[ANY, 4], ['note', 3], ['error', 1], [NONE, 1]] // biome-ignore format: one line
  expect(countChoices(all, 'findings')).toEqual(findings)
})

it('by the day of its time, of which there is one choice however many times there are', () => {
  const timed = ['now', '2026-11-02 07:06', '2026-11-02 23:30', '2026-11-04 10:00'].map(
    (text, index) =>
      listed({ id: `b-${index}`, when: text === 'now' ? text : `${text}:00.000 GMT` }, index),
  )
  const choices = [[AT_A_TIME, 3], ['now', 1]] // biome-ignore format: one line
  expect(countChoices(timed, 'when')).toEqual(choices)
  expect(passing(timed, { when: AT_A_TIME })).toEqual([1, 2, 3])
  expect(passing(timed, { whenFrom: '2026-11-02', whenTo: '2026-11-02' })).toEqual([1, 2])
  expect(passing(timed, { whenFrom: '2026-11-03' }, 'Asia/Tokyo')).toEqual([2, 3])
  expect(sorted(timed.toReversed(), 'when')).toEqual([0, 1, 2, 3])
})

it.each([
  // Numbers within texts, amounts, the highest severity of its findings; missing values
  // last in either direction.
  ['our_ref', false, [0, 1, 2, 3]],
  ['total', false, [1, 0, 2, 3]],
  ['findings', true, [3, 0, 1, 2]],
  ['customer_name', false, [2, 0, 1, 3]],
  ['customer_name', true, [0, 2, 1, 3]],
  ['ctime', true, [2, 0, 1, 3]],
])('sorted by %s, descending %s: %j', (by, descending, order) => {
  expect(sorted(records, by, descending)).toEqual(order)
})

const rowsOf = (value: JsonObject) => {
  const [header = [], row = []] = [...tableOf([listed(value, 0)])]
  return Object.fromEntries(header.map((name, n) => [name, row[n]]))
}

it('as CSV, every specified field has its column, as received', () => {
  const totals = { net: 1, tax: '2' }
  expect(
    rowsOf({ id: 'b-1', status: 4, from_position: { lat: 1.5, lng: -2 }, totals }),
  ).toMatchObject({
    id: 'b-1',
    status: 4,
    webhooks: null,
    'totals.net': 1,
    'totals.tax': '2',
    'from_position.lat': 1.5,
    'from_position.lng': -2,
    'to_position.lat': null,
  })
})

it('as CSV, unexpected objects are JSON, and formulas are escaped', () => {
  expect(rowsOf({ id: 'b', customer_name: { a: [1] }, webhooks: { x: 'y' } })).toMatchObject({
    customer_name: '{"a":[1]}',
    webhooks: '{"x":"y"}',
  })
  expect(formatCsv(tableOf([listed({ id: '=cmd()' })]))).toContain(`"'=cmd()"`)
})

it('as CSV, inherited names are not fields of the record', () => {
  expect(rowsOf({})).toMatchObject({ id: null, 'totals.currency': null })
})

test('rows are held until the list has another order', () => {
  const held = { indices: [2, 1], order: 'by status' }
  expect(heldIndices(held, 'by status')).toEqual([2, 1])
  expect(heldIndices(held, 'by time')).toBeNull()
  expect(heldIndices(null, 'by status')).toBeNull()
})

test('rows keep their order while others come and go, also one that no longer matches the filters', () => {
  const [a, b, c, d] = records as [ListedRecord, ListedRecord, ListedRecord, ListedRecord]
  expect(holdOrder(records, [d, c, b, a], [1, 0])).toEqual({ rows: [b, a], waiting: 2 })
  const changed = { ...a, searchText: 'done' }
  expect(holdOrder([changed, b, c, d], [b], [0, 1])).toEqual({ rows: [changed, b], waiting: 0 })
  expect(holdOrder([b], [b], [0, 1])).toEqual({ rows: [b], waiting: 0 })
  expect(holdOrder(records, [d, a], null)).toEqual({ rows: [d, a], waiting: 0 })
})

test('opened records are listed as they came, arrived ones alone with the newest first', () => {
  const opened = listed({ id: 'b-1' })
  const arrived = { ...opened, arrival: {} as NonNullable<ListedRecord['arrival']> }
  expect(usualSort([arrived])).toEqual({ by: 'received', descending: true })
  expect(usualSort([])).toEqual({ by: 'received', descending: true })
  expect(usualSort([opened, arrived])).toEqual({ by: 'opened', descending: false })
})

test('a table has positions in other forms as they were read, and says which are unreadable', () => {
  const value = {
    from_position: '-34.9,-56.1',
    to_position: [-56.1, -34.9],
    totals: 'twelve',
  }
  const [header = [], row = []] = [...tableOf([listed(value, 0)])]
  const cell = (name: string) => row[header.indexOf(name)]
  expect([cell('from_position.lat'), cell('from_position.lng')]).toEqual([-34.9, -56.1])
  for (const name of ['to_position.lat', 'to_position.lng', 'totals.net'])
    expect(cell(name)).toBe('unreadable')
})
