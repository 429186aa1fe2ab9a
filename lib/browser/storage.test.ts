import { expect, it } from 'vitest'
import { clearKept, type KeepingWindow, kept, onKeptCleared, readKept, writeKept } from './storage'

function createStorage(): Storage {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  } as Storage
}

const createWindow = (): KeepingWindow => ({ localStorage: createStorage(), sessionStorage: createStorage() })

it('a sign-out takes the references away and leaves the saved areas', () => {
  const window = createWindow()
  writeKept(window, kept.savedAreas, 'areas')
  writeKept(window, kept.lookupList, 'references')
  expect(window.sessionStorage.getItem('kerbside.lookup-list')).toBe('references')
  clearKept(window)
  expect(readKept(window, kept.lookupList)).toBeNull()
  expect(readKept(window, kept.savedAreas)).toBe('areas')
})

it('an open page that writes when it is told does not bring them back', () => {
  const window = createWindow()
  const stop = onKeptCleared(() => writeKept(window, kept.lookupList, 'once more'))
  clearKept(window)
  stop()
  expect(readKept(window, kept.lookupList)).toBeNull()
})

it('says when the browser keeps nothing', () => {
  const window = {
    get localStorage(): never {
      throw new Error('forbidden')
    },
    get sessionStorage(): never {
      throw new Error('forbidden')
    },
  }
  expect(writeKept(window, kept.lookupList, 'x')).toBe(false)
  expect(readKept(window, kept.lookupList)).toBeNull()
})
