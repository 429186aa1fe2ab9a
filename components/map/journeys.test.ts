import { describe, expect, it } from 'vitest'
import { cornersOf, endsInPixels, journeyAt, lineOpacity } from './journeys'

const projection = { scale: 1000, originX: 0, originY: 0, centreX: 0.5 }
const journey = (id: number, from: [number, number], to: [number, number]) => ({
  id,
  from: { lat: from[0], lng: from[1] },
  to: { lat: to[0], lng: to[1] },
})

describe('a journey', () => {
  it('goes the shorter way around the world', () => {
    const [startX, , endX] = endsInPixels(journey(1, [0, 170], [0, -170]), projection)
    expect(endX - startX).toBeCloseTo((1000 * 20) / 360)
  })

  it('is painted on the copy of the world that is looked at', () => {
    const across = journey(1, [0, 170], [0, -170])
    expect(endsInPixels(across, { ...projection, centreX: -0.02 })[0]).toBeCloseTo(1000 * (170 / 360 - 0.5))
  })
})

describe('the corners of journeys', () => {
  it('hold every end', () => {
    const corners = cornersOf([journey(1, [10, 20], [-5, 25]), journey(2, [12, 18], [0, 19])])
    expect(corners?.[0].lat).toBeCloseTo(-5)
    expect(corners?.[0].lng).toBeCloseTo(18)
    expect(corners?.[1].lat).toBeCloseTo(12)
    expect(corners?.[1].lng).toBeCloseTo(25)
  })

  it('stay close together where the journeys are on both sides of 180°', () => {
    const corners = cornersOf([journey(1, [0, 179], [0, -179]), journey(2, [1, -178], [1, 178])])
    expect((corners?.[1].lng ?? 0) - (corners?.[0].lng ?? 0)).toBeCloseTo(4)
  })

  it('are none without journeys', () => expect(cornersOf([])).toBeNull())
})

describe('under a pointer', () => {
  const journeys = [journey(7, [0, 0], [0, 36]), journey(8, [0, 0], [36, 0])]

  it('is the journey whose line passes there', () => {
    expect(journeyAt(journeys, projection, 560, 505)?.id).toBe(7)
    expect(journeyAt(journeys, projection, 505, 450)?.id).toBe(8)
  })

  it('is none beyond reach and beyond its ends', () => {
    expect(journeyAt(journeys, projection, 560, 520)).toBeNull()
    expect(journeyAt(journeys, projection, 620, 500)).toBeNull()
  })

  it('is the one that ends there, of several along the same line', () => {
    const along = [journey(1, [0, 0], [0, 72]), journey(2, [0, 0], [0, 36])]
    expect(journeyAt(along, projection, 598, 500)?.id).toBe(2)
    expect(journeyAt(along, projection, 698, 500)?.id).toBe(1)
  })
})

it('paints few lines in full, and three thousand as faint as lets fifteen of them show through each other', () => {
  expect(lineOpacity(20)).toBe(1)
  const opacity = lineOpacity(2_889)
  expect(opacity).toBeGreaterThan(0.04)
  expect(1 - (1 - opacity) ** 15).toBeLessThan(0.8)
})
