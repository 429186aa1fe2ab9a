import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blend } from './pixels'

const colour = fc.integer({ min: 0, max: 255 })
const pixels = fc.tuple(colour, colour, colour, fc.integer({ min: 1, max: 255 }))
type Pixel = readonly [number, number, number, number]

const packed = ([red, green, blue, alpha]: Pixel) => (alpha << 24) | (blue << 16) | (green << 8) | red
const unpacked = (pixel: number): Pixel => [
  pixel & 255,
  (pixel >>> 8) & 255,
  (pixel >>> 16) & 255,
  pixel >>> 24,
]

test('one pixel over another is what the formula of compositing says, to a step or two', () => {
  fc.assert(
    fc.property(pixels, pixels, (over, under) => {
      const result = unpacked(blend(packed(over), packed(under)))
      const [alphaOver, alphaUnder] = [over[3] / 255, under[3] / 255]
      const alpha = alphaOver + alphaUnder * (1 - alphaOver)
      expect(Math.abs(result[3] - alpha * 255)).toBeLessThanOrEqual(1)
      for (const channel of [0, 1, 2] as const) {
        const exact = (over[channel] * alphaOver + under[channel] * alphaUnder * (1 - alphaOver)) / alpha
        // Of a faint pixel the colour is coarse: it has few steps when it is shown.
        expect(Math.abs(result[channel] - exact) * alpha).toBeLessThanOrEqual(2)
      }
    }),
  )
})
