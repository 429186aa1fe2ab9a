import { expect, test, vi } from 'vitest'
import { STATUS_STYLES, statusStyle } from '@/lib/format/status/status-style'
import { mapVehicles, vehicle } from '@/lib/testing/map-vehicles'
import {
  departedNumber,
  directionOf,
  NO_DIRECTION,
  paintSprite,
  spriteOf,
  styleOf,
} from './sprites'

test('a status has its style, a heading one of sixteen directions', () => {
  for (const status of ['Busy', null])
    expect(STATUS_STYLES[styleOf(status)]).toEqual(statusStyle(status))
  expect([0, Number.NaN, 359, -90, 12].map(directionOf)).toEqual([0, NO_DIRECTION, 0, 12, 1])
})

test('vehicles fade in steps with time; a time in the future counts from receipt, and an unknown one does not fade', () => {
  const fetchedAtMs = 1_000_000_000
  const agesMs = [59_000, 60_000, 300_000, -3_600_000, Number.NaN]
  const reportedAtMs = Float64Array.from(agesMs, (ageMs) => fetchedAtMs - ageMs)
  const records = [0, 1, 2, 3, 4].map((n) => vehicle(`v-${n}`, null))
  const vehicles = mapVehicles(records, { reportedAtMs, fetchedAtMs, receivedAtMs: 5_000 })
  const spritesAt = (nowMs: number, shownAtMs: number | null = null) =>
    records.map((_, slot) => spriteOf({ ...vehicles, shownAtMs }, slot, nowMs, false))
  const [fresh, ageing, stale] = spritesAt(5_000) as [number, number, number]
  expect(new Set([fresh, ageing, stale]).size).toBe(3)
  expect(spritesAt(5_000)).toEqual([fresh, ageing, stale, fresh, fresh])
  expect(spritesAt(65_000)).toEqual([ageing, ageing, stale, ageing, fresh])
  expect(spritesAt(305_000)).toEqual([stale, stale, stale, stale, fresh])
  expect(spritesAt(305_000, 65_000)).toEqual(spritesAt(65_000))
})

test('a vehicle that is not confirmed has its own picture at any status, age and direction', () => {
  const unconfirmedSinceMs = 1_000
  const headings = Float32Array.from([90, 90, Number.NaN, Number.NaN])
  const vehicles = mapVehicles(
    [
      vehicle('a', null),
      { ...vehicle('b', null), unconfirmedSinceMs },
      vehicle('c', null, 'busy'),
      { ...vehicle('d', null, 'busy'), unconfirmedSinceMs },
    ],
    { headings },
  )
  const pictures = [0, 1, 2, 3].map((slot) => spriteOf(vehicles, slot, 0, false))
  const dimmed = [0, 1, 2, 3].map((slot) => spriteOf(vehicles, slot, 0, true))
  const departed = STATUS_STYLES.map((_, style) => departedNumber(style))
  const all = [...pictures, ...dimmed, ...departed]
  expect(new Set(all).size).toBe(all.length)
  expect(ringsOf(pictures[0]!)).toBe(0)
  expect(ringsOf(pictures[1]!)).toBe(1)
  expect(ringsOf(dimmed[3]!)).toBe(1)
})

/** Dashed rings around the shape that is painted. */
function ringsOf(number: number): number {
  vi.stubGlobal('Path2D', class {})
  const ring = { isBegun: false, rings: 0 }
  const context = {
    scale: () => undefined,
    save: () => undefined,
    rotate: () => undefined,
    restore: () => undefined,
    fill: () => undefined,
    stroke: () => undefined,
    beginPath: () => undefined,
    arc: () => (ring.isBegun = true),
    setLineDash: () => (ring.rings += ring.isBegun ? 1 : 0),
  }
  paintSprite(context as unknown as OffscreenCanvasRenderingContext2D, number)
  vi.unstubAllGlobals()
  return ring.rings
}
