import { expect, test } from 'vitest'
import { driverFit, driverFits, isPhoneNumber, mayNameDriver } from './driver-fit'

const { whole, strong, weak, none } = driverFits

test.each([
  ['+598 99 123 456', whole],
  ['099 123 456', whole],
  ['00598 (99) 123-456', whole],
  ['99123456', whole],
  ['123 456', strong],
  ['91234', weak],
  ['1234', none],
  ['099 123 457', none],
])('%s typed for +598 99 123 456', (text, fit) => {
  expect(driverFit(text)({ name: 'Ana', phone: '+598 99 123 456' })).toBe(fit)
})

test('a country’s prefix is found at a number that has none, and each of several numbers', () => {
  expect(driverFit('+598 99 123 456')({ name: null, phone: '099 123 456' })).toBe(whole)
  expect(driverFit('+44 20 7946 0107')({ name: null, phone: '+44 (0)20 7946 0107' })).toBe(whole)
  expect(driverFit('099 123 456')({ name: null, phone: '2901 1234 / 099 123 456' })).toBe(whole)
})

test.each([
  '\u202a+598 99 123 456\u202c',
  '\u200e099 123 456',
  '099–123–456',
  '099 123 456 ext 12',
  '099 123 456 x12',
  '٠٩٩ ١٢٣ ٤٥٦',
  '۰۹۹۱۲۳۴۵۶',
])('%j is the number 099 123 456, typed or in a record', (text) => {
  expect(isPhoneNumber(text)).toBe(true)
  expect(driverFit(text)({ name: null, phone: '099 123 456' })).toBe(whole)
  expect(driverFit('099 123 456')({ name: null, phone: text })).toBe(whole)
})

test.each([
  ['Sorensen', 'Mette Sørensen', strong],
  ['Sørensen', 'Mette Sorensen', strong],
  ['lodz', 'Łódź', whole],
  ['strasse', 'Straße', whole],
  ['OBrien', 'Pat O’Brien', strong],
  ["O'Brien", 'Pat OBrien', strong],
  ['o brien', "Pat O'Brien", strong],
  ['brien', "Pat O'Brien", strong],
  ['Jean Pierre', 'Jean-Pierre', whole],
  ['太郎', '山田太郎', weak],
  ['山', '山田太郎', weak],
  ['山田太郎', '山田太郎', whole],
  ['철수', '김철수', weak],
  ['ensen', 'Sørensen', none],
])('%s typed for %s', (text, name, fit) => {
  expect(driverFit(text)({ name, phone: null })).toBe(fit)
})

test.each([
  ['núñez jose', whole],
  ['NUNEZ', strong],
  ['jos', weak],
  ['j', none],
  ['pepe', none],
  ['nunez maria', none],
  ['José 17', none],
])('%s typed for José Núñez', (text, fit) => {
  expect(driverFit(text)({ name: 'José Núñez', phone: null })).toBe(fit)
})

test('a driver without a name or number fits no text', () => {
  expect(driverFit('ana maria')({ name: null, phone: '099 123 456' })).toBe(none)
  expect(driverFit('099 123 456')({ name: '099 123 456', phone: null })).toBe(none)
})

test('an address, a call sign and a plate name no driver', () => {
  const texts = ['18 de Julio 1234', 'KB-17', '17', '1234', 'SBA 1234', '', '+', 'j']
  expect(texts.filter(mayNameDriver)).toEqual([])
  const numbers = ['099 123 456', '+598 (99) 1', '12-345']
  expect(numbers.filter(mayNameDriver)).toEqual(numbers)
  const others = ['11200', '18 de Julio 12345678']
  expect([...numbers, ...others].filter(isPhoneNumber)).toEqual(['099 123 456'])
})
