import type { RoadAnswer, RoadTime, RoadTimes } from '@/lib/api/contract/roads'
import { minutesOf } from '@/lib/format/time/road-time'
import { distanceMetres } from '@/lib/interface/geometry'
import type { Position, VehicleSearchObject } from '@/lib/interface/resources'
import type { VehicleTable } from '@/lib/vehicles/vehicle-table'
import type { RankingByAir } from './pickup-ranking'

/** A time counts until its vehicle is farther than this from where it was asked for. */
const MOVED_METRES = 500

export interface RoadReading {
  readonly point: Position
  /** `unanswered`: the request failed. */
  readonly state: RoadTimes['state'] | 'unanswered'
  readonly isOffRoad: boolean
  /** By vehicle id. */
  readonly answers: ReadonlyMap<string, { readonly from: Position; readonly answer: RoadAnswer }>
}

/** The reading after a failed request: the times before it, for the same point. */
export function unanswered(
  point: Position,
  before: RoadReading | null,
  state: RoadReading['state'],
): RoadReading {
  const isSame = before?.point.lat === point.lat && before.point.lng === point.lng
  return { point, state, isOffRoad: false, answers: isSame ? before.answers : new Map() }
}

/**
 * Suitable vehicles by the minutes that are shown and the metres by road, then those without a time
 * and the others as they were.
 */
export function rankByRoad(
  { suitable, others }: RankingByAir,
  records: VehicleTable['records'],
  reading: RoadReading | null,
) {
  /** Null for a vehicle that was not asked for, or has moved since. */
  const answerOf = ({ id, position }: Pick<VehicleSearchObject, 'id' | 'position'>) => {
    const known = reading?.answers.get(id)
    return known && position && distanceMetres(position, known.from) <= MOVED_METRES
      ? known.answer
      : null
  }
  const timed: { slot: number; minutes: number; metres: number }[] = []
  const untimed: number[] = []
  let answered = 0
  for (const slot of suitable) {
    const time = answerOf(records[slot] as VehicleSearchObject)
    if (time !== null && time !== 'not-asked') answered++
    if (isTime(time)) timed.push({ slot, minutes: minutesOf(time.seconds), metres: time.metres })
    else untimed.push(slot)
  }
  timed.sort((a, b) => a.minutes - b.minutes || a.metres - b.metres)
  return {
    /** Slots: the suitable vehicles, then the others. */
    rows: Uint32Array.from([...timed.map(({ slot }) => slot), ...untimed, ...others]),
    suitable: suitable.length,
    /** The first rows, which have a time by road. */
    timed: timed.length,
    /** Suitable vehicles of which it is known whether they have a way. */
    answered,
    answerOf,
  }
}

export type RoadRanking = ReturnType<typeof rankByRoad>

export function isTime(answer: RoadAnswer | null): answer is RoadTime {
  return typeof answer === 'object' && answer !== null
}
