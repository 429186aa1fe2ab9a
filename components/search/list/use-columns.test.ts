import { afterEach, expect, test, vi } from 'vitest'
import { chooseColumns, columnsStore, DEFAULT_COLUMNS, moved, parseColumns, toggled } from './use-columns'

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

test('the stored choice is read in its order, without what this version does not know', () => {
  expect(parseColumns(null)).toBe(DEFAULT_COLUMNS)
  // "functions" is the name of the versions before; the status comes first, the address last.
  expect(parseColumns('near,id,toString,functions,status,id,')).toEqual(['status', 'id', 'function', 'near'])
  expect(parseColumns('')).toEqual([])
})

test('columns are added at the end, taken out and moved as far as the edges', () => {
  expect(toggled(['id', 'near'], 'seats')).toEqual(['id', 'seats', 'near'])
  expect(toggled(['id', 'year'], 'id')).toEqual(['year'])
  expect(moved(['id', 'year', 'seats'], 'year', -1)).toEqual(['year', 'id', 'seats'])
  expect(moved(['id', 'year', 'seats'], 'year', 1)).toEqual(['id', 'seats', 'year'])
  expect(moved(['id', 'year'], 'id', -1)).toEqual(['id', 'year'])
  expect(moved(['status', 'year'], 'year', -1)).toEqual(['status', 'year'])
  expect(moved(['id', 'year'], 'seats', 1)).toEqual(['id', 'year'])
})
