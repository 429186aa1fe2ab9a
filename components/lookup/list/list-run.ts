import type { LookupAnswer, LookupOutcome } from '@/lib/queries/reference-lookup'
import { EMPTY, type ListRow, type ListState, lacksDetails, waiting } from './list-state'

export interface ListRunOptions {
  readonly lookUp: (ourRef: string, signal: AbortSignal) => Promise<LookupAnswer>
  readonly clock: {
    /** Milliseconds since the epoch. */
    readonly now: () => number
    /** Calls back once after a delay. @returns a function that cancels */
    readonly after: (delayMs: number, run: () => void) => () => void
  }
}

/** Looks up a list of references. */
export interface ListRun {
  state(): ListState
  subscribe(listener: () => void): () => void
  /** Replaces the rows; those without an outcome wait for `resume`. */
  load(rows: readonly ListRow[]): void
  resume(): void
  /** Starts no further look-ups; running ones finish. */
  pause(): void
  /** Looks up failed references again. */
  retryFailed(): void
  /** Looks up again the vehicles found before a reload: of those only the ids are left. */
  loadDetails(): void
  /** Aborts running look-ups, which wait again. */
  stop(): void
}

export const AT_A_TIME = 5
/** Consecutive failures that count as an outage, which stops the list. */
export const FAILURES_IN_A_ROW = 5

export function createListRun({ lookUp, clock }: ListRunOptions): ListRun {
  const listeners = new Set<() => void>()
  let state = EMPTY
  let queue: number[] = []
  let calls = new Map<number, AbortController>()
  let failuresInARow = 0
  let stretch = { startMs: 0, answers: 0 }
  let cancelHold: (() => void) | null = null

  function set(change: Partial<ListState>): void {
    state = { ...state, ...change, asking: calls.size }
    for (const listener of listeners) listener()
  }

  /** Starts as many look-ups as the limit and pauses allow. */
  function goOn(): void {
    while (state.isRunning && state.heldUntilMs === null && calls.size < AT_A_TIME) {
      const index = queue.shift()
      if (index === undefined) break
      void ask(index)
    }
    const isDone = queue.length === 0 && calls.size === 0
    set(isDone ? { isRunning: false } : {})
  }

  async function ask(index: number): Promise<void> {
    const controller = new AbortController()
    calls.set(index, controller)
    const { ourRef } = state.rows[index] as ListRow
    const answer = await lookUp(ourRef, controller.signal).catch(
      (): LookupAnswer => ({ kind: 'failed', problem: 'internal' }),
    )
    // Aborted meanwhile, perhaps for another list.
    if (calls.get(index) !== controller) return
    calls.delete(index)
    if (answer.kind === 'pause') hold(index, answer.pauseMs)
    else settle(index, answer)
    goOn()
  }

  function settle(index: number, outcome: LookupOutcome): void {
    stretch.answers++
    // A refused reference says nothing about the others.
    const isFailure = outcome.kind === 'failed' && outcome.problem !== 'request-refused'
    failuresInARow = isFailure ? failuresInARow + 1 : 0
    const hasGivenUp = failuresInARow >= FAILURES_IN_A_ROW && queue.length > 0
    state = {
      ...state,
      rows: state.rows.with(index, { ...(state.rows[index] as ListRow), outcome }),
      msPerRow: (clock.now() - stretch.startMs) / stretch.answers,
      ...(hasGivenUp && { isRunning: false, hasGivenUp }),
    }
  }

  function hold(index: number, pauseMs: number): void {
    queue.unshift(index)
    const untilMs = Math.max(state.heldUntilMs ?? 0, clock.now() + pauseMs)
    state = { ...state, heldUntilMs: untilMs }
    cancelHold?.()
    cancelHold = clock.after(untilMs - clock.now(), release)
  }

  function release(): void {
    cancelHold?.()
    cancelHold = null
    stretch = { startMs: clock.now(), answers: 0 }
    state = { ...state, heldUntilMs: null }
    goOn()
  }

  function stop(): void {
    for (const controller of calls.values()) controller.abort()
    calls = new Map()
    queue = waiting(state.rows)
    cancelHold?.()
    cancelHold = null
    set({ isRunning: false, heldUntilMs: null })
  }

  function resume(): void {
    failuresInARow = 0
    stretch = { startMs: clock.now(), answers: 0 }
    state = { ...state, isRunning: true, hasGivenUp: false }
    goOn()
  }

  function lookUpAgain(isMeant: (row: ListRow) => boolean): void {
    const rows = state.rows.map((row) => (isMeant(row) ? { ...row, outcome: null } : row))
    state = { ...state, rows }
    queue = waiting(rows).filter((index) => !calls.has(index))
    resume()
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    load(rows) {
      stop()
      queue = waiting(rows)
      set({ ...EMPTY, rows })
    },
    resume,
    pause: () => set({ isRunning: false }),
    retryFailed: () => lookUpAgain(({ outcome }) => outcome?.kind === 'failed'),
    loadDetails: () => lookUpAgain(lacksDetails),
    stop,
  }
}
