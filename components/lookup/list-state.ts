import type { LookupOutcome } from '@/lib/queries/reference-lookup'
import type { ListedReference } from './reference-list'

/** One line of a list and what became of it; null while it waits. */
export interface ListRow extends ListedReference {
  readonly outcome: LookupOutcome | null
}

export interface ListState {
  readonly rows: readonly ListRow[]
  /** How many are being asked for now. */
  readonly asking: number
  readonly isRunning: boolean
  /** It stopped by itself: so many failed one after the other. */
  readonly hasGivenUp: boolean
  /** The server asked for a pause until then; milliseconds since the epoch. */
  readonly heldUntilMs: number | null
  /** As the last answers came; null before there are some. */
  readonly msPerRow: number | null
}

export const EMPTY: ListState = {
  rows: [],
  asking: 0,
  isRunning: false,
  hasGivenUp: false,
  heldUntilMs: null,
  msPerRow: null,
}

/** Places of the rows that have no outcome yet. */
export function waiting(rows: readonly ListRow[]): number[] {
  return [...rows.keys()].filter((index) => rows[index]?.outcome === null)
}

/** How long a list will still take at the pace of its last answers; null before that can be told. */
export function remainingMs(
  { rows, isRunning, heldUntilMs, msPerRow }: ListState,
  nowMs: number,
): number | null {
  const left = waiting(rows).length
  if (!isRunning || left === 0 || msPerRow === null) return null
  return left * msPerRow + Math.max(0, (heldUntilMs ?? nowMs) - nowMs)
}
