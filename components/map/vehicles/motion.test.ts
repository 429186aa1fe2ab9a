import { expect, test } from 'vitest'
import { worldX, worldY } from '@/components/map/canvas/mercator'
import { mapVehicles, vehicle } from '@/lib/testing/map-vehicles'
import { GLIDE_MS, Motion } from './motion'
import { makeColumns, noColumns } from './vehicle-columns'

/** Motion and columns of one refresh after the other. */
function fleet() {
  const motion = new Motion()
  let columns = noColumns
  return {
    motion,
    refresh(now: number, places: Record<string, readonly [number, number]>, glides = true) {
      const records = Object.entries(places).map(([id, [lat, lng]]) => vehicle(id, { lat, lng }))
      columns = makeColumns(columns, mapVehicles(records))
      motion.set(columns, now, glides)
    },
  }
}

test('a vehicle seen for the first time stands where it is', () => {
  const { motion, refresh } = fleet()
  refresh(0, { a: [51, 0] })
  expect(motion.progress(0)).toBe(1)
  expect(motion.xAt(0, 1)).toBe(worldX(0))
  expect(motion.yAt(0, 1)).toBe(worldY(51))
  expect(motion.isMoving(0)).toBe(false)
})

test('a vehicle glides from where it was seen last, also when it is sent elsewhere half way', () => {
  const { motion, refresh } = fleet()
  refresh(0, { a: [51, 0] })
  refresh(1000, { a: [51, 0.01] })
  expect(motion.progress(1000)).toBe(0)
  expect(motion.isMoving(0)).toBe(true)
  const half = motion.xAt(0, motion.progress(1000 + GLIDE_MS / 2))
  expect(half).toBeCloseTo(worldX(0.005), 10)
  refresh(1000 + GLIDE_MS / 2, { b: [50, 0], a: [51, 0] })
  expect(motion.xAt(1, 0)).toBeCloseTo(half, 10)
  expect(motion.xAt(1, 1)).toBe(worldX(0))
})

test('a vehicle that turns up in another town, or where motion is not wanted, is there at once', () => {
  const { motion, refresh } = fleet()
  refresh(0, { a: [51, 0] })
  refresh(1000, { a: [52, 1] })
  expect(motion.xAt(0, motion.progress(1000))).toBe(worldX(1))
  refresh(2000, { a: [52, 1.001] }, false)
  expect(motion.progress(2000)).toBe(1)
  expect(motion.xAt(0, 0)).toBe(worldX(1.001))
})

test('a vehicle crosses ±180° by the short way', () => {
  const { motion, refresh } = fleet()
  refresh(0, { a: [0, 179.99] })
  refresh(1000, { a: [0, -179.99] })
  expect(motion.isMoving(0)).toBe(true)
  expect(motion.xAt(0, 0)).toBeCloseTo(worldX(179.99) - 1, 10)
  expect(motion.xAt(0, 1)).toBe(worldX(-179.99))
})
