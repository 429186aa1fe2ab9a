import { expect, test } from 'vitest'
import { DEFAULT_COLUMNS, parseColumns } from './use-columns'

test('the stored choice is read in the order of the table, without what this version does not know', () => {
  expect(parseColumns(null)).toBe(DEFAULT_COLUMNS)
  expect(parseColumns(DEFAULT_COLUMNS.join())).toEqual(DEFAULT_COLUMNS)
  // "functions" is the name of the versions before.
  expect(parseColumns('near,id,toString,functions,status,id,')).toEqual([
    'status',
    'id',
    'function',
    'near',
  ])
  expect(parseColumns('')).toEqual([])
})
