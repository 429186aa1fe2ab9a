import { beforeEach, expect, test } from 'vitest'
import { NO_FILTERS } from '@/components/search/list/filters'
import { areaOf } from '@/lib/testing/search-area'
import { emptyVehicle } from '@/lib/testing/vehicles'
import { Announcer, type PageState } from './live-region'

const of = (...ids: string[]) => areaOf(ids.map((id) => emptyVehicle(id)))
const calm: PageState = {
  area: null,
  connection: 'live',
  isLoading: false,
  failure: null,
  search: { position: { lat: 51.5, lng: -0.1 }, radius: 1000, type: null },
  shown: 2,
  filters: NO_FILTERS,
  selected: null,
}

let announcer: Announcer
/** What is announced of the page after a time, where `a` and `b` were before. */
const say = (state: Partial<PageState>, atMs: number) =>
  announcer.update({ ...calm, ...state }, atMs)
beforeEach(() => {
  announcer = new Announcer()
  say({ area: of('a', 'b') }, 0)
})

const NEAR = '480 m NE, available'
const selected = { id: 'a', text: NEAR, isListed: true, status: undefined }

test('changes are announced together, at most every 15 s', () => {
  expect(say({ area: of('a', 'c') }, 5_000)).toBeNull()
  expect(say({ area: of('a', 'c', 'd', 'e'), shown: 4 }, 14_999)).toBeNull()
  const words = '2 new vehicles, 1 no longer here, 3 shown'
  expect(say({ area: of('a', 'c', 'd'), shown: 3 }, 15_000)).toBe(words)
  expect(say({ area: of('a', 'c', 'd') }, 40_000)).toBeNull()
  expect(say({ area: of('a', 'c') }, 45_000)).toBe('1 no longer here, 2 shown')
})

test('a selection is announced at once, and again when it changes or the vehicle leaves', () => {
  expect(say({ selected }, 100)).toBe(NEAR)
  expect(say({ selected: { ...selected, text: '490 m NE, available' } }, 200)).toBeNull()
  const left = { ...selected, text: 'No longer here', isListed: false }
  expect(say({ selected: left }, 250)).toBe('No longer here')
  expect(say({ selected: null }, 300)).toBeNull()
  say({ selected: { ...selected, status: 'available' } }, 400)
  const busy = { ...selected, text: '480 m NE, busy', status: 'busy' }
  expect(say({ selected: busy }, 500)).toBe('480 m NE, busy')
})

test('nothing of the past is announced as new; a failure to load it is', () => {
  const free = { ...selected, status: 'available' }
  say({ failure: 'Service error', selected: free }, 20_000)
  const past = { connection: 'replay', isLoading: true } as const
  expect(say({ ...past, selected: { ...selected, text: 'a' } }, 21_000)).toBeNull()
  const then = { ...past, selected: { ...selected, text: '10 m S, busy' } }
  expect(say({ ...then, area: of('c', 'd', 'e'), shown: 3 }, 60_000)).toBeNull()
  expect(say({ ...then, area: of('f'), shown: 1 }, 90_000)).toBeNull()
  expect(say({ ...then, failure: 'Kerbside error' }, 91_000)).toBe('Kerbside error')
  // Back in the present, the vehicle that was selected before the replay has not changed.
  expect(say({ failure: 'Kerbside error', selected: free }, 92_000)).toBeNull()
})

test('counts do not replace a selection just announced; they follow later', () => {
  const elsewhere = { search: { ...calm.search, radius: 500 }, selected }
  expect(say({ ...elsewhere, area: of('x'), isLoading: true }, 1_000)).toBe(NEAR)
  expect(say({ ...elsewhere, area: of('x', 'y') }, 1_500)).toBeNull()
  expect(say({ ...elsewhere, area: of('x', 'y') }, 6_000)).toBe('2 shown')
})

test('changed filters are announced at once', () => {
  const filtered = { area: of('a', 'b'), filters: { ...NO_FILTERS, seats: 4 } }
  expect(say({ ...filtered, shown: 1 }, 100)).toBe('1 of 2 shown')
  expect(say({ ...filtered, shown: 2 }, 200)).toBeNull()
})

test('pause, failure and recovery are announced; a tab shown again is not', () => {
  const states: [Partial<PageState>, string | null][] = [
    [{ connection: 'paused' }, 'Paused'],
    [{ connection: 'live' }, 'Live again'],
    [{ failure: 'Service unreachable' }, 'Service unreachable'],
    [{}, 'Live again'],
    [{ connection: 'interrupted' }, 'Connection to Kerbside lost'],
    [{}, 'Live again'],
    [{ connection: 'connecting' }, null],
    [{ connection: 'hidden' }, null],
    [{}, null],
  ]
  expect(states.map(([state], n) => say(state, n))).toEqual(states.map(([, words]) => words))
})
