import { ProblemError } from '@/lib/api/contract/problem-error'
import { createFairQueue } from '@/lib/app/fair-queue'

/** Requests of one operator that have not answered their first list yet; others wait. */
const STARTING_MAXIMUM = 2
/**
 * Requests of one operator, waiting ones among them: a newer one ends the oldest, which a tab that
 * is asleep may hold for hours.
 */
const REQUESTS_MAXIMUM = 8

/** A request that was admitted. */
export interface Admitted {
  /** Ends with the request, or for a newer one. */
  readonly signal: AbortSignal
  /** To be called when the first list is answered. */
  readonly begun: () => void
  readonly end: () => void
}

/**
 * Admits requests for recordings, of each operator a few at a time and in all: the newest,
 * since a jump makes the one before it useless.
 * @returns rejects with ProblemError recordings-limit where newer ones came first
 */
export function createAdmission() {
  const requestsOf = new Map<string, Set<AbortController>>()
  const inTurn = createFairQueue({
    permits: Number.POSITIVE_INFINITY,
    ownerPermits: STARTING_MAXIMUM,
  })

  return async (owner: string, request: AbortSignal): Promise<Admitted> => {
    const requests = requestsOf.get(owner) ?? new Set()
    requestsOf.set(owner, requests)
    const newer = new AbortController()
    requests.add(newer)
    const [oldest] = requests
    if (requests.size > REQUESTS_MAXIMUM) oldest?.abort(new ProblemError('recordings-limit'))

    const signal = AbortSignal.any([request, newer.signal])
    let begun = () => {}
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    const end = () => {
      begun()
      requests.delete(newer)
      if (requests.size === 0 && requestsOf.get(owner) === requests) requestsOf.delete(owner)
    }
    // An answer that was never read has no end of its own.
    signal.addEventListener('abort', end)
    if (signal.aborted) end()

    await new Promise<void>((admit, refuse) => {
      const work = async () => {
        admit()
        await hasBegun
      }
      inTurn(work, { owner: `of ${owner}`, signal }).catch(refuse)
    })
    return { signal, begun, end }
  }
}
