import { expect, test } from 'vitest'
import { momentInWords } from './moment-words'

test('a moment without a list is not one without vehicles', () => {
  const area = { slotById: new Map([['v-1', 0]]) }
  expect(momentInWords('16:04:00', area)).toBe('Replay at 16:04:00, 1 vehicle')
  expect(momentInWords('16:04:00', { slotById: new Map() })).toBe('Replay at 16:04:00, 0 vehicles')
  expect(momentInWords('16:04:00', null)).toBe('Replay at 16:04:00, nothing recorded')
})
