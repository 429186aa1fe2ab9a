import { expect, test } from 'vitest'
import { distanceMetres } from '@/lib/interface/geometry'
import { movedBy, resizedBy } from './circle-keys'

const circle = { position: { lat: 51.5, lng: -0.1 }, radius: 1000 }

test('an arrow moves the circle by a tenth of its radius', () => {
  for (const [key, north, east] of [
    ['ArrowUp', 1, 0],
    ['ArrowDown', -1, 0],
    ['ArrowRight', 0, 1],
    ['ArrowLeft', 0, -1],
  ] as const) {
    const moved = movedBy(key, circle)
    if (!moved) throw new Error(`${key} moved nothing`)
    expect(distanceMetres(circle.position, moved.position)).toBeCloseTo(100, 3)
    // 100 m are 0.0009° of latitude, and here 0.0014° of longitude.
    expect(moved.position.lat - circle.position.lat).toBeCloseTo(north * 0.0009, 5)
    expect(moved.position.lng - circle.position.lng).toBeCloseTo(east * 0.00144, 5)
    expect(moved.radius).toBe(1000)
  }
})

test('an arrow resizes the circle by a tenth, in whole metres, within limits', () => {
  expect(resizedBy('ArrowUp', circle)?.radius).toBe(1100)
  expect(resizedBy('ArrowRight', circle)?.radius).toBe(1100)
  expect(resizedBy('ArrowDown', circle)?.radius).toBe(909)
  expect(resizedBy('ArrowLeft', { ...circle, radius: 10 })?.radius).toBe(10)
  expect(resizedBy('ArrowUp', { ...circle, radius: 0.5 })?.radius).toBe(10)
  expect(resizedBy('ArrowUp', { ...circle, radius: 20_000_000 })?.radius).toBe(20_037_508)
})

test('other keys are ignored', () => {
  expect([movedBy('Enter', circle), resizedBy('a', circle)]).toEqual([null, null])
})
