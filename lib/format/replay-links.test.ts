import { expect, test } from 'vitest'
import { areaReplayHref, replayHref } from './replay-links'

const place = { lat: 51.5, lng: -0.1 }

test('a replay is of the area that recorded the position then, the one with the nearest centre', () => {
  const area = (
    radius: number,
    spans: [number, number][],
    lat = 51.5,
    type: string | null = null,
  ) => ({
    search: { position: { lat, lng: -0.1 }, radius, type },
    fromMs: spans[0]?.[0] ?? null,
    toMs: spans.at(-1)?.[1] ?? null,
    isRecording: true,
    recorded: spans.map(([fromMs, toMs]) => ({ fromMs, toMs })),
  })
  const north = { lat: 51.51, lng: -0.1 }
  const radiusAt = (atMs: number) => {
    const areas = [
      area(500, [[0, 60_000]]),
      // With a hole.
      area(5_000, [
        [0, 1_000],
        [9_000, 60_000],
      ]),
      area(4_000, [[0, 20_000]], 51.52),
      area(3_000, [[0, 60_000]], 51.515, 'van'),
      area(6_000, [[4_000, 60_000]], 51.512),
      area(7_000, []),
    ]
    const href = replayHref(areas, 'v-7', north, atMs)
    return href && Number(new URL(href, 'http://x').searchParams.get('radius'))
  }
  expect([500, 5_000, 10_000, 70_000].map(radiusAt)).toEqual([5_000, 6_000, 6_000, null])
  // An area of one type may lack the vehicle.
  expect(radiusAt(3_000)).toBe(4_000)
  expect(replayHref([area(5_000, [[0, 9_000]], 51.5, 'van')], 'v-7', north, 1_000)).toBe(
    '/?position=51.5,-0.1&radius=5000&vehicle=v-7&type=van&at=1970-01-01T00%3A00%3A01Z',
  )
  expect(areaReplayHref({ position: place, radius: 1609.344, type: null }, 1_500)).toBe(
    '/?position=51.5,-0.1&radius=1609.344&at=1970-01-01T00%3A00%3A01.500Z',
  )
})
