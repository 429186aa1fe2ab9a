import { expect, it } from 'vitest'
import { cornersOf, endsInPixels, journeyAt, lineOpacity } from './journeys'

const projection = { scale: 1000, originX: 0, originY: 0, centreX: 0.5 }
const journey = (id: number, from: [number, number], to: [number, number]) => ({
  id,
  from: { lat: from[0], lng: from[1] },
  to: { lat: to[0], lng: to[1] },
})

it('goes the shorter way around the world, on the copy of the world that is looked at', () => {
  const across = journey(1, [0, 170], [0, -170])
  const [startX, , endX] = endsInPixels(across, projection)
  expect(endX - startX).toBeCloseTo((1000 * 20) / 360)
  expect(endsInPixels(across, { ...projection, centreX: -0.02 })[0]).toBeCloseTo(
    1000 * (170 / 360 - 0.5),
  )
})

it('has corners that hold every end, close together where journeys are on both sides of 180°', () => {
  const cornersIn = (...journeys: ReturnType<typeof journey>[]) =>
    cornersOf(journeys)?.map(({ lat, lng }) => [
      Math.round(lat * 1e6) / 1e6,
      Math.round(lng * 1e6) / 1e6,
    ])
  const corners = [[-5, 18], [12, 25]] // biome-ignore format: one line
  expect(cornersIn(journey(1, [10, 20], [-5, 25]), journey(2, [12, 18], [0, 19]))).toEqual(corners)
  const across = cornersIn(journey(1, [0, 179], [0, -179]), journey(2, [1, -178], [1, 178]))
  expect(across![1]![1]! - across![0]![1]!).toBeCloseTo(4)
  expect(cornersOf([])).toBeNull()
})

const crossing = [journey(7, [0, 0], [0, 36]), journey(8, [0, 0], [36, 0])]
const along = [journey(1, [0, 0], [0, 72]), journey(2, [0, 0], [0, 36])]

it.each([
  ['the one whose line passes there', crossing, 560, 505, 7],
  ['the one whose line passes there', crossing, 505, 450, 8],
  ['none beyond reach', crossing, 560, 520, undefined],
  ['none beyond its ends', crossing, 620, 500, undefined],
  // Of several along the same line.
  ['the one that ends there', along, 598, 500, 2],
  ['the one that ends there', along, 698, 500, 1],
])('under a pointer is %s', (_, journeys, x, y, id) => {
  expect(journeyAt(journeys, projection, x, y)?.id).toBe(id)
})

it('paints few lines in full, and three thousand as faint as lets fifteen of them show through each other', () => {
  expect(lineOpacity(20)).toBe(1)
  const opacity = lineOpacity(2_889)
  expect(opacity).toBeGreaterThan(0.04)
  expect(1 - (1 - opacity) ** 15).toBeLessThan(0.8)
})
