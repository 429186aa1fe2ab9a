import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPixelSprite, type PixelSprite } from './pixel-sprites'
import { blend, Pixels } from './pixels'

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

test('one pixel over another follows the compositing formula, within one or two steps', () => {
  fc.assert(
    fc.property(pixels, pixels, (over, under) => {
      const result = unpacked(blend(packed(over), packed(under)))
      const [alphaOver, alphaUnder] = [over[3] / 255, under[3] / 255]
      const alpha = alphaOver + alphaUnder * (1 - alphaOver)
      expect(Math.abs(result[3] - alpha * 255)).toBeLessThanOrEqual(1)
      for (const channel of [0, 1, 2] as const) {
        const exact = (over[channel] * alphaOver + under[channel] * alphaUnder * (1 - alphaOver)) / alpha
        // The colour of a faint pixel has few visible steps.
        expect(Math.abs(result[channel] - exact) * alpha).toBeLessThanOrEqual(2)
      }
    }),
  )
})

/** A disc of one colour with a translucent rim, or an opaque square. */
function sprite(side: number, red: number, isDisc: boolean): PixelSprite {
  const pixels = new Int32Array(side * side).map((_, at) => {
    const [row, column] = [Math.floor(at / side), at % side]
    const distance = Math.hypot(row - side / 2 + 0.5, column - side / 2 + 0.5) / side
    const alpha = !isDisc || distance < 0.3 ? 255 : distance < 0.36 ? 90 : distance < 0.42 ? 1 : 0
    return alpha === 0 ? 0 : packed([red, 10, 20, alpha])
  })
  return createPixelSprite(pixels, side)
}

// Narrower than, equal to and wider than 32 bits.
const sides = [16, 32, 40, 72]

test('skipping covered pixels gives the same picture', () => {
  const [width, height, margin] = [90, 48, 72]
  const place = fc.record({
    left: fc.integer({ min: -80, max: width + 4 }),
    top: fc.integer({ min: -80, max: height + 4 }),
    red: colour,
    side: fc.constantFrom(...sides),
    isDisc: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 60 }), (sprites) => {
      const plain = new Int32Array(width * height)
      const pixels = new Pixels(width, height, margin)
      for (const { left, top, red, side, isDisc } of sprites) {
        const one = sprite(side, red, isDisc)
        pixels.putUnder(one, left, top)
        for (let row = 0; row < side; row++)
          for (let column = 0; column < side; column++) {
            const [x, y] = [left + column, top + row]
            const under = one.pixels[row * side + column] as number
            if (x < 0 || y < 0 || x >= width || y >= height || under === 0) continue
            const over = plain[y * width + x] as number
            plain[y * width + x] = over === 0 ? under : blend(over, under)
          }
      }
      expect(pixels.at(0, 0, width, height)).toEqual(plain)
    }),
  )
})
