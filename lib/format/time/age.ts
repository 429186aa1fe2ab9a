import { type LiveVehicle, reportedAt, type VehicleTimes } from '@/lib/api/contract/live'
import { locale } from '@/lib/format/locale'
import { meansNever } from '@/lib/interface/times'
import { laterInStatus, type TimeInStatus, timeInStatus } from './time-in-status'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export interface Age {
  readonly ageMs: number
  /**
   * `report`: since its last report. `seen`: since the service listed it,
   * which is all that is known.
   */
  readonly from: 'report' | 'seen'
}

/**
 * Age of a vehicle's report.
 * @param reportedAtMs as `reportedAt` gives it
 * @param fetchedAtMs arrival of the answer, on the server's clock
 * @param sinceReceiptMs time since then, on any one clock
 */
export function ageAt(reportedAtMs: number, fetchedAtMs: number, sinceReceiptMs: number): Age {
  if (Number.isNaN(reportedAtMs)) return { ageMs: sinceReceiptMs, from: 'seen' }
  const ageAtFetchMs = Math.max(0, fetchedAtMs - reportedAtMs)
  return { ageMs: ageAtFetchMs + sinceReceiptMs, from: 'report' }
}

/** A list, or a single answer of the service. */
export interface Reading {
  readonly mtimeServes?: VehicleTimes['mtimeServes']
  /** Arrival of the answer, on the server's clock. */
  readonly fetchedAtMs: number
}

/** Fields that the age of a vehicle is worked out from. */
export interface ReadVehicle {
  readonly mtime: LiveVehicle['mtime']
  readonly aheadSinceMs?: LiveVehicle['aheadSinceMs']
  readonly changedSince?: LiveVehicle['changedSince']
  readonly unconfirmedSinceMs?: LiveVehicle['unconfirmedSinceMs']
}

/** How long the lists have not confirmed a vehicle; null for a confirmed one. */
export function unconfirmedMs(
  { unconfirmedSinceMs }: ReadVehicle,
  { fetchedAtMs }: Reading,
  sinceReceiptMs: number,
): number | null {
  if (typeof unconfirmedSinceMs !== 'number') return null
  const atFetchMs = Math.max(0, fetchedAtMs - unconfirmedSinceMs)
  return atFetchMs + sinceReceiptMs
}

export interface VehicleAge extends Age {
  /** How long position and status are as they are; null where the server does not know. */
  readonly unchanged: TimeInStatus | null
  /**
   * Its `mtime` was ahead of the server's clock when it was first seen: the age counts from then.
   */
  readonly isClockAhead: boolean
  /** Its `mtime` is the zero of a clock. */
  readonly isNever: boolean
}

export function ageOf(vehicle: ReadVehicle, reading: Reading, sinceReceiptMs: number): VehicleAge {
  const { fetchedAtMs } = reading
  const reportedAtMs = reportedAt(vehicle, reading)
  const age = ageAt(reportedAtMs, fetchedAtMs, sinceReceiptMs)
  const unseenMs = unconfirmedMs(vehicle, reading, sinceReceiptMs)
  const seenMs = unseenMs ?? age.ageMs
  const unchangedAtFetch = timeInStatus(vehicle.changedSince, fetchedAtMs)
  return {
    from: age.from,
    ageMs: age.from === 'seen' ? seenMs : age.ageMs,
    unchanged: laterInStatus(unchangedAtFetch, sinceReceiptMs),
    isClockAhead: typeof vehicle.aheadSinceMs === 'number',
    isNever: meansNever(vehicle.mtime),
  }
}

/**
 * For a row: "12s" since its report; else which time it is: "changed 3m",
 * "unchanged ≥ 3m", "seen 4s".
 */
export function shortAge(vehicleAge: VehicleAge): string {
  if (vehicleAge.isNever) return 'never reported'
  const ahead = vehicleAge.isClockAhead ? 'clock ahead ' : ''
  const age = formatAge(vehicleAge.ageMs)
  if (vehicleAge.from === 'report') return `${ahead}${age}`

  const { unchanged } = vehicleAge
  if (!unchanged) return `${ahead}seen ${age}`
  const time = formatAge(unchanged.ms)
  if (!unchanged.isAtLeast) return `${ahead || 'changed '}${time}`
  if (unchanged.ms < MINUTE_MS) return `${ahead}seen ${age}`
  return `${ahead || 'unchanged '}≥ ${time}`
}

/**
 * "12s ago"; "seen 4s ago, changed 3m ago"; "seen 4s ago, unchanged for at least 3m";
 * each with " (clock ahead)".
 */
export function ageInWords(vehicleAge: VehicleAge): string {
  const age = `${formatAge(vehicleAge.ageMs)} ago`
  const isReport = vehicleAge.from === 'report'
  if (vehicleAge.isNever) {
    return isReport ? 'never reported' : `seen ${age}, never reported`
  }

  const ahead = vehicleAge.isClockAhead ? ' (clock ahead)' : ''
  if (isReport) return `${age}${ahead}`
  const unchanged = unchangedInWords(vehicleAge.unchanged)
  return `seen ${age}${unchanged}${ahead}`
}

/** ", changed 3m ago"; empty where the server does not know. */
function unchangedInWords(unchanged: TimeInStatus | null): string {
  if (!unchanged) return ''
  const time = formatAge(unchanged.ms)
  if (unchanged.isAtLeast) return `, unchanged for at least ${time}`
  return `, changed ${time} ago`
}

export type AgeStep = 'fresh' | 'ageing' | 'stale'

interface AgeStepWords {
  readonly name: AgeStep
  readonly label: string
  readonly belowMs: number
}

/** Age steps of markers, as in the legend. */
export const AGE_STEPS: readonly AgeStepWords[] = [
  { name: 'fresh', label: 'Fresh', belowMs: MINUTE_MS },
  { name: 'ageing', label: 'Ageing', belowMs: 5 * MINUTE_MS },
  { name: 'stale', label: 'Stale', belowMs: Number.POSITIVE_INFINITY },
]

/** Only an age since a report fades. */
export function ageStep({ ageMs, from }: Age): AgeStep {
  if (from === 'seen') return 'fresh'
  const step = AGE_STEPS.find(({ belowMs }) => ageMs < belowMs)
  return step?.name ?? 'stale'
}

const days = unitFormat('day')
const hours = unitFormat('hour')
const minutes = unitFormat('minute')
const seconds = unitFormat('second')

function unitFormat(unit: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'narrow',
  })
}

/** "12s", "3m", "5h", "2d": the largest whole unit. */
export function formatAge(ageMs: number): string {
  if (ageMs >= DAY_MS) return days.format(Math.floor(ageMs / DAY_MS))
  if (ageMs >= HOUR_MS) return hours.format(Math.floor(ageMs / HOUR_MS))
  if (ageMs >= MINUTE_MS) return minutes.format(Math.floor(ageMs / MINUTE_MS))
  const wholeSeconds = Math.floor(ageMs / 1000)
  return seconds.format(Math.max(0, wholeSeconds))
}
