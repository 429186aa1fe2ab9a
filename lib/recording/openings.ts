import { ProblemError } from '@/lib/api/contract/problem-error'
import { createFairQueue } from '@/lib/app/fair-queue'

/** Openings of one operator that have not answered their first list yet; others wait. */
const OPENING_MAXIMUM = 2
/**
 * Of one operator, waiting ones among them: a newer one ends the oldest, which a tab that is
 * asleep may hold for hours.
 */
const OPENINGS_MAXIMUM = 8

export type Opening = Awaited<ReturnType<ReturnType<typeof createOpenings>>>

/**
 * Opens recordings, of each operator a few at a time and in all: the newest, since a jump makes
 * the one before it useless.
 * @returns rejects with ProblemError recordings-limit where newer ones came first
 */
export function createOpenings() {
  const openedBy = new Map<string, Set<AbortController>>()
  const inTurn = createFairQueue({
    permits: Number.POSITIVE_INFINITY,
    ownerPermits: OPENING_MAXIMUM,
  })

  return async (owner: string, request: AbortSignal) => {
    const openings = openedBy.get(owner) ?? new Set()
    openedBy.set(owner, openings)
    const newer = new AbortController()
    openings.add(newer)
    const [oldest] = openings
    if (openings.size > OPENINGS_MAXIMUM) oldest?.abort(new ProblemError('recordings-limit'))

    const signal = AbortSignal.any([request, newer.signal])
    let begun = () => {}
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    const end = () => {
      begun()
      openings.delete(newer)
      if (openings.size === 0 && openedBy.get(owner) === openings) openedBy.delete(owner)
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
    return {
      /** Ends with the request, or for a newer one. */
      signal,
      /** The first list is answered. */
      begun,
      end,
    }
  }
}
