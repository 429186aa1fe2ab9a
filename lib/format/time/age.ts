import { type LiveVehicle, reportedAt, type VehicleTimes } from '@/lib/api/contract/live'
import { locale } from '@/lib/format/locale'
import { meansNever } from '@/lib/interface/times'
import { laterInStatus, type TimeInStatus, timeInStatus } from './time-in-status'

export interface Age {
  readonly ageMs: number
  /**
   * `report`: since its last report. `seen`: since the service listed it,
   * which is all that is known.
   */
  readonly from: 'report' | 'seen'
}

/** How long the lists have not confirmed a vehicle; null for a confirmed one. */
export function unconfirmedMs(
  { unconfirmedSinceMs }: Pick<LiveVehicle, 'unconfirmedSinceMs'>,
  { fetchedAtMs }: Pick<Reading, 'fetchedAtMs'>,
  sinceReceiptMs: number,
): number | null {
  if (typeof unconfirmedSinceMs !== 'number') return null
  return Math.max(0, fetchedAtMs - unconfirmedSinceMs) + sinceReceiptMs
}

/**
 * Age of a vehicle's report.
 * @param reportedAtMs as `reportedAt` gives it
 * @param fetchedAtMs arrival of the answer, on the server's clock
 * @param sinceReceiptMs time since then, on any one clock
 */
export function ageAt(reportedAtMs: number, fetchedAtMs: number, sinceReceiptMs: number): Age {
  if (Number.isNaN(reportedAtMs)) return { ageMs: sinceReceiptMs, from: 'seen' }
  return { ageMs: Math.max(0, fetchedAtMs - reportedAtMs) + sinceReceiptMs, from: 'report' }
}

/** A list, or a single answer of the service. */
export interface Reading extends Pick<VehicleTimes, 'mtimeServes'> {
  readonly fetchedAtMs: number
}

export type ReadVehicle = Pick<
  LiveVehicle,
  'mtime' | 'aheadSinceMs' | 'changedSince' | 'unconfirmedSinceMs'
>

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
  const age = ageAt(reportedAt(vehicle, reading), fetchedAtMs, sinceReceiptMs)
  const unseenMs = unconfirmedMs(vehicle, reading, sinceReceiptMs)
  return {
    from: age.from,
    ageMs: age.from === 'seen' ? (unseenMs ?? age.ageMs) : age.ageMs,
    unchanged: laterInStatus(timeInStatus(vehicle.changedSince, fetchedAtMs), sinceReceiptMs),
    isClockAhead: (vehicle.aheadSinceMs ?? null) !== null,
    isNever: meansNever(vehicle.mtime),
  }
}

/**
 * For a row: "12s" since its report; else which time it is: "changed 3m",
 * "unchanged ≥ 3m", "seen 4s".
 */
export function shortAge({ ageMs, from, unchanged, isClockAhead, isNever }: VehicleAge): string {
  if (isNever) return 'never reported'
  const ahead = isClockAhead ? 'clock ahead ' : ''
  if (from === 'report') return `${ahead}${formatAge(ageMs)}`
  if (!unchanged || (unchanged.isAtLeast && unchanged.ms < 60_000))
    return `${ahead}seen ${formatAge(ageMs)}`
  const [changed, least] = unchanged.isAtLeast ? ['unchanged ', '≥ '] : ['changed ', '']
  return `${ahead || changed}${least}${formatAge(unchanged.ms)}`
}

/**
 * "12s ago"; "seen 4s ago, changed 3m ago"; "seen 4s ago, unchanged for at least 3m";
 * each with " (clock ahead)".
 */
export function ageInWords({ ageMs, from, unchanged, isClockAhead, isNever }: VehicleAge): string {
  if (isNever)
    return from === 'report' ? 'never reported' : `seen ${formatAge(ageMs)} ago, never reported`
  const ahead = isClockAhead ? ' (clock ahead)' : ''
  if (from === 'report') return `${formatAge(ageMs)} ago${ahead}`
  const time = unchanged && formatAge(unchanged.ms)
  const changed = unchanged?.isAtLeast
    ? `, unchanged for at least ${time}`
    : time && `, changed ${time} ago`
  return `seen ${formatAge(ageMs)} ago${changed ?? ''}${ahead}`
}

/** Age steps of markers, as in the legend. */
export const AGE_STEPS = [
  { name: 'fresh', label: 'Fresh', belowMs: 60_000 },
  { name: 'ageing', label: 'Ageing', belowMs: 5 * 60_000 },
  { name: 'stale', label: 'Stale', belowMs: Number.POSITIVE_INFINITY },
] as const

export type AgeStep = (typeof AGE_STEPS)[number]['name']

/** Only an age since a report fades. */
export function ageStep({ ageMs, from }: Age): AgeStep {
  if (from === 'seen') return 'fresh'
  return AGE_STEPS.find((step) => ageMs < step.belowMs)?.name ?? 'stale'
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

const formats = Object.fromEntries(
  UNITS.map(([unit]) => [
    unit,
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }),
  ]),
) as Record<(typeof UNITS)[number][0], Intl.NumberFormat>

/** "12s", "3m", "5h", "2d": the largest whole unit. */
export function formatAge(ageMs: number): string {
  const [unit, ms] = UNITS.find(([, size]) => ageMs >= size) ?? ['second', 1000]
  return formats[unit].format(Math.max(0, Math.floor(ageMs / ms)))
}
