import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Occupancy, type Rectangle } from './occupancy'

test('a rectangle is free exactly if it is on the canvas and none of its pixels was taken', () => {
  const [width, height] = [100, 20]
  const rectangle = fc
    .tuple(
      fc.integer({ min: -40, max: width + 40 }),
      fc.integer({ min: -10, max: height + 10 }),
      fc.integer({ min: 1, max: 70 }),
      fc.integer({ min: 1, max: 8 }),
    )
    .map(([left, top, across, down]): Rectangle => ({ left, top, right: left + across, bottom: top + down }))
  fc.assert(
    fc.property(fc.array(rectangle, { maxLength: 8 }), rectangle, (taken, asked) => {
      const occupancy = new Occupancy(width, height)
      for (const one of taken) occupancy.take(...sizeOf(one))
      const { left, top, right, bottom } = asked
      const isOn = left >= 0 && top >= 0 && right <= width && bottom <= height
      const isClear = taken.every(
        (one) => one.left >= right || left >= one.right || one.top >= bottom || top >= one.bottom,
      )
      expect(occupancy.isFree(...sizeOf(asked))).toBe(isOn && isClear)
    }),
    { numRuns: 2_000 },
  )
})

function sizeOf({ left, top, right, bottom }: Rectangle): [number, number, number, number] {
  return [left, top, right - left, bottom - top]
}
