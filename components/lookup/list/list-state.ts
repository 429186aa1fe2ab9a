import type { LookupOutcome } from '@/lib/queries/reference-lookup'
import { type ListedReference, type ReferenceList, skippedLines } from './reference-list'

/** A line that is not looked up has the reason as its outcome. */
export type RowOutcome = LookupOutcome | { readonly kind: 'skipped'; readonly why: string }

/** One line of a list with its outcome; null while waiting. */
export interface ListRow extends ListedReference {
  readonly outcome: RowOutcome | null
}

/** The rows of a list before its look-ups, skipped lines included. */
export function rowsOf(list: ReferenceList): ListRow[] {
  const skipped = skippedLines(list).map(({ line, text, why }) => ({
    line,
    ourRef: text,
    outcome: { kind: 'skipped', why } as const,
  }))
  const asked = list.references.map((reference) => ({ ...reference, outcome: null }))
  return [...asked, ...skipped].sort((a, b) => a.line - b.line)
}

/** Rows that are looked up. */
export function askedRows(rows: readonly ListRow[]): readonly ListRow[] {
  return rows.filter(({ outcome }) => outcome?.kind !== 'skipped')
}

/** Found before a reload, which keeps only the id. */
export function lacksDetails({ outcome }: ListRow): boolean {
  return outcome?.kind === 'found' && outcome.vehicle === undefined
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
