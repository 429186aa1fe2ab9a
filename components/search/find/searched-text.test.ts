import { expect, test } from 'vitest'
import { SEARCH_TEXT_MAXIMUM } from '@/lib/api/contract/places'
import { LONGEST_TEXT, searchedText } from './searched-text'

test.each(['18 de Julio 1234', '17', 'SE 17', '1234', '-34', '1234, Rue X', '٣ شارع'])(
  '%s is searched for',
  (text) => expect(searchedText(text)).toBe(text),
)

test.each([
  '',
  '  ',
  '91,0',
  '51.5,',
  '51.5 -0.1',
  '-34.9, -56.',
  `51°30'N`,
  'https://maps.app/x',
  'geo:1',
  'HTTP://x',
])('%j is not sent', (text) => expect(searchedText(text)).toBeNull())

test('spaces are one, and a text is as long as the route takes', () => {
  expect(searchedText('  18  de\u00a0Julio ')).toBe('18 de Julio')
  expect(LONGEST_TEXT).toBe(SEARCH_TEXT_MAXIMUM)
  expect(searchedText('x'.repeat(LONGEST_TEXT))).not.toBeNull()
  expect(searchedText('x'.repeat(LONGEST_TEXT + 1))).toBeNull()
})
