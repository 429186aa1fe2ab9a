import { expect, test } from 'vitest'
import { loadLand } from './land'

test('no coast line goes round the world, and the end of Asia is drawn at both edges of the map', async () => {
  const land = await loadLand()
  const steps = land
    .flat()
    .flatMap((ring) =>
      ring.slice(1).map(([lat, lng], n) => ({ by: Math.abs(lng - (ring[n]?.[1] as number)), lat })),
    )
  // Along the south pole, which is beyond the map, one does.
  expect(steps.filter(({ by, lat }) => by > 30 && lat !== -90)).toEqual([])
  const beringStrait = (ring: readonly number[][], shift: number) =>
    ring.some(
      ([lat = 0, lng = 0]) => Math.abs(lng - shift + 169.9) < 0.5 && Math.abs(lat - 66) < 0.5,
    )
  for (const shift of [0, 360])
    expect(land.flat().some((ring) => beringStrait(ring, shift))).toBe(true)
})
