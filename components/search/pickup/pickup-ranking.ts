import { sortRows } from '@/components/search/list/rows'
import { seatsInWords, statusPhrase } from '@/components/search/list/shown-vehicles'
import { NEAREST_FIRST } from '@/components/search/list/sorts'
import { formatNumber } from '@/lib/format/number'
import { statusStyle } from '@/lib/format/status-style'
import { safeText } from '@/lib/format/text'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { LiveArea } from '@/lib/live-client/live-area'

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

/** A condition that a vehicle must meet, and the words for a vehicle that does not. */
interface Rule {
  readonly isMet: (vehicle: VehicleSearchObject, needs: Needs) => boolean
  readonly reason: (vehicle: VehicleSearchObject, needs: Needs) => string
}

const rules: readonly Rule[] = [
  {
    isMet: ({ status }) => status !== null && isAvailable(status),
    reason: ({ status }) => (status === null ? 'no status' : `status ${statusPhrase(status)}`),
  },
  atLeast('seats', ({ passengers_max }) => passengers_max, seatsInWords),
  atLeast(
    'load',
    ({ load_m3 }) => load_m3,
    (m3) => `${formatNumber(m3)} m³`,
  ),
  {
    isMet: ({ functions }, needs) => needs.function === null || functions?.includes(needs.function) === true,
    reason: ({ functions }, needs) =>
      functions === null ? 'functions not reported' : `no function ${safeText(needs.function ?? '', 40)}`,
  },
  {
    isMet: ({ position }) => position !== null,
    reason: () => 'position not reported',
  },
]

function atLeast(
  need: 'seats' | 'load',
  read: (vehicle: VehicleSearchObject) => number | null,
  inWords: (value: number) => string,
): Rule {
  return {
    isMet(vehicle, needs) {
      const wanted = needs[need]
      return wanted === null || (read(vehicle) ?? Number.NEGATIVE_INFINITY) >= wanted
    },
    reason(vehicle, needs) {
      const value = read(vehicle)
      return value === null
        ? `${need} not reported`
        : `${inWords(value)}, ${formatNumber(needs[need])} needed`
    },
  }
}

/** Why a vehicle is not suitable; empty when it is. */
export function reasonsAgainst(vehicle: VehicleSearchObject, needs: Needs): string[] {
  return rules.filter(({ isMet }) => !isMet(vehicle, needs)).map(({ reason }) => reason(vehicle, needs))
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
  let suitable = 0
  let unsuitable = 0
  for (const index of nearestFirst) {
    const vehicle = area.records[index] as VehicleSearchObject
    if (rules.every(({ isMet }) => isMet(vehicle, needs))) ranked[suitable++] = index
    else others[unsuitable++] = index
  }
  ranked.set(others.subarray(0, unsuitable), suitable)
  return { rows: ranked, suitable }
}

const available = statusStyle('available')

// Status words with the same mark on the map have the same meaning: one table decides both.
function isAvailable(status: string): boolean {
  const { shape, colour } = statusStyle(status)
  return shape === available.shape && colour === available.colour
}
