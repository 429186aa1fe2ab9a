import { expect, test } from 'vitest'
import type { LiveVehicle } from '@/lib/api/contract/live'
import { setStatusWords } from '@/lib/format/status/given-readings'
import { areaOf } from '@/lib/testing/search-area'
import { emptyVehicle } from '@/lib/testing/vehicles'
import { availableInWords, countStatuses, inOrder } from './status-groups'

const of = (...statuses: (string | null)[]) =>
  statuses.map((status, at) => emptyVehicle(String(at), { status, type: at % 2 ? 'van' : 'taxi' }))
const ordered = (records: LiveVehicle[], chosen: string[] = []) =>
  countStatuses(Uint32Array.from(records.keys()), records, chosen)
const inWords = (counts: readonly (readonly [string, number])[]) =>
  counts.map(([name, count]) => `${count} ${name}`).join(', ')

test('statuses of one meaning stand together, in the order of meanings and not of counts', () => {
  const records = of('offline', 'busy', 'free', 'Available', 'busy', null, 'vrij', 'busy')
  expect(inWords(ordered(records))).toBe('1 Available, 1 free, 3 busy, 1 offline, 1 , 1 vrij')
  setStatusWords({ free: ['vrij'], busy: [], off: [] })
  expect(ordered(records)[2]).toEqual(['vrij', 1])
  setStatusWords({ free: [], busy: [], off: [] })
  // Chosen, though no vehicle has it any more.
  expect(ordered(of('available'), ['busy'])[1]).toEqual(['busy', 0])
})

test('statuses are counted in the rows that are asked for', () => {
  const records = of('busy', 'available', null, 'busy')
  expect(inWords(countStatuses(Uint32Array.of(0, 2, 3), records, []))).toBe('2 busy, 1 ')
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
    ...['4', '5', '6'].map((id) => emptyVehicle(id, { status: 'busy' })),
    emptyVehicle('7', { status: 'available' }),
    emptyVehicle('8'),
  ]
  const { status, functions, type } = inOrder(areaOf(records).counts)
  expect(inWords(status)).toBe('1 available, 3 busy, 1 , 1 a, 2 b')
  expect([inWords(functions), inWords(type)]).toEqual(['1 airport, 2 cargo', '2 van'])
})

test('a status that came and is not read is counted apart from a missing one', () => {
  const records: LiveVehicle[] = [
    ...of('busy', null),
    { ...emptyVehicle('x'), unreadable: ['status'] },
  ]
  const apart = '1 busy, 1 , 1 *unreadable'
  expect(inWords(ordered(records))).toBe(apart)
  expect(inWords(inOrder(areaOf(records).counts).status)).toBe(apart)
})
