import type { RoadAnswer, RoadPath } from '@/lib/contract/roads'
import type { Position } from '@/lib/interface/resources'

export interface Table {
  readonly isOffRoad: boolean
  readonly times: readonly RoadAnswer[]
}

/** Instead of an answer: a place is off the road, or there is no way. The router works. */
export type Refusal = 'off-road' | 'no-way'

/** How one kind of router is asked. */
export interface RouterProtocol {
  table(from: readonly Position[], to: Position): Request
  /** @throws ZodError for an answer of another shape */
  readTable(json: unknown, count: number): Table
  path(from: Position, to: Position): Request
  /** @throws ZodError for an answer of another shape */
  readPath(json: unknown): RoadPath['path']
  /** Of an answer with status 400. @returns null where it is a failure */
  readRefusal(json: unknown): Refusal | null
  /** Asks which places are on the road, where a table with one that is not is refused. */
  readonly located?: {
    ask(places: readonly Position[]): Request
    /** @throws ZodError for an answer of another shape */
    read(json: unknown, count: number): readonly boolean[]
  }
}

export function answerOf(seconds: number | null, metres: number | null): RoadAnswer {
  if (seconds === null || metres === null) return 'none'
  return { seconds: Math.round(seconds), metres: Math.round(metres) }
}
