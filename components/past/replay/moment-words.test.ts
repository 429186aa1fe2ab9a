import { expect, test } from 'vitest'
import { areaOf } from '@/lib/testing/search-area'
import { emptyVehicle } from '@/lib/testing/vehicles'
import { momentInWords } from './moment-words'

test('a moment without a list is not one without vehicles', () => {
  const area = areaOf([emptyVehicle('v-1')])
  expect(momentInWords('16:04:00', area)).toBe('Replay at 16:04:00, 1 vehicle')
  expect(momentInWords('16:04:00', areaOf([]))).toBe('Replay at 16:04:00, 0 vehicles')
  expect(momentInWords('16:04:00', null)).toBe('Replay at 16:04:00, nothing recorded')
})
