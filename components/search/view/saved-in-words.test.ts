import { expect, test } from 'vitest'
import { distanceFormat } from '@/lib/format/position/distance'
import { savedInWords } from './saved-in-words'

const kilometres = distanceFormat('kilometres')

test('a saved view is described by its radius, filters and order', () => {
  expect(savedInWords('position=51.5,-0.1', kilometres)).toBe('1 km')
  expect(
    savedInWords(
      'position=51.5,-0.1&radius=700&type=wheelchair_taxi&sort=-price&status=busy&seats=4',
      kilometres,
    ),
  ).toBe('700 m, wheelchair taxi, busy, at least 4 seats, highest price number first; currency not reported')
  expect(savedInWords('radius=x&types=taxi,van', kilometres)).toBe('1 km, taxi or van')
  expect(savedInWords('radius=805', distanceFormat('miles'))).toBe('0.5 mi')
})
