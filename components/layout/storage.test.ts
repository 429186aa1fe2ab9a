import { expect, it } from 'vitest'
import {
  clearStorage,
  onStorageCleared,
  readStored,
  type StorageWindow,
  storageKeys,
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

it('a sign-out takes the references away and leaves the saved areas', () => {
  const window = createWindow()
  writeStored(window, storageKeys.savedAreas, 'areas')
  writeStored(window, storageKeys.lookupText, 'references')
  expect(window.sessionStorage.getItem('kerbside.lookup-text')).toBe('references')
  clearStorage(window)
  expect(readStored(window, storageKeys.lookupText)).toBeNull()
  expect(readStored(window, storageKeys.savedAreas)).toBe('areas')
})

it('an open page that writes when it is told does not bring them back', () => {
  const window = createWindow()
  const stop = onStorageCleared(() => writeStored(window, storageKeys.lookupText, 'once more'))
  clearStorage(window)
  stop()
  expect(readStored(window, storageKeys.lookupText)).toBeNull()
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
  expect(writeStored(window, storageKeys.lookupText, 'x')).toBe(false)
  expect(readStored(window, storageKeys.lookupText)).toBeNull()
})
