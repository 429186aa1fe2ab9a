import { expect, test } from 'vitest'
import { distanceFormat } from '@/lib/format/position/distance'
import { parseAreasOfBrowser, queryToSave, savedInWords } from './saved-queries'

test('a saved view keeps the area, its filters and its order, not the selection or the position of the map', () => {
  const whole = 'position=51,0&radius=5000&vehicle=v-1&map=51,0@12&sort=-price&status=busy'
  const saved = new URLSearchParams(queryToSave(new URLSearchParams(whole)))
  expect([...saved.keys()]).toEqual(['position', 'radius', 'sort', 'status'])
})

test.each([null, '', '{', '{}', '[{"name":"North"}]', '[{"name":"","query":""}]'])(
  '%j holds no areas',
  (text) => {
    expect(parseAreasOfBrowser(text)).toEqual([])
  },
)

const kilometres = distanceFormat('kilometres')

test('a saved view is described by its radius, filters and order', () => {
  expect(savedInWords('position=51.5,-0.1', kilometres)).toBe('1 km')
  const all = 'position=51.5,-0.1&radius=700&type=wheelchair_taxi&sort=-price&status=busy&seats=4'
  const words =
    '700 m, wheelchair taxi, busy, at least 4 seats, highest price number first; currency not reported'
  expect(savedInWords(all, kilometres)).toBe(words)
  expect(savedInWords('radius=x&types=taxi,van', kilometres)).toBe('1 km, taxi or van')
  expect(savedInWords('radius=805', distanceFormat('miles'))).toBe('0.5 mi')
})
