import { expect, test } from 'vitest'
import { NO_FILTERS } from '@/components/search/list/filters'
import { filteredRows } from '@/components/search/list/rows'
import { setStatusWords } from '@/lib/format/status-style'
import { emptyVehicle } from '@/lib/testing/vehicles'
import { availableInWords, groupByStatus, rowsWithStatus } from './status-groups'

const of = (...statuses: (string | null)[]) =>
  statuses.map((status, at) => emptyVehicle(String(at), { status, type: at % 2 ? 'van' : 'taxi' }))
const all = (records: { length: number }) => Uint32Array.from({ length: records.length }, (_, slot) => slot)

test('statuses of one meaning are counted together, in the order of meanings and not of counts', () => {
  const records = of('offline', 'busy', 'free', 'Available', 'busy', null, 'vrij', 'busy')
  expect(groupByStatus(all(records), records, [])).toEqual([
    { statuses: ['Available', 'free'], count: 2, isAvailable: true },
    { statuses: ['busy'], count: 3, isAvailable: false },
    { statuses: ['offline'], count: 1, isAvailable: false },
    { statuses: ['', 'vrij'], count: 2, isAvailable: false },
  ])
  setStatusWords({ free: ['vrij'], busy: [], off: [] })
  expect(groupByStatus(all(records), records, [])[0]?.statuses).toEqual(['Available', 'free', 'vrij'])
  setStatusWords({ free: [], busy: [], off: [] })
})

test('a chosen status that no vehicle has any more is counted as none', () => {
  const records = of('available')
  expect(groupByStatus(all(records), records, ['busy'])[1]).toEqual({
    statuses: ['busy'],
    count: 0,
    isAvailable: false,
  })
})

test('the rows of chosen statuses are those of the filter', () => {
  const records = of('busy', 'available', null, 'busy', 'offline')
  const filters = { ...NO_FILTERS, types: ['taxi'], status: ['busy', ''] }
  const others = filteredRows(records, { ...filters, status: [] })
  expect([...rowsWithStatus(others, records, filters.status)]).toEqual([...filteredRows(records, filters)])
  expect(rowsWithStatus(others, records, [])).toBe(others)
})

test.each([
  [['available', 'free', 'busy'], '2 available'],
  [['busy', 'vrij'], '0 available'],
  // Nothing is known of these: none available would be a guess.
  [['vrij', null], null],
  [[], null],
])('of %j the title says %s', (statuses, words) => {
  const records = of(...statuses)
  expect(availableInWords(groupByStatus(all(records), records, []), String, null)).toBe(words)
})

test('the title says when the vehicles of an old list were counted', () => {
  const records = of('available', 'busy')
  const groups = groupByStatus(all(records), records, [])
  expect(availableInWords(groups, String, '11:42')).toBe('1 available at 11:42')
})
