import { afterEach, expect, test, vi } from 'vitest'
import { chooseColumns, columnsStore } from './use-columns'

afterEach(() => vi.unstubAllGlobals())

test('the choice of another tab counts, also one that was made while no list was shown', () => {
  const stored = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  }
  const window = Object.assign(new EventTarget(), { localStorage })
  vi.stubGlobal('window', window)
  const chooseElsewhere = (text: string) => {
    stored.set('kerbside.columns', text)
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'kerbside.columns' }))
  }

  const onChange = vi.fn()
  const close = columnsStore.subscribe(onChange)
  chooseColumns(['id', 'year'])
  expect(columnsStore.current()).toEqual(['id', 'year'])
  expect(stored.get('kerbside.columns')).toBe('id,year')
  chooseElsewhere('seats')
  expect([columnsStore.current(), onChange.mock.calls.length]).toEqual([['seats'], 2])

  close()
  chooseElsewhere('load')
  expect([columnsStore.current(), onChange.mock.calls.length]).toEqual([['load'], 2])
})
