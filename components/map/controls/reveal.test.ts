import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Box } from '@/components/map/projection'
import { offsetIntoView } from './reveal'

const frame: Box = { left: 0, top: 0, right: 1000, bottom: 800 }
const card: Box = { left: 0, top: 600, right: 320, bottom: 800 }
const legend: Box = { left: 0, top: 0, right: 220, bottom: 350 }
const around = (x: number, y: number): Box => ({
  left: x - 20,
  top: y - 20,
  right: x + 20,
  bottom: y + 20,
})

test.each([
  ['in view', around(500, 400), [0, 0]],
  ['beyond the right edge', around(1100, 400), [-120, 0]],
  ['beyond a corner', around(-10, -50), [250, 70]],
  ['under the card, nearer to its top', around(100, 620), [0, -40]],
  ['under the card, nearer to its right edge', around(310, 700), [30, 0]],
  ['half under the legend', around(230, 100), [10, 0]],
] as const)('%s', (_, rect, offset) => {
  expect(offsetIntoView([rect], frame, [card, legend])).toEqual(offset)
})

test('two move together; the second is given up when both do not fit', () => {
  // Up would bring the second out of the frame.
  expect(offsetIntoView([around(100, 620), around(300, 30)], frame, [card])).toEqual([240, 0])
  expect(offsetIntoView([around(100, 620), around(3000, 30)], frame, [card])).toEqual([0, -40])
})

test('what does not fit anywhere is left alone', () => {
  expect(offsetIntoView([around(500, 400)], frame, [frame])).toEqual([0, 0])
})

test('nothing that was moved is covered or outside', () => {
  const side = fc.integer({ min: 0, max: 300 })
  const place = fc.integer({ min: -2000, max: 3000 })
  fc.assert(
    fc.property(place, place, side, side, (x, y, w, h) => {
      const cover = { left: 0, top: 800 - h, right: w, bottom: 800 }
      const [dx, dy] = offsetIntoView([around(x, y)], frame, [cover])
      const at = { x: x + dx, y: y + dy }
      expect([at, at.x >= 20 && at.x <= 980 && at.y >= 20 && at.y <= 780]).toEqual([at, true])
      if (w > 0 && h > 0) expect(at.x - 20 >= w || at.y + 20 <= 800 - h).toBe(true)
    }),
  )
})
