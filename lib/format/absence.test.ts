import { expect, test } from 'vitest'
import { absencePhrase } from './absence'

test('a value that came and is not read is not called missing', () => {
  expect(absencePhrase('position', 'position', ['position'])).toBe('position unreadable')
  expect(absencePhrase('position', 'position', ['status'])).toBe('position not reported')
  expect(absencePhrase('position', 'position', undefined)).toBe('position not reported')
})
