import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  clearStorage,
  onStorageCleared,
  readStored,
  type StorageWindow,
  storageKeys,
  storedTexts,
  writeStored,
} from './storage'

function createStorage(): Storage {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  } as Storage
}

const createWindow = (): StorageWindow => ({ localStorage: createStorage(), sessionStorage: createStorage() })

// Other parts that are loaded may listen to the page's window when storage is cleared.
beforeEach(() => vi.stubGlobal('window', new EventTarget()))
afterEach(() => vi.unstubAllGlobals())

it('a sign-out takes the references away, whatever an open page writes then, and leaves the saved areas', () => {
  const window = createWindow()
  writeStored(window, storageKeys.savedAreas, 'areas')
  writeStored(window, storageKeys.lookupText, 'references')
  expect(window.sessionStorage.getItem('kerbside.lookup-text')).toBe('references')
  const stop = onStorageCleared(() => writeStored(window, storageKeys.lookupText, 'once more'))
  clearStorage(window)
  stop()
  expect(readStored(window, storageKeys.lookupText)).toBeNull()
  expect(readStored(window, storageKeys.savedAreas)).toBe('areas')
})

it('says when the browser keeps nothing', () => {
  const window = new Proxy({} as StorageWindow, {
    get() {
      throw new Error('forbidden')
    },
  })
  expect(writeStored(window, storageKeys.lookupText, 'x')).toBe(false)
  expect(readStored(window, storageKeys.lookupText)).toBeNull()
})

it('a value is the same in all tabs, also one that was written while nothing read it, and that of the page without storage', () => {
  const window = Object.assign(new EventTarget(), createWindow())
  vi.stubGlobal('window', window)
  const { columns, legend } = storageKeys
  const writeElsewhere = (text: string) => {
    window.localStorage.setItem(columns.key, text)
    window.dispatchEvent(Object.assign(new Event('storage'), { key: columns.key }))
  }
  const onChange = vi.fn()
  const leave = storedTexts.subscribe(onChange)
  expect(storedTexts.set(columns, 'id,year')).toBe(true)
  expect(window.localStorage.getItem(columns.key)).toBe('id,year')
  writeElsewhere('seats')
  expect([storedTexts.get(columns), onChange.mock.calls.length]).toEqual(['seats', 2])
  leave()
  writeElsewhere('load')
  expect([storedTexts.get(columns), onChange.mock.calls.length]).toEqual(['load', 2])

  window.localStorage.setItem = () => {
    throw new Error('QuotaExceededError')
  }
  expect([storedTexts.set(legend, 'open'), storedTexts.get(legend)]).toEqual([false, 'open'])
})
