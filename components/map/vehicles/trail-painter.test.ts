import { expect, test } from 'vitest'
import { worldX } from '@/components/map/mercator'
import type { Projection } from '@/components/map/projection'
import { trailPoints } from './trail-painter'

const scale = 256 * 2 ** 10

function projectionAt(lng: number): Projection {
  const centreX = worldX(lng)
  return { scale, centreX, originX: centreX * scale, originY: scale / 2 }
}

test('a trail across ±180° is one line, on either side of the map', () => {
  const trail = [179.99, -179.99, -179.98].map((lng) => ({ lat: 0, lng }))
  for (const lng of [180, -180, 179.9, -179.9]) {
    const points = trailPoints(trail, projectionAt(lng))
    const steps = points.slice(1).map(([x], at) => x - (points[at]?.[0] as number))
    expect(steps[0]).toBeCloseTo((0.02 / 360) * scale, 6)
    expect(steps[1]).toBeCloseTo((0.01 / 360) * scale, 6)
    expect(Math.abs(points.at(-1)?.[0] as number)).toBeLessThan(100)
  }
  expect(trailPoints([], projectionAt(0))).toEqual([])
})
