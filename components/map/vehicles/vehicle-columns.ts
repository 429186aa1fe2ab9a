import { worldX, worldY, wrapX } from '@/components/map/canvas/mercator'
import { type MapVehicles, noVehicles } from '@/components/map/types'
import { STATUS_STYLES, statusStyle } from '@/lib/format/status/status-style'
import { AGE_STEPS, ageAt } from '@/lib/format/time/age'

/** Number of directions in which headings are drawn. */
export const DIRECTIONS = 16

/** In place of a direction, 0 to 15: unknown. */
export const NO_DIRECTION = 16

/** Positions and looks of the vehicles as numbers, by slot. Immutable. */
export interface VehicleColumns {
  readonly vehicles: MapVehicles
  /** Web Mercator shares of the world, x from 0 up to 1; NaN without a position. */
  readonly x: Float64Array
  readonly y: Float64Array
  /** Index in STATUS_STYLES. */
  readonly styles: Uint8Array
  /** 0 is north, clockwise. */
  readonly directions: Uint8Array
  /** Slots of the vehicles that are shown and have a position. */
  readonly drawn: Uint32Array
}

export const noColumns: VehicleColumns = makeColumns(null, noVehicles)

/** Computes the slots whose record or heading changed; the rest is copied. */
export function makeColumns(before: VehicleColumns | null, vehicles: MapVehicles): VehicleColumns {
  const { records, headings, shown } = vehicles
  const size = records.length
  const x = resized(new Float64Array(size), before?.x)
  const y = resized(new Float64Array(size), before?.y)
  const styles = resized(new Uint8Array(size), before?.styles)
  const directions = resized(new Uint8Array(size), before?.directions)
  const known = before?.vehicles
  const styleOf = styleNumbers()
  for (let slot = 0; slot < size; slot++) {
    const record = records[slot]
    if (!record) continue
    const isOther = record !== known?.records[slot]
    if (isOther) {
      const { position, status } = record
      x[slot] = position === null ? Number.NaN : wrapX(worldX(position.lng))
      y[slot] = position === null ? Number.NaN : worldY(position.lat)
      styles[slot] = styleOf(status)
    }
    const heading = headings[slot] as number
    // A slot that was free keeps what it had.
    if (isOther || !Object.is(heading, known?.headings[slot])) directions[slot] = directionOf(heading)
  }
  const drawn = filterIndices(shown, (slot) => !Number.isNaN(x[slot] as number))
  return { vehicles, x, y, styles, directions, drawn }
}

/** The values of `from` in an array of another size. */
function resized<T extends Float64Array | Uint8Array>(to: T, from: T | undefined): T {
  if (from) to.set(from.subarray(0, to.length))
  return to
}

/** Each vehicle's index in AGE_STEPS at a moment of this browser's clock, or at that of a replay. */
export function ageNumbers(
  { reportedAtMs, fetchedAtMs, receivedAtMs, shownAtMs }: MapVehicles,
  nowMs: number,
): Uint8Array {
  const sinceReceiptMs = Math.max(0, (shownAtMs ?? nowMs) - receivedAtMs)
  const ages = new Uint8Array(reportedAtMs.length)
  for (let index = 0; index < ages.length; index++) {
    const reportedMs = reportedAtMs[index] as number
    // It does not fade, and these are most where `mtime` does not serve.
    if (Number.isNaN(reportedMs)) continue
    const { ageMs } = ageAt(reportedMs, fetchedAtMs, sinceReceiptMs)
    let step = 0
    while (step < AGE_STEPS.length - 1 && ageMs >= (AGE_STEPS[step]?.belowMs as number)) step++
    ages[index] = step
  }
  return ages
}

function directionOf(heading: number): number {
  if (Number.isNaN(heading)) return NO_DIRECTION
  return ((Math.round((heading * DIRECTIONS) / 360) % DIRECTIONS) + DIRECTIONS) % DIRECTIONS
}

/** Memoised by status. */
function styleNumbers(): (status: string | null) => number {
  const known = new Map<string | null, number>()
  return (status) => {
    let number = known.get(status)
    if (number === undefined) {
      number = STATUS_STYLES.indexOf(statusStyle(status))
      known.set(status, number)
    }
    return number
  }
}

/** As `filter` of a typed array, several times as fast. */
export function filterIndices(
  indices: Uint32Array,
  wanted: (index: number, at: number) => boolean,
): Uint32Array {
  const picked = new Uint32Array(indices.length)
  let count = 0
  for (let at = 0; at < indices.length; at++) {
    const index = indices[at] as number
    if (wanted(index, at)) picked[count++] = index
  }
  return picked.subarray(0, count)
}
