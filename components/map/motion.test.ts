import { expect, test } from 'vitest'
import { worldX, worldY } from './mercator'
import { GLIDE_MS, Motion } from './motion'

const at = (id: string, lat: number, lng: number) => ({ id, position: { lat, lng } })

test('a vehicle seen for the first time stands where it is', () => {
  const motion = new Motion()
  motion.set([at('a', 51, 0)], 0, true)
  expect(motion.progress(0)).toBe(1)
  expect(motion.xAt(0, 1)).toBe(worldX(0))
  expect(motion.yAt(0, 1)).toBe(worldY(51))
})

test('a vehicle glides from where it was seen last, also when it is sent elsewhere half way', () => {
  const motion = new Motion()
  motion.set([at('a', 51, 0)], 0, true)
  motion.set([at('a', 51, 0.01)], 1000, true)
  expect(motion.progress(1000)).toBe(0)
  const half = motion.xAt(0, motion.progress(1000 + GLIDE_MS / 2))
  expect(half).toBeCloseTo(worldX(0.005), 10)
  motion.set([at('b', 50, 0), at('a', 51, 0)], 1000 + GLIDE_MS / 2, true)
  expect(motion.xAt(1, 0)).toBeCloseTo(half, 10)
  expect(motion.xAt(1, 1)).toBe(worldX(0))
})

test('a vehicle that turns up in another town, or where motion is not wanted, is there at once', () => {
  const motion = new Motion()
  motion.set([at('a', 51, 0)], 0, true)
  motion.set([at('a', 52, 1)], 1000, true)
  expect(motion.xAt(0, motion.progress(1000))).toBe(worldX(1))
  motion.set([at('a', 52, 1.001)], 2000, false)
  expect(motion.progress(2000)).toBe(1)
  expect(motion.xAt(0, 0)).toBe(worldX(1.001))
})
