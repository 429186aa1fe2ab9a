import PQueue from 'p-queue'
import type { LookupAnswer, LookupOutcome } from '@/lib/api/queries/reference-lookup'
import { type ListedReference, REFERENCES_MAXIMUM, type ReferenceList } from './reference-list'

/**
 * One reference of a list with its outcome: null while waiting, the reason of a
 * line that is not looked up.
 */
export interface ListRow extends ListedReference {
  readonly outcome: LookupOutcome | { readonly kind: 'skipped'; readonly why: string } | null
}

export function rowsOf(list: ReferenceList): ListRow[] {
  const skipped = list.skipped.slice(0, REFERENCES_MAXIMUM).map(({ line, text, why }) => ({
    line,
    ourRef: text,
    outcome: { kind: 'skipped', why } as const,
  }))
  const asked = list.references.map((reference) => ({ ...reference, outcome: null }))
  return [...asked, ...skipped].sort((a, b) => a.line - b.line)
}

export const EMPTY = {
  rows: [] as readonly ListRow[],
  isRunning: false,
  /** Stopped by itself after consecutive failures. */
  hasGivenUp: false,
  /** End of the server's pause; milliseconds since the epoch. */
  heldUntilMs: null as number | null,
}

export const AT_A_TIME = 5
/** Consecutive failures that count as an outage, which stops the list. */
export const FAILURES_IN_A_ROW = 5

export type ListRun = ReturnType<typeof createListRun>

export function createListRun(
  lookUp: (ourRef: string, signal: AbortSignal) => Promise<LookupAnswer>,
) {
  const listeners = new Set<() => void>()
  const queue = new PQueue({ concurrency: AT_A_TIME, autoStart: false })
  let state = EMPTY
  let list = new AbortController()
  let failuresInARow = 0
  let hold: ReturnType<typeof setTimeout> | undefined

  function set(change: Partial<typeof EMPTY>): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  function add(indices: readonly number[], priority = 0): void {
    const { signal } = list
    for (const index of indices) void queue.add(() => ask(index, signal), { priority })
  }

  async function ask(index: number, signal: AbortSignal): Promise<void> {
    const { ourRef } = state.rows[index] as ListRow
    const answer = await lookUp(ourRef, signal).catch(
      (): LookupAnswer => ({ kind: 'failed', problem: 'internal' }),
    )
    // Of a list that was replaced meanwhile.
    if (signal.aborted) return
    if (answer.kind === 'pause') {
      holdUntil(Date.now() + answer.pauseMs)
      add([index], 1)
    } else settle(index, answer)
  }

  function settle(index: number, outcome: LookupOutcome): void {
    // A refused reference says nothing about the others.
    const isFailure = outcome.kind === 'failed' && outcome.problem !== 'request-refused'
    failuresInARow = isFailure ? failuresInARow + 1 : 0
    const rows = state.rows.with(index, { ...(state.rows[index] as ListRow), outcome })
    const isDone = rows.every((row) => row.outcome !== null)
    const hasGivenUp = failuresInARow >= FAILURES_IN_A_ROW && queue.size > 0
    if (hasGivenUp || isDone) queue.pause()
    set({ rows, ...((hasGivenUp || isDone) && { isRunning: false, hasGivenUp }) })
  }

  function holdUntil(untilMs: number): void {
    if (untilMs <= (state.heldUntilMs ?? 0)) return
    queue.pause()
    clearTimeout(hold)
    hold = setTimeout(() => {
      set({ heldUntilMs: null })
      if (state.isRunning) queue.start()
    }, untilMs - Date.now())
    set({ heldUntilMs: untilMs })
  }

  function resume(): void {
    failuresInARow = 0
    set({ isRunning: true, hasGivenUp: false })
    if (state.heldUntilMs === null) queue.start()
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Replaces the rows; those without an outcome wait for `resume`. */
    load(rows: readonly ListRow[]) {
      list.abort()
      list = new AbortController()
      queue.pause()
      queue.clear()
      clearTimeout(hold)
      set({ ...EMPTY, rows })
      add([...rows.keys()].filter((index) => rows[index]?.outcome === null))
    },
    resume,
    pause() {
      queue.pause()
      set({ isRunning: false })
    },
    retryFailed() {
      const isFailed = ({ outcome }: ListRow) => outcome?.kind === 'failed'
      const failed = [...state.rows.keys()].filter((index) =>
        isFailed(state.rows[index] as ListRow),
      )
      set({ rows: state.rows.map((row) => (isFailed(row) ? { ...row, outcome: null } : row)) })
      add(failed)
      resume()
    },
  }
}
