import { expect, test } from 'vitest'
import { distanceFormat } from '@/lib/format/position/distance'
import { formatMinutes, formatRoadTime, withoutRoadTime } from './road-time'

test.each([
  [0, '< 1 min'],
  [59, '< 1 min'],
  [60, '1 min'],
  [89, '1 min'],
  [91, '2 min'],
  [420, '7 min'],
  [3_600, '60 min'],
  [4_780, '1 h 20 min'],
  [7_190, '2 h'],
])('%d seconds are %j', (seconds, text) => {
  expect(formatMinutes(seconds)).toBe(text)
})

test('a time with its distance, in kilometres or miles', () => {
  const time = { seconds: 424, metres: 2_104 }
  expect(formatRoadTime(time, distanceFormat('kilometres'))).toBe('7 min · 2.1 km')
  expect(formatRoadTime(time, distanceFormat('miles'))).toBe('7 min · 1.31 mi')
})

test('without a time, the reason in the units of the page', () => {
  expect(withoutRoadTime('off-road', distanceFormat('kilometres'))).toBe(
    '200 m or more from any road',
  )
  expect(withoutRoadTime('off-road', distanceFormat('miles'))).toBe('220 yd or more from any road')
  expect(withoutRoadTime('none', distanceFormat('miles'))).toBe(
    'not reachable by road within an hour',
  )
  expect(withoutRoadTime('not-asked', distanceFormat('miles'))).toBeNull()
  expect(withoutRoadTime(null, distanceFormat('miles'))).toBeNull()
})
