import { sortRows } from '@/components/search/list/rows'
import { seatsInWords } from '@/components/search/list/shown-vehicles'
import { NEAREST_FIRST } from '@/components/search/list/sorts'
import { formatNumber } from '@/lib/format/number'
import { statusStyle } from '@/lib/format/status-style'
import { safeText } from '@/lib/format/text'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { LiveArea } from '@/lib/live-client/live-area'

/** What a journey needs of a vehicle. */
export interface Needs {
  readonly seats: number | null
  /** Cubic metres. */
  readonly load: number | null
  readonly function: string | null
}

export interface Ranking {
  /** Those that fit, nearest first, then those that do not, nearest first. */
  readonly rows: Uint32Array
  /** How many of them fit. */
  readonly fitting: number
}

/**
 * One thing that may keep a vehicle from a journey.
 * @returns the reason, or null when it does not
 */
type Check = (vehicle: VehicleSearchObject, needs: Needs) => string | null

const checks: readonly Check[] = [
  ({ status }) => {
    if (status === null) return 'does not say its status'
    return isAvailable(status) ? null : `status ${safeText(status, 40)}`
  },
  ({ passengers_max }, { seats }) => lacks(passengers_max, seats, 'seats', seatsInWords),
  ({ load_m3 }, { load }) => lacks(load_m3, load, 'load', (m3) => `${formatNumber(m3)} m³`),
  ({ functions }, needs) => {
    if (needs.function === null || functions?.includes(needs.function)) return null
    if (functions === null) return 'does not say its functions'
    return `no function ${safeText(needs.function, 40)}`
  },
  ({ position }) => (position === null ? 'does not say its position' : null),
]

/** Why a vehicle cannot do the journey; empty when it can. */
export function reasonsAgainst(vehicle: VehicleSearchObject, needs: Needs): string[] {
  return checks.flatMap((check) => check(vehicle, needs) ?? [])
}

/**
 * Vehicles by straight-line distance from the pick-up point.
 * @param rows of those to choose from
 * @param distances from the pick-up point, as `distancesFrom` gives them
 */
export function rankForPickup(
  rows: Uint32Array,
  area: LiveArea,
  distances: Float64Array,
  needs: Needs,
): Ranking {
  const nearestFirst = sortRows(rows, area, distances, NEAREST_FIRST)
  const ranked = new Uint32Array(rows.length)
  const others = new Uint32Array(rows.length)
  let fitting = 0
  let unfit = 0
  for (const index of nearestFirst) {
    if (fits(area.records[index] as VehicleSearchObject, needs)) ranked[fitting++] = index
    else others[unfit++] = index
  }
  ranked.set(others.subarray(0, unfit), fitting)
  return { rows: ranked, fitting }
}

/** As `reasonsAgainst` finds nothing, without the words. */
function fits(vehicle: VehicleSearchObject, needs: Needs): boolean {
  const { status, passengers_max, load_m3, functions, position } = vehicle
  return (
    position !== null &&
    status !== null &&
    isAvailable(status) &&
    (needs.seats === null || (passengers_max !== null && passengers_max >= needs.seats)) &&
    (needs.load === null || (load_m3 !== null && load_m3 >= needs.load)) &&
    (needs.function === null || (functions?.includes(needs.function) ?? false))
  )
}

const available = statusStyle('available')

// Words that look alike on the map mean alike: one table decides both.
function isAvailable(status: string): boolean {
  const { shape, colour } = statusStyle(status)
  return shape === available.shape && colour === available.colour
}

function lacks(
  value: number | null,
  wanted: number | null,
  name: string,
  inWords: (value: number) => string,
): string | null {
  if (wanted === null || (value !== null && value >= wanted)) return null
  if (value === null) return `does not say its ${name}`
  return `${inWords(value)}, ${formatNumber(wanted)} needed`
}
