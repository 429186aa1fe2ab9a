import { testOf } from '@/components/search/attribute-filters'
import { absenceText, reasonOf, statusInSentence } from '@/components/search/attribute-words'
import { NEED_NAMES, type Needs } from '@/components/search/attributes'
import { sortRows } from '@/components/search/list/rows'
import { NEAREST_FIRST } from '@/components/search/list/sort'
import type { LiveVehicle } from '@/lib/api/contract/live'
import type { LocatedVehicle } from '@/lib/api/queries/roads'
import { statusReading } from '@/lib/format/status/status-reading'
import { readingInWords, statusPhrase } from '@/lib/format/status/status-words'
import { ageAt, formatAge } from '@/lib/format/time/age'
import type { Position } from '@/lib/interface/resources'
import { LARGEST_RADIUS_METRES } from '@/lib/interface/search'
import { meansNever } from '@/lib/interface/times'
import type { LiveArea } from '@/lib/live/client/live-area'
import type { VehicleTable } from '@/lib/vehicles/vehicle-table'

interface Terms {
  readonly needs: Needs
  /** Infinity: a report of any age will do. */
  readonly maxAgeMs: number
  /** Whether any vehicle of the list reports one: where none does, its absence rules out nobody. */
  readonly hasStatuses: boolean
}

interface Condition {
  /** @param ageMs of its last report; NaN when unknown */
  readonly isMet: (vehicle: LiveVehicle, ageMs: number) => boolean
  readonly reason: (vehicle: LiveVehicle, ageMs: number) => string
}

function conditionsOf({ needs, maxAgeMs, hasStatuses }: Terms): Condition[] {
  // Of few statuses, whose reading takes longer than all else.
  const readings = new Map<string, ReturnType<typeof statusReading>>()
  const readingOf = (status: string) => {
    if (!readings.has(status)) readings.set(status, statusReading(status))
    return readings.get(status)
  }
  return [
    // First in the row, which shows these whole.
    ...NEED_NAMES.flatMap((name): Condition | [] => {
      const isMet = testOf(name, needs[name])
      return isMet ? { isMet, reason: (vehicle) => reasonOf(name, vehicle, needs[name] ?? 0) } : []
    }),
    {
      isMet: ({ status }) => (status === null ? !hasStatuses : readingOf(status)?.of === 'free'),
      reason: (vehicle) => {
        const { status } = vehicle
        if (!status) return statusInSentence(vehicle)
        return `status ${statusPhrase(status)}${statusReading(status) ? '' : `, ${readingInWords(status)}`}`
      },
    },
    {
      isMet: ({ position }) => position !== null,
      reason: ({ unreadable }) => absenceText('position', unreadable),
    },
    {
      // Where a service gives no times, their absence means nothing for one vehicle.
      isMet: (_, ageMs) => !(ageMs > maxAgeMs),
      reason: ({ mtime }, ageMs) =>
        meansNever(mtime) ? 'never reported' : `last heard ${formatAge(ageMs)} ago`,
    },
  ]
}

export function suitability(
  { table: { records }, reportedAtMs, fetchedAtMs, receivedAtMs }: LiveArea,
  nowMs: number,
  terms: Terms,
) {
  const conditions = conditionsOf(terms)
  const sinceReceiptMs = Math.max(0, nowMs - receivedAtMs)
  const seen = (slot: number) => {
    const { ageMs, from } = ageAt(reportedAtMs[slot] as number, fetchedAtMs, sinceReceiptMs)
    return [records[slot] as LiveVehicle, from === 'report' ? ageMs : Number.NaN] as const
  }
  return {
    isSuitable(slot: number): boolean {
      const [vehicle, ageMs] = seen(slot)
      return conditions.every(({ isMet }) => isMet(vehicle, ageMs))
    },
    reasonsAgainst(slot: number): string[] {
      const [vehicle, ageMs] = seen(slot)
      return conditions
        .filter(({ isMet }) => !isMet(vehicle, ageMs))
        .map(({ reason }) => reason(vehicle, ageMs))
    },
  }
}

export function rankByAir(
  rows: Uint32Array,
  area: LiveArea,
  point: Position,
  isSuitable: (slot: number) => boolean,
) {
  const suitable: number[] = []
  const others: number[] = []
  for (const slot of sortRows(rows, area, point, NEAREST_FIRST)) {
    if (isSuitable(slot)) suitable.push(slot)
    else others.push(slot)
  }
  return { suitable: Uint32Array.from(suitable), others: Uint32Array.from(others) }
}

export type RankingByAir = ReturnType<typeof rankByAir>

/** The vehicles of slots as requests about roads name them; without those that have no position. */
export function locatedVehicles(
  slots: Uint32Array,
  records: VehicleTable['records'],
): LocatedVehicle[] {
  return [...slots].flatMap((slot) => {
    const { id, position, type } = records[slot] ?? {}
    return id !== undefined && position ? { id, position, type } : []
  })
}

/** Suitable vehicles that end the search round a pick-up point; as many are numbered on the map. */
export const FITS_WANTED = 5

/**
 * Times that one search round a pick-up point is widened by itself: each is
 * another area for the service.
 */
export const MOST_STEPS = 5

// Where each decade of radii steps.
const STEPS = [1, 2, 5, 10]

/** The next of 1, 2, 5, 10, 20, … metres above a radius; null beyond the largest. */
export function widerRadius(radius: number): number | null {
  const decade = 10 ** Math.floor(Math.log10(radius))
  const next = STEPS.map((step) => step * decade).find((metres) => metres > radius) ?? decade * 10
  return next <= LARGEST_RADIUS_METRES ? next : null
}

/**
 * @returns metres to search next; `wait` for the list; `done` when enough are
 * suitable or no more can be found
 * @param isRead whether the first sweep of this radius has ended
 * @param isWhole whether a larger circle would hold more: not when the list was cut
 * short or the service fails
 */
export function nextStep(
  radius: number,
  stepsLeft: number,
  { isRead, isWhole, suitable }: { isRead: boolean; isWhole: boolean; suitable: number },
): number | 'wait' | 'done' {
  if (suitable >= FITS_WANTED) return 'done'
  if (!isRead) return 'wait'
  return (isWhole && stepsLeft > 0 ? widerRadius(radius) : null) ?? 'done'
}
