import { beforeEach, expect, test } from 'vitest'
import { NO_FILTERS } from '@/components/search/list/filters'
import { areaOf, vehicle } from '@/lib/testing/search-area'
import { Announcer, type Seen } from './announcements'

const of = (...ids: string[]) => areaOf(ids.map((id) => vehicle(id)))
const calm: Seen = {
  area: null,
  connection: 'live',
  isLoading: false,
  failure: null,
  shown: 2,
  filters: NO_FILTERS,
  selected: null,
}

let announcer: Announcer
beforeEach(() => {
  announcer = new Announcer()
  announcer.see({ ...calm, area: of('a', 'b') }, 0)
})

test('what came and left is told together, at most every 15 s, and only when something did', () => {
  expect(announcer.see({ ...calm, area: of('a', 'c') }, 5_000)).toBeNull()
  expect(announcer.see({ ...calm, area: of('a', 'c', 'd', 'e'), shown: 4 }, 14_999)).toBeNull()
  expect(announcer.see({ ...calm, area: of('a', 'c', 'd'), shown: 3 }, 15_000)).toBe(
    '2 vehicles new, 1 left, 3 shown',
  )
  expect(announcer.see({ ...calm, area: of('a', 'c', 'd') }, 40_000)).toBeNull()
  expect(announcer.see({ ...calm, area: of('a', 'c') }, 45_000)).toBe('1 left, 2 shown')
})

test('what another search holds is told once it is loaded', () => {
  announcer.forget()
  expect(announcer.see({ ...calm, area: of('x'), isLoading: true }, 1_000)).toBeNull()
  expect(announcer.see({ ...calm, area: of('x', 'y', 'z'), shown: 3 }, 2_000)).toBe('3 shown')
})

test('a selection is told at once, and again when it changes or the vehicle leaves', () => {
  const selected = { id: 'a', text: '480 m NE, available', isListed: true }
  expect(announcer.see({ ...calm, selected }, 100)).toBe('480 m NE, available')
  expect(announcer.see({ ...calm, selected: { ...selected, text: '490 m NE, available' } }, 200)).toBeNull()
  expect(
    announcer.see({ ...calm, selected: { id: 'a', text: 'Left the results', isListed: false } }, 250),
  ).toBe('Left the results')
  expect(announcer.see({ ...calm, selected: null }, 300)).toBeNull()
})

test('what other filters leave is told at once', () => {
  const filters = { ...NO_FILTERS, seats: 4 }
  expect(announcer.see({ ...calm, area: of('a', 'b'), filters, shown: 1 }, 100)).toBe('1 of 2 shown')
  expect(announcer.see({ ...calm, area: of('a', 'b'), filters, shown: 2 }, 200)).toBeNull()
})

test('pause, failure and recovery are told; a tab that was hidden says nothing when it comes back', () => {
  expect(announcer.see({ ...calm, connection: 'paused' }, 1)).toBe('Paused')
  expect(announcer.see({ ...calm, connection: 'live' }, 2)).toBe('Live again')
  expect(announcer.see({ ...calm, failure: 'Service unreachable' }, 3)).toBe('Service unreachable')
  expect(announcer.see(calm, 4)).toBe('Live again')
  expect(announcer.see({ ...calm, connection: 'interrupted' }, 5)).toBe('Connection to Kerbside lost')
  expect(announcer.see(calm, 6)).toBe('Live again')
  expect(announcer.see({ ...calm, connection: 'connecting' }, 7)).toBeNull()
  expect(announcer.see({ ...calm, connection: 'hidden' }, 7)).toBeNull()
  expect(announcer.see(calm, 8)).toBeNull()
})
