/** Runs work one piece after the other, in the order of the calls. */
export type RunExclusive = <T>(work: () => Promise<T>) => Promise<T>

/** Owner of a piece of work, and whether other work goes first. */
export interface Turn {
  /** By default all work has one owner. */
  readonly owner?: string
  readonly isSecondary?: boolean
  /** Does not count in `perSecond`. */
  readonly isUncounted?: boolean
  /** Ends the wait, which rejects with its reason. */
  readonly signal?: AbortSignal
}

export interface FairQueueOptions {
  readonly permits: number
  /** By default all may wait, without end. */
  readonly limits?: {
    /** Pieces of work that may wait; more are refused at once. */
    readonly queueMaximum: number
    readonly waitMs: number
  }
  readonly ownerPermits?: number
  readonly secondaryPermits?: number
  /** Most pieces of work begun per second, evenly spaced; asked before each. */
  readonly perSecond?: () => number
  /** Pieces of work that may begin together after a pause; 1 by default. */
  readonly atOnce?: number
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
  readonly after?: (delayMs: number, run: () => void) => () => void
}

interface Waiting {
  readonly owner: string
  readonly isSecondary: boolean
  readonly isUncounted: boolean
  /** Round of its owner: one piece of each owner's work is begun a round. */
  readonly round: number
  readonly busy: () => Error
  readonly grant: () => void
  readonly refuse: (error: Error) => void
}

/**
 * Runs pieces of work, at most `permits` at a time: secondary work last, otherwise one piece of
 * each owner's in turn, so that an owner with much work does not delay another's. A full queue
 * refuses the newest work of the owner with most.
 * @returns rejects with `onBusy()` beyond the limits of the queue
 */
export function createFairQueue(options: FairQueueOptions) {
  const {
    permits,
    limits,
    ownerPermits = permits,
    secondaryPermits = permits,
    perSecond = () => Number.POSITIVE_INFINITY,
    atOnce = 1,
    now = () => performance.now(),
    after = afterTimeout,
  } = options
  const waiting = new Set<Waiting>()
  const running = new Map<string, number>()
  const rounds = new Map<string, number>()
  let runningCount = 0
  let secondaryCount = 0
  let round = 0
  let tokens = atOnce
  let filledAtMs = now()
  let isRefillAwaited = false

  const runningOf = (owner: string) => running.get(owner) ?? 0

  function mayRun({ owner, isSecondary }: Waiting): boolean {
    if (isSecondary && secondaryCount >= secondaryPermits) return false
    return owner === '' || runningOf(owner) < ownerPermits
  }

  function hasToken(): boolean {
    const rate = perSecond()
    if (rate === Number.POSITIVE_INFINITY) return true
    // Ten milliseconds' worth may begin together: timers are too coarse for a high rate.
    const capacity = Math.max(atOnce, rate / 100)
    const refilled = ((now() - filledAtMs) / 1000) * rate
    tokens = Math.min(capacity, tokens + refilled)
    filledAtMs = now()
    // Fractions add up inexactly.
    return tokens > 1 - 1e-9
  }

  function begin(): void {
    while (runningCount < permits) {
      const ready = [...waiting].filter(mayRun)
      const allowed = hasToken() ? ready : ready.filter(({ isUncounted }) => isUncounted)
      if (allowed.length < ready.length) awaitToken()
      const next = firstOf(allowed)
      if (!next) return
      if (!next.isUncounted) tokens--
      round = Math.max(round, next.round)
      next.grant()
      count(next, 1)
    }
  }

  function awaitToken(): void {
    if (isRefillAwaited) return
    isRefillAwaited = true
    const refillMs = ((1 - tokens) / perSecond()) * 1000
    after(Math.max(1, refillMs), () => {
      isRefillAwaited = false
      begin()
    })
  }

  function count({ owner, isSecondary }: Waiting, by: 1 | -1): void {
    runningCount += by
    if (isSecondary) secondaryCount += by
    const count = runningOf(owner) + by
    if (count > 0) running.set(owner, count)
    else running.delete(owner)
    forgetIfIdle(owner)
  }

  function forgetIfIdle(owner: string): void {
    const isWaiting = [...waiting].some((entry) => entry.owner === owner)
    if (!isWaiting && !running.has(owner)) rounds.delete(owner)
  }

  /** @returns the entry to refuse in place of a newcomer's; null where it is the newcomer's */
  function displacedBy(newcomer: string): Waiting | null {
    const counts = new Map<string, number>()
    for (const { owner } of waiting) counts.set(owner, (counts.get(owner) ?? 0) + 1)
    let largestOwner = ''
    let largest = 0
    for (const [owner, count] of counts) {
      if (count <= largest) continue
      largestOwner = owner
      largest = count
    }
    if (largest <= (counts.get(newcomer) ?? 0) + 1) return null
    const entries = [...waiting].filter(({ owner }) => owner === largestOwner)
    return entries.findLast(({ isSecondary }) => isSecondary) ?? entries.at(-1) ?? null
  }

  async function enter(turn: Turn, onBusy: () => Error): Promise<Waiting> {
    const { owner = '', isSecondary = false, isUncounted = false, signal } = turn
    signal?.throwIfAborted()
    return new Promise((resolve, reject) => {
      const ownRound = Math.max(round, rounds.get(owner) ?? 0) + 1
      let cancel = () => {}
      const abort = () => entry.refuse(signal?.reason)
      const leave = () => {
        cancel()
        signal?.removeEventListener('abort', abort)
        waiting.delete(entry)
      }
      const entry: Waiting = {
        owner,
        isSecondary,
        isUncounted,
        round: ownRound,
        busy: onBusy,
        grant() {
          leave()
          resolve(entry)
        },
        refuse(error) {
          leave()
          forgetIfIdle(owner)
          reject(error)
        },
      }
      waiting.add(entry)
      begin()
      const hasBegun = !waiting.has(entry)
      if (hasBegun) {
        rounds.set(owner, ownRound)
        return
      }
      if (limits && waiting.size > limits.queueMaximum) {
        waiting.delete(entry)
        const displaced = displacedBy(owner)
        if (!displaced) {
          entry.refuse(onBusy())
          return
        }
        displaced.refuse(displaced.busy())
        waiting.add(entry)
      }
      rounds.set(owner, ownRound)
      if (limits) cancel = after(limits.waitMs, () => entry.refuse(onBusy()))
      signal?.addEventListener('abort', abort, { once: true })
    })
  }

  return async <T>(
    work: () => Promise<T>,
    turn: Turn = {},
    onBusy = () => new Error('no permit in time'),
  ): Promise<T> => {
    const entry = await enter(turn, onBusy)
    try {
      return await work()
    } finally {
      count(entry, -1)
      begin()
    }
  }
}

function firstOf(entries: readonly Waiting[]): Waiting | null {
  let first: Waiting | null = null
  for (const entry of entries) {
    if (!first || isBefore(entry, first)) first = entry
  }
  return first
}

function isBefore(a: Waiting, b: Waiting): boolean {
  if (a.isSecondary !== b.isSecondary) return b.isSecondary
  return a.round < b.round
}

function afterTimeout(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}
