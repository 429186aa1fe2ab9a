import { expect, test } from 'vitest'
import { DEFAULT_COLUMNS, moved, parseColumns, toggled } from './use-columns'

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
