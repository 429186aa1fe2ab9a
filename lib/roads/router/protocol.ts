import type { RoadAnswer, RoadPath } from '@/lib/contract/roads'
import type { Position } from '@/lib/interface/resources'

export interface Table {
  readonly isOffRoad: boolean
  readonly times: readonly RoadAnswer[]
}

/** How one kind of router is asked. */
export interface RouterProtocol {
  table(from: readonly Position[], to: Position): Request
  /** @throws ZodError for an answer of another shape */
  readTable(json: unknown, count: number): Table
  path(from: Position, to: Position): Request
  /** @throws ZodError for an answer of another shape */
  readPath(json: unknown): RoadPath['path']
}

export function answerOf(seconds: number | null, metres: number | null): RoadAnswer {
  if (seconds === null || metres === null) return 'none'
  return { seconds: Math.round(seconds), metres: Math.round(metres) }
}
