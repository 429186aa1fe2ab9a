import { expect, test } from 'vitest'
import { isOurRef, isVehicleId } from './identifiers'

test.each([
  'v-7',
  'lime:fb5de931-56f2',
  'a b',
  '100%',
  'ü',
  '🚕',
  'x?y#z',
  'Example',
  '...',
  'x'.repeat(128),
])('%j can be asked for as a vehicle id', (text) => {
  expect(isVehicleId(text)).toBe(true)
})

test.each([
  '',
  '.',
  '..',
  'example',
  'by-our-ref',
  '../bookings/example',
  'a/b',
  'a\\b',
  'a\u0000b',
  'a\nb',
  '\u007f',
  '\ud800',
  'x'.repeat(129),
])('%j cannot be asked for as a vehicle id', (text) => {
  expect(isVehicleId(text)).toBe(false)
})

test('a reference may hold what an id may not, but no control characters', () => {
  expect(isOurRef('depot/7 #3?%')).toBe(true)
  expect(isOurRef('example')).toBe(true)
  expect(isOurRef('🚕'.repeat(128))).toBe(true)
  expect(isOurRef('')).toBe(false)
  expect(isOurRef('\udc00')).toBe(false)
  expect(isOurRef('x'.repeat(129))).toBe(false)
  expect(isOurRef('a\tb')).toBe(false)
})
