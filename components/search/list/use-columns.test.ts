import { expect, test } from 'vitest'
import { DEFAULT_COLUMNS, parseColumns } from './use-columns'

test('the stored choice is read in the order of the table, without what this version does not know', () => {
  expect(parseColumns(null)).toBe(DEFAULT_COLUMNS)
  expect(parseColumns(DEFAULT_COLUMNS.join())).toEqual(DEFAULT_COLUMNS)
  expect(parseColumns('near,id,toString,function,status,id,')).toEqual([
    'status',
    'id',
    'function',
    'near',
  ])
  expect(parseColumns('')).toEqual([])
})
