import { expect, it } from 'vitest'
import { mayHaveBeen, partKept, spreadsheetChange } from './spreadsheet-changes'

it.each([
  ['1.23457E+11', 'A spreadsheet probably shortened this number'],
  ['1,2E+5', 'A spreadsheet probably shortened this number'],
  ['1.00E+05', 'A spreadsheet probably shortened this number'],
  ['03-Jan', 'A spreadsheet probably made a date of this'],
  ['Jan-03', 'A spreadsheet probably made a date of this'],
  ['03. Mär', 'A spreadsheet probably made a date of this'],
  ['03. Mrz', 'A spreadsheet probably made a date of this'],
  ['3. März', 'A spreadsheet probably made a date of this'],
  ['03-ene', 'A spreadsheet probably made a date of this'],
  ['#NAME?', 'A spreadsheet wrote an error here'],
  ['########', 'A spreadsheet wrote an error here'],
  ...['123', 'KB-17', '1E5', '40-Jan', 'Jane', 'Mara 7', '3-1'].map((text) => [text, null]),
])('what a spreadsheet did to %j: %s', (text, expected) => {
  expect(spreadsheetChange(text ?? '')).toBe(expected)
})

it.each([
  ['123', '00123'],
  ['123.0', '00123'],
  ['1.23457E+11', '123456789012'],
  ['1,23457E+11', '0123456789012'],
  ['1.00E+05', '1E5'],
  ['123456789012346000', '123456789012345678'],
  ['1234567890123450', '1234567890123456'],
  ['1234567890123460', '1234567890123456'],
  ['03. Mrz', '3-3'],
  ['03-Jan', '3-1'],
  ['03-Jan', '01/03'],
  ['Mar-01', 'MAR1'],
])('%j may have been %j', (text, known) => {
  expect(mayHaveBeen(text, known)).toBe(true)
})

it.each([
  ['123', '123'],
  ['123', '1230'],
  ['1234567890123450', '1234567890123556'],
  ['123', 'KB-123'],
  ['1.23457E+11', '123999999999'],
  ['03-Jan', '3-2'],
  ['KB-1', 'KB-01'],
])('%j was not %j', (text, known) => {
  expect(mayHaveBeen(text, known)).toBe(false)
})

it('a part is left to search for', () => {
  expect(partKept('123')).toBe('123')
  expect(partKept('1.23457E+11')).toBe('12345')
  expect(partKept('1234567890123450')).toBe('12345678901234')
  expect(partKept('03-Jan')).toBe('3-1')
  expect(partKept(' KB-1 ')).toBe('KB-1')
})
