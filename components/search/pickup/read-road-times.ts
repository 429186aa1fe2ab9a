import type { QueryClient } from '@tanstack/react-query'
import { PacedRefresh } from '@/components/search/paced-refresh'
import { OFF_ROAD_METRES, TIMED_MAXIMUM } from '@/lib/api/contract/road-limits'
import type { RoadAnswer, RoadTimes } from '@/lib/api/contract/roads'
import { askRoadTimes, type LocatedVehicle, vehiclesOfRequest } from '@/lib/api/queries/places/roads'
import { minutesOf } from '@/lib/format/time/road-time'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import type { LiveArea } from '@/lib/live/client/live-area'
import { FITS_WANTED } from './pickup-ranking'
import type { RoadReading } from './road-times'

const REFRESH_MS = 4_000

/** Vehicles of the first request; further ones are as large as can be. */
const FIRST = 500

/** From vehicle and pick-up to their roads, of which the times know nothing. */
const UNCOUNTED_METRES = 2 * OFF_ROAD_METRES

/** Vehicles whose times are asked for. */
export interface Candidates {
  readonly point: Position
  /** Suitable vehicles, nearest by air first. */
  readonly slots: Uint32Array
  readonly records: LiveArea['records']
  /** In metres, as `distancesFrom` gives them. */
  readonly distances: Float64Array
  /** Another one is asked for at once. */
  readonly subject: string
}

/** Reads the times by road again with each refresh of the list. */
export function createRoadReader(
  client: QueryClient,
  onReading: (update: (before: RoadReading | null) => RoadReading) => void,
) {
  const refresh = new PacedRefresh(REFRESH_MS)
  return {
    stop: () => refresh.stop(),
    request({ point, slots, records, distances, subject }: Candidates): void {
      refresh.request(`${formatPosition(point)} ${subject}`, async (signal) => {
        const ask: Ask = (to, vehicles) =>
          askRoadTimes(client, { to, ...vehiclesOfRequest(vehicles) }, signal)
        const next = await readRoadTimes(ask, point, slots, records, distances).catch(() => null)
        if (signal.aborted) return
        onReading((before) =>
          next?.state === 'ready' || next?.state === 'none'
            ? next
            : unanswered(point, before, next?.state ?? 'unanswered'),
        )
      })
    },
  }
}

type Ask = (point: Position, vehicles: readonly LocatedVehicle[]) => Promise<RoadTimes>

/**
 * Asks for the times of the vehicles nearest by air, and for more while one that was not asked for could be among the
 * best: it needs at least its distance at the fastest speed.
 * @param slots suitable vehicles, nearest by air first
 * @param distances in metres, as `distancesFrom` gives them
 */
export async function readRoadTimes(
  ask: Ask,
  point: Position,
  slots: Uint32Array,
  records: LiveArea['records'],
  distances: Float64Array,
): Promise<RoadReading> {
  const answers = new Map<string, { from: Position; answer: RoadAnswer }>()
  const seconds: number[] = []
  let isOffRoad = false
  for (let asked = 0; asked < slots.length; ) {
    const batch = [...slots.subarray(asked, asked + (asked === 0 ? FIRST : TIMED_MAXIMUM))].flatMap(
      (slot): LocatedVehicle | [] => {
        const { id, position, type } = records[slot] ?? {}
        return id !== undefined && position ? { id, position, type } : []
      },
    )
    const { state, times, fastestKmh, ...rest } = await ask(point, batch)
    isOffRoad = rest.isOffRoad
    if (state !== 'ready') return { point, state, isOffRoad, answers }
    for (const [n, { id, position }] of batch.entries()) {
      const answer = times[n] ?? 'not-asked'
      answers.set(id, { from: position, answer })
      if (typeof answer === 'object') seconds.push(answer.seconds)
    }
    asked += batch.length
    seconds.sort((a, b) => a - b)
    const last = seconds[FITS_WANTED - 1]
    const next = distances[slots[asked] as number]
    if (fastestKmh === null || next === undefined || isOffRoad) break
    const least = (next - UNCOUNTED_METRES) / (fastestKmh / 3.6)
    // In a minute that is shown, the nearest is the first.
    if (last !== undefined && minutesOf(least) > minutesOf(last)) break
  }
  return { point, state: 'ready', isOffRoad, answers }
}

/** The reading after a failed request: the times before it, for the same point. */
export function unanswered(point: Position, before: RoadReading | null, state: RoadReading['state']) {
  const isSame = before?.point.lat === point.lat && before.point.lng === point.lng
  return { point, state, isOffRoad: false, answers: isSame ? before.answers : noAnswers }
}

const noAnswers: RoadReading['answers'] = new Map()
