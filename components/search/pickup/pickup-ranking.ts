import type { Emphasis } from '@/components/map/types'
import { sortRows } from '@/components/search/list/rows'
import { seatsInWords } from '@/components/search/list/shown-vehicles'
import { NEAREST_FIRST } from '@/components/search/list/sorts'
import { forEachInSteps, type Steps } from '@/lib/browser/time-slicing'
import { formatNumber } from '@/lib/format/number'
import { statusReading } from '@/lib/format/status/status-style'
import { readingInWords, statusPhrase } from '@/lib/format/status/status-words'
import { safeText } from '@/lib/format/text'
import { ageAt, formatAge } from '@/lib/format/time/age'
import type { Position, VehicleSearchObject } from '@/lib/interface/resources'
import { meansNever } from '@/lib/interface/times'
import type { LiveArea } from '@/lib/live-client/live-area'
import { FITS_WANTED } from './pickup-search'

/** Requirements of a journey. */
export interface Needs {
  readonly seats: number | null
  /** Cubic metres. */
  readonly load: number | null
  readonly function: string | null
}

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

/** A condition that a vehicle must meet, and the words for a vehicle that does not. */
interface Rule {
  /** @param ageMs of its last report; NaN when unknown */
  readonly isMet: (vehicle: VehicleSearchObject, terms: Terms, ageMs: number) => boolean
  readonly reason: (vehicle: VehicleSearchObject, terms: Terms, ageMs: number) => string
}

const rules: readonly Rule[] = [
  {
    isMet: ({ status }, { hasStatuses }) =>
      status === null ? !hasStatuses : statusReading(status)?.of === 'free',
    reason: ({ status }) => {
      if (!status) return statusPhrase(null)
      return `status ${statusPhrase(status)}${statusReading(status) ? '' : `, ${readingInWords(status)}`}`
    },
  },
  atLeast('seats', ({ passengers_max }) => passengers_max, seatsInWords),
  atLeast(
    'load',
    ({ load_m3 }) => load_m3,
    (m3) => `${formatNumber(m3)} m³`,
  ),
  {
    isMet: ({ functions }, { needs }) =>
      needs.function === null || functions?.includes(needs.function) === true,
    reason: ({ functions }, { needs }) =>
      functions === null ? 'functions not reported' : `no function ${safeText(needs.function ?? '', 40)}`,
  },
  {
    isMet: ({ position }) => position !== null,
    reason: () => 'position not reported',
  },
  {
    // Where a service gives no times, their absence means nothing for one vehicle.
    isMet: (_, { maxAgeMs }, ageMs) => !(ageMs > maxAgeMs),
    reason: ({ mtime }, _, ageMs) =>
      meansNever(mtime) ? 'never reported' : `last heard ${formatAge(ageMs)} ago`,
  },
]

function atLeast(
  need: 'seats' | 'load',
  read: (vehicle: VehicleSearchObject) => number | null,
  inWords: (value: number) => string,
): Rule {
  return {
    isMet(vehicle, { needs }) {
      const wanted = needs[need]
      return wanted === null || (read(vehicle) ?? Number.NEGATIVE_INFINITY) >= wanted
    },
    reason(vehicle, { needs }) {
      const value = read(vehicle)
      return value === null
        ? `${need} not reported`
        : `${inWords(value)}, ${formatNumber(needs[need])} needed`
    },
  }
}

/**
 * Why a vehicle is not suitable; empty when it is.
 * @param ageMs of its last report; NaN when unknown
 */
export function reasonsAgainst(vehicle: VehicleSearchObject, terms: Terms, ageMs: number): string[] {
  return rules
    .filter(({ isMet }) => !isMet(vehicle, terms, ageMs))
    .map(({ reason }) => reason(vehicle, terms, ageMs))
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
  const nearestFirst = sortRows(rows, area, distances, NEAREST_FIRST)
  const ranked = new Uint32Array(rows.length)
  const others = new Uint32Array(rows.length)
  let suitable = 0
  let unsuitable = 0
  for (const index of nearestFirst) {
    if (fits(area, index, ages, terms)) ranked[suitable++] = index
    else others[unsuitable++] = index
  }
  ranked.set(others.subarray(0, unsuitable), suitable)
  return { rows: ranked, suitable }
}

/** Positions of the suitable vehicles, in the order of the rows. */
export function* fittingPositions(
  rows: Uint32Array,
  area: LiveArea,
  ages: Float64Array,
  terms: Terms,
): Steps<Position[]> {
  const positions: Position[] = []
  yield* forEachInSteps(rows, (slot) => {
    const position = area.records[slot]?.position
    if (position && fits(area, slot, ages, terms)) positions.push(position)
  })
  return positions
}

function fits({ records }: LiveArea, index: number, ages: Float64Array, terms: Terms): boolean {
  const vehicle = records[index] as VehicleSearchObject
  return rules.every(({ isMet }) => isMet(vehicle, terms, ages[index] as number))
}

/** The first suitable vehicles numbered, the others dimmed. @param size number of slots */
export function emphasisOf({ rows, suitable }: Ranking, size: number): Emphasis {
  const dimmed = new Uint8Array(size)
  for (const slot of rows.subarray(suitable)) dimmed[slot] = 1
  return { numbered: [...rows.subarray(0, Math.min(FITS_WANTED, suitable))], dimmed }
}
