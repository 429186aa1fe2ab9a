import { describe, expect, test } from 'vitest'
import { addArea, deleteArea, parseSavedAreas, queryToSave, renameArea } from './saved-areas'
import { createSavedAreasStore, type StorageWindow } from './saved-areas-store'

const north = { id: '1', name: 'North', query: 'position=52,0' }
const south = { id: '2', name: 'South', query: 'position=51,0' }

/** Tabs of one browser: what one writes the others are told. */
function browser() {
  const kept = new Map<string, string>()
  const tabs: { tell(key: string): void }[] = []
  return function openTab(): StorageWindow {
    const listeners = new Set<(event: { key: string | null }) => void>()
    const tab = { tell: (key: string) => listeners.forEach((listener) => void listener({ key })) }
    tabs.push(tab)
    return {
      localStorage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem(key, value) {
          kept.set(key, value)
          for (const other of tabs) if (other !== tab) other.tell(key)
        },
      },
      addEventListener: (_type, listener) => void listeners.add(listener),
      removeEventListener: (_type, listener) => void listeners.delete(listener),
    }
  }
}

test('of the address, the area, its filters and its order are kept, not what is selected or where the map stands', () => {
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

test('areas are listed by name; one of the same name is replaced', () => {
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
  test('what one tab saves another sees, and a page opened later too', () => {
    const openTab = browser()
    const [mine, other] = [createSavedAreasStore(openTab()), createSavedAreasStore(openTab())]
    let told = 0
    const leave = other.subscribe(() => told++)
    expect(mine.set([north])).toBe(true)
    expect(told).toBe(1)
    expect(other.get()).toEqual([north])
    expect(createSavedAreasStore(openTab()).get()).toEqual([north])
    leave()
    mine.set([])
    expect(told).toBe(1)
    other.subscribe(() => {})
    expect(other.get()).toEqual([])
  })

  test('where the browser keeps nothing the list still works, and says that it is not kept', () => {
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
