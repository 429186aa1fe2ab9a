import { locale } from '@/lib/format/locale'
import { meansNever, parseTime } from '@/lib/interface/times'

/** Clock differences up to this are not reported. */
const TOLERATED_SKEW_MS = 5_000

export interface Age {
  readonly ageMs: number
  /** The age counts from receipt: the time is unreadable or ahead of our clock. */
  readonly fromReceipt: boolean
}

/**
 * Age of a report.
 * @param mtime as received; null when absent
 * @param receivedAtMs arrival of the answer, on the server's clock
 * @param sinceReceiptMs time since then, on any one clock
 */
export function ageOf(mtime: string | null, receivedAtMs: number, sinceReceiptMs: number): Age {
  const time = mtime === null ? null : parseTime(mtime)
  return ageAt(time?.epochMs ?? Number.NaN, receivedAtMs, sinceReceiptMs)
}

/** As `ageOf`, for milliseconds since the epoch; NaN when absent or unreadable. */
export function ageAt(reportedAtMs: number, receivedAtMs: number, sinceReceiptMs: number): Age {
  const before = Number.isNaN(reportedAtMs) ? -Infinity : receivedAtMs - reportedAtMs
  if (before < -TOLERATED_SKEW_MS) return { ageMs: sinceReceiptMs, fromReceipt: true }
  return { ageMs: Math.max(0, before) + sinceReceiptMs, fromReceipt: false }
}

/** Age steps of markers, as in the legend. */
export const AGE_STEPS = [
  { name: 'fresh', label: 'Fresh', belowMs: 60_000 },
  { name: 'ageing', label: 'Ageing', belowMs: 5 * 60_000 },
  { name: 'stale', label: 'Stale', belowMs: Number.POSITIVE_INFINITY },
] as const

export type AgeStep = (typeof AGE_STEPS)[number]['name']

export function ageStep(ageMs: number): AgeStep {
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

/** "12s ago". Without a timestamp the age is that of the response, which means nothing for the vehicle. */
export function ageInWords(mtime: string | null, ageMs: number): string {
  if (mtime === null) return 'no timestamp'
  return meansNever(mtime) ? 'never reported' : `${formatAge(ageMs)} ago`
}

/** "12s", "3m", "5h", "2d": the largest whole unit. */
export function formatAge(ageMs: number): string {
  const [unit, ms] = UNITS.find(([, size]) => ageMs >= size) ?? ['second', 1000]
  return formats[unit].format(Math.max(0, Math.floor(ageMs / ms)))
}
