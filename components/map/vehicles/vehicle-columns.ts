import { worldX, worldY, wrapX } from '@/components/map/canvas/mercator'
import type { MapVehicles } from '@/components/map/types'
import { AGE_STEPS, ageAt } from '@/lib/format/age'
import { STATUS_STYLES, statusStyle } from '@/lib/format/status-style'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { filterIndices } from './filter-indices'
import { matchRecords } from './match-records'

/** Headings are drawn in so many directions. */
export const DIRECTIONS = 16

/** Instead of a direction, 0 to 15: none known. */
export const NO_DIRECTION = 16

/** What the layer works on: the vehicles' places and looks as numbers, at the same indices as the records. */
export interface VehicleColumns {
  readonly vehicles: MapVehicles
  /** Web Mercator shares of the world, x from 0 up to 1; NaN without a position. */
  readonly x: Float64Array
  readonly y: Float64Array
  /** Index in STATUS_STYLES. */
  readonly styles: Uint8Array
  /** 0 is north, clockwise. */
  readonly directions: Uint8Array
  /** Indices of what can be drawn: shown, and with a position. */
  readonly drawn: Uint32Array
  /** Where each record was in the columns before; -1 for a new one. */
  readonly before: Int32Array
}

export const noColumns: VehicleColumns = makeColumns(null, {
  records: [],
  reportedAtMs: new Float64Array(0),
  headings: new Float32Array(0),
  shown: new Uint32Array(0),
  fetchedAtMs: 0,
  receivedAtMs: 0,
})

/** Places and looks are worked out for those records only that are others than before. */
export function makeColumns(before: VehicleColumns | null, vehicles: MapVehicles): VehicleColumns {
  const { records, headings } = vehicles
  const size = records.length
  const matches = matchRecords(before?.vehicles.records ?? [], records)
  const x = new Float64Array(size)
  const y = new Float64Array(size)
  const styles = new Uint8Array(size)
  const directions = new Uint8Array(size)
  const styleOf = styleNumbers()
  for (let index = 0; index < size; index++) {
    const record = records[index] as VehicleSearchObject
    const match = matches[index] as number
    if (before && match >= 0 && before.vehicles.records[match] === record) {
      x[index] = before.x[match] as number
      y[index] = before.y[match] as number
      styles[index] = before.styles[match] as number
    } else {
      const { position, status } = record
      x[index] = position === null ? Number.NaN : wrapX(worldX(position.lng))
      y[index] = position === null ? Number.NaN : worldY(position.lat)
      styles[index] = styleOf(status)
    }
    directions[index] = directionOf(headings[index] as number)
  }
  const drawn = filterIndices(vehicles.shown, (index) => !Number.isNaN(x[index] as number))
  return { vehicles, x, y, styles, directions, drawn, before: matches }
}

/** Whether the same vehicles are drawn at the same places, so that an index of the one serves the other. */
export function standAlike(a: VehicleColumns, b: VehicleColumns): boolean {
  if (a.drawn.length !== b.drawn.length) return false
  for (let at = 0; at < a.drawn.length; at++) {
    const index = a.drawn[at] as number
    if (index !== b.drawn[at] || a.x[index] !== b.x[index] || a.y[index] !== b.y[index]) return false
  }
  return true
}

/** Each vehicle's index in AGE_STEPS at a moment of this browser's clock. */
export function ageNumbers(
  { reportedAtMs, fetchedAtMs, receivedAtMs }: MapVehicles,
  nowMs: number,
): Uint8Array {
  const sinceReceiptMs = Math.max(0, nowMs - receivedAtMs)
  const ages = new Uint8Array(reportedAtMs.length)
  for (let index = 0; index < ages.length; index++) {
    const { ageMs } = ageAt(reportedAtMs[index] as number, fetchedAtMs, sinceReceiptMs)
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

/** Looks a status up once, however many vehicles have it. */
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
