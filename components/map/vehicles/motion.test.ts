import { expect, test } from 'vitest'
import { createSender } from '@/lib/testing/live/sender'
import { vehicle } from '@/lib/testing/map-vehicles'
import { finish } from '@/lib/vehicles/steps'
import { VehicleTable } from '@/lib/vehicles/vehicle-table'
import { GLIDE_MS, Motion } from './motion'

/** Motion over consecutive refreshes; each vehicle in a slot by its position in the object. */
function motionOf() {
  const motion = new Motion()
  const sender = createSender()
  let table = new VehicleTable()
  return {
    motion,
    refresh(now: number, positions: Record<string, readonly [number, number]>, glides = true) {
      const list = Object.entries(positions).map(([id, [lat, lng]]) => vehicle(id, { lat, lng }))
      table = table.copy()
      finish(table.apply(sender.changes(`e.${now}`, { list })))
      motion.set(table, now, glides)
    },
  }
}

test('a new vehicle does not glide', () => {
  const { motion, refresh } = motionOf()
  refresh(0, { a: [51, 0] })
  expect(motion.progress(0)).toBe(1)
  expect(motion.lngAt(0, 1)).toBe(0 * 1e6)
  expect(motion.latAt(0, 1)).toBe(51e6)
  expect(motion.isMoving(0)).toBe(false)
})

test('a vehicle glides from where it was drawn last, also when redirected half way', () => {
  const { motion, refresh } = motionOf()
  refresh(0, { a: [51, 0] })
  refresh(1000, { a: [51, 0.01] })
  expect(motion.progress(1000)).toBe(0)
  expect(motion.isMoving(0)).toBe(true)
  const half = motion.lngAt(0, motion.progress(1000 + GLIDE_MS / 2))
  expect(half).toBe(5000)
  refresh(1000 + GLIDE_MS / 2, { a: [51, 0], b: [50, 0] })
  expect(motion.lngAt(0, 0)).toBe(half)
  expect(motion.lngAt(0, 1)).toBe(0 * 1e6)
})

test('a long step, or reduced motion, is drawn at once', () => {
  const { motion, refresh } = motionOf()
  refresh(0, { a: [51, 0] })
  refresh(1000, { a: [52, 1] })
  expect(motion.lngAt(0, motion.progress(1000))).toBe(1 * 1e6)
  refresh(2000, { a: [52, 1.001] }, false)
  expect(motion.progress(2000)).toBe(1)
  expect(motion.lngAt(0, 0)).toBe(1_001_000)
})

test('a vehicle crosses ±180° the short way', () => {
  const { motion, refresh } = motionOf()
  refresh(0, { a: [0, 179.99] })
  refresh(1000, { a: [0, -179.99] })
  expect(motion.isMoving(0)).toBe(true)
  expect(motion.lngAt(0, 0)).toBe(-180.01e6)
  expect(motion.lngAt(0, 1)).toBe(-179.99 * 1e6)
})

test('a vehicle that takes the slot of another one does not glide from there', () => {
  const { motion, refresh } = motionOf()
  refresh(0, { a: [51, 0] })
  refresh(1000, { b: [51, 0.01] })
  expect(motion.isMoving(0)).toBe(false)
  expect(motion.lngAt(0, 0)).toBe(0.01 * 1e6)
})
