import type { LookupOutcome } from '@/lib/queries/reference-lookup'
import type { ListedReference } from './reference-list'

/** One line of a list with its outcome; null while waiting. */
export interface ListRow extends ListedReference {
  readonly outcome: LookupOutcome | null
}

export interface ListState {
  readonly rows: readonly ListRow[]
  /** Running look-ups. */
  readonly asking: number
  readonly isRunning: boolean
  /** Stopped by itself after consecutive failures. */
  readonly hasGivenUp: boolean
  /** End of the server's pause; milliseconds since the epoch. */
  readonly heldUntilMs: number | null
  /** From recent answers; null before the first. */
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

/** Indices of rows without an outcome. */
export function waiting(rows: readonly ListRow[]): number[] {
  return [...rows.keys()].filter((index) => rows[index]?.outcome === null)
}

/** Estimated remaining time; null before there is an estimate. */
export function remainingMs(
  { rows, isRunning, heldUntilMs, msPerRow }: ListState,
  nowMs: number,
): number | null {
  const left = waiting(rows).length
  if (!isRunning || left === 0 || msPerRow === null) return null
  return left * msPerRow + Math.max(0, (heldUntilMs ?? nowMs) - nowMs)
}
