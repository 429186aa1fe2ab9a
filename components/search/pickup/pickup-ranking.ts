import type { Emphasis } from '@/components/map/types'
import { NEAREST_FIRST, NEED_NAMES, type Needs, reasonOf, testOf } from '@/components/search/attributes'
import { sortRows } from '@/components/search/list/rows'
import type { LocatedVehicle } from '@/lib/api/queries/roads'
import { statusReading } from '@/lib/format/status/status-style'
import { readingInWords, statusPhrase } from '@/lib/format/status/status-words'
import { ageAt, formatAge } from '@/lib/format/time/age'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { LARGEST_RADIUS_METRES } from '@/lib/interface/search'
import { meansNever } from '@/lib/interface/times'
import type { LiveArea } from '@/lib/live/client/live-area'
import { forEachInSteps, type Steps } from '@/lib/vehicles/steps'

export interface Ranking {
  /** Suitable vehicles nearest first, then the others nearest first. */
  readonly rows: Uint32Array
  readonly suitable: number
}

/** Conditions that a suitable vehicle meets. */
export interface Terms {
  readonly needs: Needs
  /** Infinity: a report of any age will do. */
  readonly maxAgeMs: number
  /** Whether any vehicle of the list reports one: where none does, its absence rules out nobody. */
  readonly hasStatuses: boolean
}

/** A condition of a suitable vehicle, and the words for one that does not meet it. */
interface Condition {
  /** @param ageMs of its last report; NaN when unknown */
  readonly isMet: (vehicle: VehicleSearchObject, ageMs: number) => boolean
  readonly reason: (vehicle: VehicleSearchObject, ageMs: number) => string
}

function conditionsOf({ needs, maxAgeMs, hasStatuses }: Terms): Condition[] {
  return [
    // First in the row, which shows these whole.
    ...NEED_NAMES.flatMap((name): Condition | [] => {
      const isMet = testOf(name, needs[name])
      return isMet ? { isMet, reason: (vehicle) => reasonOf(name, vehicle, needs[name] ?? 0) } : []
    }),
    {
      isMet: ({ status }) => (status === null ? !hasStatuses : statusReading(status)?.of === 'free'),
      reason: ({ status }) => {
        if (!status) return statusPhrase(null)
        return `status ${statusPhrase(status)}${statusReading(status) ? '' : `, ${readingInWords(status)}`}`
      },
    },
    { isMet: ({ position }) => position !== null, reason: () => 'position not reported' },
    {
      // Where a service gives no times, their absence means nothing for one vehicle.
      isMet: (_, ageMs) => !(ageMs > maxAgeMs),
      reason: ({ mtime }, ageMs) =>
        meansNever(mtime) ? 'never reported' : `last heard ${formatAge(ageMs)} ago`,
    },
  ]
}

/**
 * Why a vehicle is not suitable; empty when it is.
 * @param ageMs of its last report; NaN when unknown
 */
export function reasonsAgainst(vehicle: VehicleSearchObject, terms: Terms, ageMs: number): string[] {
  return conditionsOf(terms)
    .filter(({ isMet }) => !isMet(vehicle, ageMs))
    .map(({ reason }) => reason(vehicle, ageMs))
}

/** Age of the last report of each slot at a moment of this browser's clock; NaN where it is not known. */
export function reportAges(
  {
    reportedAtMs,
    fetchedAtMs,
    receivedAtMs,
  }: Pick<LiveArea, 'reportedAtMs' | 'fetchedAtMs' | 'receivedAtMs'>,
  nowMs: number,
): Float64Array {
  const sinceReceiptMs = Math.max(0, nowMs - receivedAtMs)
  return reportedAtMs.map((at) =>
    Number.isNaN(at) ? Number.NaN : ageAt(at, fetchedAtMs, sinceReceiptMs).ageMs,
  )
}

/**
 * Vehicles by straight-line distance from the pick-up point.
 * @param rows of those to choose from
 * @param distances from the pick-up point, as `distancesFrom` gives them
 * @param ages as `reportAges` gives them
 */
export function rankForPickup(
  rows: Uint32Array,
  area: LiveArea,
  distances: Float64Array,
  ages: Float64Array,
  terms: Terms,
): Ranking {
  const isSuitable = suitability(area, ages, terms)
  const nearestFirst = sortRows(rows, area, distances, NEAREST_FIRST)
  const ranked = new Uint32Array(rows.length)
  const others = new Uint32Array(rows.length)
  let suitable = 0
  let unsuitable = 0
  for (const index of nearestFirst) {
    if (isSuitable(index)) ranked[suitable++] = index
    else others[unsuitable++] = index
  }
  ranked.set(others.subarray(0, unsuitable), suitable)
  return { rows: ranked, suitable }
}

/** The suitable vehicles with a position, in the order of the rows. */
export function* fittingVehicles(
  rows: Uint32Array,
  area: LiveArea,
  ages: Float64Array,
  terms: Terms,
): Steps<LocatedVehicle[]> {
  const vehicles: LocatedVehicle[] = []
  const isSuitable = suitability(area, ages, terms)
  yield* forEachInSteps(rows, (slot) => {
    const { id, position, type } = area.table.records[slot] ?? {}
    if (id !== undefined && position && isSuitable(slot)) vehicles.push({ id, position, type })
  })
  return vehicles
}

function suitability(
  { table: { records } }: LiveArea,
  ages: Float64Array,
  terms: Terms,
): (slot: number) => boolean {
  const conditions = conditionsOf(terms)
  return (slot) => {
    const vehicle = records[slot] as VehicleSearchObject
    return conditions.every(({ isMet }) => isMet(vehicle, ages[slot] as number))
  }
}

/** The first suitable vehicles numbered, the others dimmed. @param size number of slots */
export function emphasisOf({ rows, suitable }: Ranking, size: number): Emphasis {
  const dimmed = new Uint8Array(size)
  for (const slot of rows.subarray(suitable)) dimmed[slot] = 1
  return { numbered: [...rows.subarray(0, Math.min(FITS_WANTED, suitable))], dimmed }
}

/** Suitable vehicles that end the search round a pick-up point; as many are numbered on the map. */
export const FITS_WANTED = 5

/** Times that one search round a pick-up point is widened by itself: each is another area for the service. */
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
 * The search round a pick-up point: the radius in metres to search next; `wait` for the list; `done` when enough of its
 * vehicles are suitable or no more can be found.
 * @param isRead whether the first sweep of this radius has ended
 * @param isWhole whether a larger circle would hold more: not when the list was cut short or the service fails
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
