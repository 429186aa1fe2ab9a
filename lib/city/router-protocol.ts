import type { RoadAnswer, RoadPath, RoadTimes } from '@/lib/api/contract/roads'
import type { Position } from '@/lib/interface/resources'

/** Times from vehicles to a pick-up. */
export interface TimesTable {
  readonly isOffRoad: RoadTimes['isOffRoad']
  readonly times: RoadTimes['times']
}

export type Refusal = OffRoadRefusal | { readonly kind: 'no-way' } | { readonly kind: 'too-many' }

interface OffRoadRefusal {
  readonly kind: 'off-road'
  /** Index of the place, the destination last; null where it is not named. */
  readonly place: number | null
}

/** Requests and answers of one kind of router. Readers throw ZodError for another shape. */
export interface RouterProtocol {
  table(from: readonly Position[], to: Position): Request
  /** @param count of places in `from` */
  readTable(json: unknown, count: number): TimesTable
  path(from: Position, to: Position): Request
  readPath(json: unknown): RoadPath['path']
  /** @returns null for another answer */
  readRefusal(json: unknown): Refusal | null
  /** Null: refusals name the place that is off the road. */
  readonly locate: LocateProtocol | null
}

/** Asks of each place whether it is on a road. */
interface LocateProtocol {
  request(places: readonly Position[]): Request
  read(json: unknown, count: number): readonly boolean[]
}

export function answerOf(seconds: number | null, metres: number | null): RoadAnswer {
  if (seconds === null || metres === null) return 'none'
  return {
    seconds: Math.round(seconds),
    metres: Math.round(metres),
  }
}
