import { OFF_ROAD_METRES, type RoadAnswer, type RoadTime, type RoadTimes } from '@/lib/contract/roads'
import { distanceMetres } from '@/lib/interface/geometry'
import type { Position, VehicleSearchObject } from '@/lib/interface/resources'
import type { LiveArea } from '@/lib/live-client/live-area'
import type { Ranking } from './pickup-ranking'
import { FITS_WANTED } from './pickup-search'

/** Vehicles of the first request, and of each further one. */
const FIRST = 500
const FURTHER = 2_000

/** From vehicle and pick-up to their roads, of which the times know nothing. */
const UNCOUNTED_METRES = 2 * OFF_ROAD_METRES

/** A time counts until its vehicle is farther than this from where it was asked for. */
const MOVED_METRES = 500

/** What was answered for a pick-up point. */
export interface RoadReading {
  readonly point: Position
  /** `unanswered`: the request failed. */
  readonly state: RoadTimes['state'] | 'unanswered'
  readonly isOffRoad: boolean
  /** By vehicle id. */
  readonly answers: ReadonlyMap<string, { readonly from: Position; readonly answer: RoadAnswer }>
}

type Ask = (point: Position, from: readonly Position[]) => Promise<RoadTimes>

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
    const batch = [...slots.subarray(asked, asked + (asked === 0 ? FIRST : FURTHER))].flatMap((slot) => {
      const { id, position } = records[slot] as VehicleSearchObject
      return position ? { id, position } : []
    })
    const { state, times, fastestKmh, ...rest } = await ask(
      point,
      batch.map(({ position }) => position),
    )
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
    if (last !== undefined && (next - UNCOUNTED_METRES) / (fastestKmh / 3.6) >= last) break
  }
  return { point, state: 'ready', isOffRoad, answers }
}

/** What a failed request leaves: the times before it, for the same point. */
export function unanswered(point: Position, before: RoadReading | null, state: RoadReading['state']) {
  const isSame = before?.point.lat === point.lat && before.point.lng === point.lng
  return { point, state, isOffRoad: false, answers: isSame ? before.answers : noAnswers }
}

const noAnswers: RoadReading['answers'] = new Map()

/** @returns null for a vehicle that was not asked for, or has moved since */
export function roadAnswer(
  { id, position }: Pick<VehicleSearchObject, 'id' | 'position'>,
  reading: RoadReading | null,
): RoadAnswer | null {
  const known = reading?.answers.get(id)
  return known && position && distanceMetres(position, known.from) <= MOVED_METRES ? known.answer : null
}

export interface RoadRanking extends Ranking {
  /** The first rows, which have a time by road. */
  readonly timed: number
  readonly answerOf: (vehicle: Pick<VehicleSearchObject, 'id' | 'position'>) => RoadAnswer | null
}

/** Suitable vehicles by road, then those without a time and the others as they were. */
export function rankByRoad(
  { rows, suitable }: Ranking,
  records: LiveArea['records'],
  reading: RoadReading | null,
): RoadRanking {
  const answerOf: RoadRanking['answerOf'] = (vehicle) => roadAnswer(vehicle, reading)
  if (!reading?.answers.size) return { rows, suitable, timed: 0, answerOf }
  const timed: { slot: number; seconds: number }[] = []
  const untimed: number[] = []
  for (const slot of rows.subarray(0, suitable)) {
    const time = answerOf(records[slot] as VehicleSearchObject)
    if (isTime(time)) timed.push({ slot, seconds: time.seconds })
    else untimed.push(slot)
  }
  timed.sort((a, b) => a.seconds - b.seconds)
  const ranked = rows.slice()
  ranked.set(
    timed.map(({ slot }) => slot),
    0,
  )
  ranked.set(untimed, timed.length)
  return { rows: ranked, suitable, timed: timed.length, answerOf }
}

export function isTime(answer: RoadAnswer | null): answer is RoadTime {
  return typeof answer === 'object' && answer !== null
}
