import { expect, test } from 'vitest'
import { statusChangeOf } from './use-status-change'

test('the tab says what became of the selected vehicle, also one that reports no status any more', () => {
  expect(statusChangeOf('KB-17', { to: 'on_trip' })).toBe('KB-17 is now on trip')
  expect(statusChangeOf('KB-17', { to: null })).toBe('KB-17 no longer reports a status')
  expect(statusChangeOf('سيارة 12', { to: 'busy' })).toBe('\u2068سيارة 12\u2069 is now busy')
})
