import { expect, test } from 'vitest'
import type { LiveVehicle } from '@/lib/api/contract/live'
import { setStatusWords } from '@/lib/format/status/status-style'
import { areaOf } from '@/lib/testing/search-area'
import { emptyVehicle } from '@/lib/testing/vehicles'
import { availableInWords, countStatuses, inOrder } from './status-groups'

const of = (...statuses: (string | null)[]) =>
  statuses.map((status, at) => emptyVehicle(String(at), { status, type: at % 2 ? 'van' : 'taxi' }))
const ordered = (records: LiveVehicle[], chosen: string[] = []) =>
  countStatuses(Uint32Array.from(records.keys()), records, chosen)

test('statuses of one meaning stand together, in the order of meanings and not of counts', () => {
  const records = of('offline', 'busy', 'free', 'Available', 'busy', null, 'vrij', 'busy')
  expect(ordered(records)).toEqual([
    ['Available', 1],
    ['free', 1],
    ['busy', 3],
    ['offline', 1],
    ['', 1],
    ['vrij', 1],
  ])
  setStatusWords({ free: ['vrij'], busy: [], off: [] })
  expect(ordered(records)[2]).toEqual(['vrij', 1])
  setStatusWords({ free: [], busy: [], off: [] })
  // Chosen, though no vehicle has it any more.
  expect(ordered(of('available'), ['busy'])[1]).toEqual(['busy', 0])
})

test('statuses are counted in the rows that are asked for', () => {
  expect(countStatuses(Uint32Array.of(0, 2, 3), of('busy', 'available', null, 'busy'), [])).toEqual([
    ['busy', 2],
    ['', 1],
  ])
})

test.each([
  [['available', 'free', 'busy'], '2 available'],
  [['busy', 'vrij'], '0 available'],
  // Nothing is known of these: none available would be a guess.
  [['vrij', null], null],
  [[], null],
])('of %j the title says %s', (statuses, words) => {
  const records = of(...statuses)
  expect(availableInWords(ordered(records), String, null)).toBe(words)
  const at = availableInWords(ordered(records), String, '11:42')
  expect(at).toBe(words && `${words} at 11:42`)
})

test('statuses, functions and types are counted as received, in an order that does not depend on the counts', () => {
  const records = [
    emptyVehicle('1', { status: 'b', functions: ['cargo', 'airport'], type: 'van' }),
    emptyVehicle('2', { status: 'a', functions: ['cargo', 'cargo'] }),
    emptyVehicle('3', { status: 'b', type: 'van' }),
    emptyVehicle('4', { status: 'busy' }),
    emptyVehicle('5', { status: 'busy' }),
    emptyVehicle('6', { status: 'busy' }),
    emptyVehicle('7', { status: 'available' }),
    emptyVehicle('8'),
  ]
  expect(inOrder(areaOf(records).counts)).toEqual({
    status: [
      ['available', 1],
      ['busy', 3],
      ['', 1],
      ['a', 1],
      ['b', 2],
    ],
    function: [
      ['airport', 1],
      ['cargo', 2],
    ],
    types: [['van', 2]],
  })
})
