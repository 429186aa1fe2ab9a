import { describe, expect, test } from 'vitest'
import { distanceFormat } from '@/lib/format/position/distance'
import { addArea, deleteArea, parseSavedAreas, queryToSave, renameArea, savedInWords } from './saved-areas'
import { createSavedAreasStore, type StorageWindow } from './use-saved-areas'

const north = { id: '1', name: 'North', query: 'position=52,0' }
const south = { id: '2', name: 'South', query: 'position=51,0' }

/** Tabs of one browser, with their storage events. */
function browser() {
  const storage = new Map<string, string>()
  const tabs: { notify(key: string): void }[] = []
  return function openTab(): StorageWindow {
    const listeners = new Set<(event: { key: string | null }) => void>()
    const tab = { notify: (key: string) => listeners.forEach((listener) => void listener({ key })) }
    tabs.push(tab)
    return {
      localStorage: {
        getItem: (key) => storage.get(key) ?? null,
        setItem(key, value) {
          storage.set(key, value)
          for (const other of tabs) if (other !== tab) other.notify(key)
        },
      },
      addEventListener: (_type, listener) => void listeners.add(listener),
      removeEventListener: (_type, listener) => void listeners.delete(listener),
    }
  }
}

test('a saved view keeps the area, its filters and its order, not the selection or the position of the map', () => {
  const address = new URLSearchParams(
    'position=51,0&radius=5000&vehicle=v-1&map=51,0@12&sort=-price&status=busy',
  )
  expect([...new URLSearchParams(queryToSave(address)).keys()]).toEqual([
    'position',
    'radius',
    'sort',
    'status',
  ])
})

test('areas are sorted by name; a new one replaces one of the same name', () => {
  const both = addArea(addArea([], south), north)
  expect(both).toEqual([north, south])
  expect(addArea(both, { ...south, id: '3', name: 'North' })).toEqual([
    { ...south, id: '3', name: 'North' },
    south,
  ])
  expect(renameArea(both, '1', 'Yonder')).toEqual([south, { ...north, name: 'Yonder' }])
  expect(deleteArea(both, '1')).toEqual([south])
})

test.each([null, '', '{', '{}', '[{"id":"1"}]', '[{"id":"1","name":"","query":""}]'])(
  '%j holds no areas',
  (text) => {
    expect(parseSavedAreas(text)).toEqual([])
  },
)

describe('the store', () => {
  test('an area saved in one tab appears in the other tabs, and in a page opened later', () => {
    const openTab = browser()
    const [mine, other] = [createSavedAreasStore(openTab()), createSavedAreasStore(openTab())]
    let notifications = 0
    const leave = other.subscribe(() => notifications++)
    expect(mine.set([north])).toBe(true)
    expect(notifications).toBe(1)
    expect(other.get()).toEqual([north])
    expect(createSavedAreasStore(openTab()).get()).toEqual([north])
    leave()
    mine.set([])
    expect(notifications).toBe(1)
    other.subscribe(() => {})
    expect(other.get()).toEqual([])
  })

  test('without storage the list still works, and reports that it is not stored', () => {
    const forbidden = createSavedAreasStore({
      ...browser()(),
      get localStorage(): Storage {
        throw new Error('SecurityError')
      },
    })
    expect(forbidden.get()).toEqual([])
    expect(forbidden.set([north])).toBe(false)
    expect(forbidden.get()).toEqual([north])
  })
})

const kilometres = distanceFormat('kilometres')

test('a saved view is described by its radius, filters and order', () => {
  expect(savedInWords('position=51.5,-0.1', kilometres)).toBe('1 km')
  expect(
    savedInWords(
      'position=51.5,-0.1&radius=700&type=wheelchair_taxi&sort=-price&status=busy&seats=4',
      kilometres,
    ),
  ).toBe('700 m, wheelchair taxi, busy, at least 4 seats, highest price number first; currency not reported')
  expect(savedInWords('radius=x&types=taxi,van', kilometres)).toBe('1 km, taxi or van')
  expect(savedInWords('radius=805', distanceFormat('miles'))).toBe('0.5 mi')
})
