import { expect, test } from 'vitest'
import { STATUS_STYLES, statusStyle } from '@/lib/format/status/status-style'
import { mapVehicles, vehicle } from '@/lib/testing/map-vehicles'
import { directionOf, NO_DIRECTION, spriteOf, styleOf } from './sprites'

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
