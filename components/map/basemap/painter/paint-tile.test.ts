import { expect, test } from 'vitest'
import { widthAt } from './paint-tile'

const stops = [
  [10, 1],
  [14, 5],
  [18, 20],
] as const

test('a width has the value of its stops, grows between them and stays beyond them', () => {
  const width = (zoom: number) => widthAt(stops, zoom, 1)
  expect([8, 10, 14, 18, 22].map(width)).toEqual([1, 1, 5, 20, 20])
  expect(width(12)).toBeGreaterThan(width(11))
  expect(width(12)).toBeLessThan(width(13))
})

test('between whole zooms a width on the screen changes without a jump, whichever tiles are shown', () => {
  // Zoom 13.5 by tiles of zoom 13, drawn larger, and of zoom 14, drawn smaller.
  const one = widthAt(stops, 13, Math.SQRT2) * Math.SQRT2
  const other = widthAt(stops, 14, Math.SQRT1_2) * Math.SQRT1_2
  expect(one).toBeCloseTo(other, 10)
})
