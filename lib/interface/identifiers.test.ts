import { expect, test } from 'vitest'
import { isOurRef, isVehicleId } from './identifiers'

const ids = [
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
]
const paths = ['.', '..', 'example', 'by-our-ref', '../bookings/example', 'a/b', 'a\\b']

test.each([
  ...ids.map((text) => [text, true] as const),
  ...['', ...paths, 'a\u0000b', 'a\nb', '\u007f', '\ud800', 'x'.repeat(129)].map(
    (text) => [text, false] as const,
  ),
])('%j can be asked for as a vehicle id: %s', (text, isOne) => {
  expect(isVehicleId(text)).toBe(isOne)
})

test('a reference may hold what an id may not, but no control characters', () => {
  expect(['depot/7 #3?%', 'example', '🚕'.repeat(128)].map(isOurRef)).toEqual([true, true, true])
  expect(['', '\udc00', 'x'.repeat(129), 'a\tb'].filter(isOurRef)).toEqual([])
})
