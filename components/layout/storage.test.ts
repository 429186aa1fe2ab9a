import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  clearStorage,
  onStorageCleared,
  readStored,
  storageKeys,
  subscribeToStored,
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

const { columns, legend, lookupText, savedAreas } = storageKeys
// The page listens to its window once.
const window = new EventTarget() as Window & typeof globalThis

beforeEach(() => {
  Object.assign(window, { localStorage: createStorage(), sessionStorage: createStorage() })
  vi.stubGlobal('window', window)
})
afterEach(() => {
  window.dispatchEvent(Object.assign(new Event('storage'), { key: null }))
  vi.unstubAllGlobals()
})

it('a sign-out takes the references away, whatever an open page writes then, and leaves the saved areas', () => {
  writeStored(savedAreas, 'areas')
  writeStored(lookupText, 'references')
  expect(window.sessionStorage.getItem(lookupText.key)).toBe('references')
  const stop = onStorageCleared(() => writeStored(lookupText, 'once more'))
  clearStorage()
  stop()
  expect([window.sessionStorage.getItem(lookupText.key), readStored(lookupText)]).toEqual([
    null,
    null,
  ])
  expect([window.localStorage.getItem(savedAreas.key), readStored(savedAreas)]).toEqual([
    'areas',
    'areas',
  ])
})

it('says when the browser keeps nothing, and keeps it as long as the page', () => {
  const refuse = () => {
    throw new Error('forbidden')
  }
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get: refuse, set: refuse, configurable: true })
  try {
    expect(readStored(lookupText)).toBeNull()
    expect([writeStored(legend, 'open'), readStored(legend)]).toEqual([false, 'open'])
  } finally {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { value: null, writable: true, configurable: true })
  }
})

it('a value is the same in all tabs, also one that was written while nothing read it', () => {
  const writeElsewhere = (text: string) => {
    window.localStorage.setItem(columns.key, text)
    window.dispatchEvent(Object.assign(new Event('storage'), { key: columns.key }))
  }
  const onChange = vi.fn()
  const leave = subscribeToStored(onChange)
  expect(writeStored(columns, 'id,year')).toBe(true)
  expect(window.localStorage.getItem(columns.key)).toBe('id,year')
  writeElsewhere('seats')
  expect([readStored(columns), onChange.mock.calls.length]).toEqual(['seats', 2])
  leave()
  writeElsewhere('load')
  expect([readStored(columns), onChange.mock.calls.length]).toEqual(['load', 2])
})
