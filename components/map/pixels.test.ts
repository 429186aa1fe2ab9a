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

/** A disc of one colour, opaque but for its rim. */
function disc(red: number): PixelSprite {
  const side = 16
  const pixels = new Int32Array(side * side)
  for (let row = 2; row < 14; row++) {
    for (let column = 2; column < 14; column++) {
      const distance = Math.hypot(row - 7.5, column - 7.5)
      pixels[row * side + column] = packed([red, 10, 20, distance < 5 ? 255 : distance < 6 ? 90 : 1])
    }
  }
  return createPixelSprite(pixels, side)
}

test('what a crowd hides is left out, and what is seen is as if nothing were', () => {
  const [width, height, margin] = [64, 48, 16]
  const place = fc.record({
    left: fc.integer({ min: -20, max: width + 4 }),
    top: fc.integer({ min: -20, max: height + 4 }),
    red: colour,
  })
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 150 }), (sprites) => {
      const plain = new Int32Array(width * height)
      const pixels = new Pixels(width, height, margin)
      for (const { left, top, red } of sprites) {
        const sprite = disc(red)
        pixels.putUnder(sprite, left, top)
        for (let row = 0; row < 16; row++)
          for (let column = 0; column < 16; column++) {
            const [x, y] = [left + column, top + row]
            const under = sprite.pixels[row * 16 + column] as number
            if (x < 0 || y < 0 || x >= width || y >= height || under === 0) continue
            const over = plain[y * width + x] as number
            plain[y * width + x] = over === 0 ? under : blend(over, under)
          }
      }
      expect(pixels.at(0, 0, width, height)).toEqual(plain)
    }),
  )
})
