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
beforeEach(() => {
  announcer = new Announcer()
  announcer.update({ ...calm, area: of('a', 'b') }, 0)
})

test('changes are announced together, at most every 15 s', () => {
  expect(announcer.update({ ...calm, area: of('a', 'c') }, 5_000)).toBeNull()
  expect(announcer.update({ ...calm, area: of('a', 'c', 'd', 'e'), shown: 4 }, 14_999)).toBeNull()
  expect(announcer.update({ ...calm, area: of('a', 'c', 'd'), shown: 3 }, 15_000)).toBe(
    '2 new vehicles, 1 no longer here, 3 shown',
  )
  expect(announcer.update({ ...calm, area: of('a', 'c', 'd') }, 40_000)).toBeNull()
  expect(announcer.update({ ...calm, area: of('a', 'c') }, 45_000)).toBe('1 no longer here, 2 shown')
})

test('a selection is announced at once, and again when it changes or the vehicle leaves', () => {
  const selected = { id: 'a', text: '480 m NE, available', isListed: true, status: undefined }
  expect(announcer.update({ ...calm, selected }, 100)).toBe('480 m NE, available')
  expect(
    announcer.update({ ...calm, selected: { ...selected, text: '490 m NE, available' } }, 200),
  ).toBeNull()
  expect(
    announcer.update(
      { ...calm, selected: { id: 'a', text: 'No longer here', isListed: false, status: undefined } },
      250,
    ),
  ).toBe('No longer here')
  expect(announcer.update({ ...calm, selected: null }, 300)).toBeNull()
  const free = { ...selected, status: 'available' }
  const busy = { ...selected, text: '480 m NE, busy', status: 'busy' }
  announcer.update({ ...calm, selected: free }, 400)
  expect(announcer.update({ ...calm, selected: busy }, 500)).toBe('480 m NE, busy')
})

test('nothing of the past is announced as new; a failure to load it is', () => {
  const selected = { id: 'a', text: '480 m NE, available', isListed: true, status: 'available' }
  announcer.update({ ...calm, failure: 'Service error', selected }, 20_000)
  const past = { ...calm, connection: 'replay', isLoading: true } as const
  const then = { ...selected, text: 'a', status: undefined }
  expect(announcer.update({ ...past, selected: then }, 21_000)).toBeNull()
  const busy = { ...then, text: '10 m S, busy' }
  expect(announcer.update({ ...past, area: of('c', 'd', 'e'), shown: 3, selected: busy }, 60_000)).toBeNull()
  expect(announcer.update({ ...past, area: of('f'), shown: 1, selected: busy }, 90_000)).toBeNull()
  expect(announcer.update({ ...past, failure: 'Kerbside error', selected: busy }, 91_000)).toBe(
    'Kerbside error',
  )
  // Back in the present, the vehicle that was selected before the replay has not changed.
  expect(announcer.update({ ...calm, failure: 'Kerbside error', selected }, 92_000)).toBeNull()
})

test('counts do not replace a selection just announced; they follow later', () => {
  const selected = { id: 'a', text: '480 m NE, available', isListed: true, status: undefined }
  const elsewhere = { ...calm, search: { ...calm.search, radius: 500 } }
  expect(announcer.update({ ...elsewhere, area: of('x'), isLoading: true, selected }, 1_000)).toBe(
    selected.text,
  )
  expect(announcer.update({ ...elsewhere, area: of('x', 'y'), selected }, 1_500)).toBeNull()
  expect(announcer.update({ ...elsewhere, area: of('x', 'y'), selected }, 6_000)).toBe('2 shown')
})

test('changed filters are announced at once', () => {
  const filters = { ...NO_FILTERS, seats: 4 }
  expect(announcer.update({ ...calm, area: of('a', 'b'), filters, shown: 1 }, 100)).toBe('1 of 2 shown')
  expect(announcer.update({ ...calm, area: of('a', 'b'), filters, shown: 2 }, 200)).toBeNull()
})

test('pause, failure and recovery are announced; a tab shown again is not', () => {
  expect(announcer.update({ ...calm, connection: 'paused' }, 1)).toBe('Paused')
  expect(announcer.update({ ...calm, connection: 'live' }, 2)).toBe('Live again')
  expect(announcer.update({ ...calm, failure: 'Service unreachable' }, 3)).toBe('Service unreachable')
  expect(announcer.update(calm, 4)).toBe('Live again')
  expect(announcer.update({ ...calm, connection: 'interrupted' }, 5)).toBe('Connection to Kerbside lost')
  expect(announcer.update(calm, 6)).toBe('Live again')
  expect(announcer.update({ ...calm, connection: 'connecting' }, 7)).toBeNull()
  expect(announcer.update({ ...calm, connection: 'hidden' }, 7)).toBeNull()
  expect(announcer.update(calm, 8)).toBeNull()
})
