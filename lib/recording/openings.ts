import { ProblemError } from '@/lib/api/contract/problem-error'

/** Openings of one operator that have not answered their first list yet. */
const OPENING_MAXIMUM = 2
/** Openings that wait for those: a newer one takes the place of the oldest. */
const WAITING_MAXIMUM = 2
/** Answers of one operator that are read: a newer one ends the oldest, which a tab that is asleep may hold for hours. */
const READ_MAXIMUM = 8

export interface Opening {
  /** Ends with the request, or for a newer one. */
  readonly signal: AbortSignal
  /** The first list is answered. */
  begun(): void
  end(): void
}

interface Share {
  opening: number
  readonly waiting: Set<{ admit(): void; refuse(error: unknown): void }>
  readonly read: Set<AbortController>
}

const limit = () => new ProblemError('recordings-limit')

/**
 * Opens recordings, of each operator a few at a time: the newest, since a jump makes the one before it useless.
 * @returns rejects with ProblemError recordings-limit where newer ones came first
 */
export function createOpenings() {
  const shares = new Map<string, Share>()

  function shareOf(owner: string): Share {
    const share = shares.get(owner) ?? { opening: 0, waiting: new Set(), read: new Set() }
    shares.set(owner, share)
    return share
  }

  function forget(owner: string, { opening, waiting, read }: Share): void {
    if (opening + waiting.size + read.size === 0) shares.delete(owner)
  }

  async function admitted(share: Share, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const { waiting } = share
    if (share.opening < OPENING_MAXIMUM) return void share.opening++
    if (waiting.size >= WAITING_MAXIMUM) first(waiting)?.refuse(limit())
    await new Promise<void>((resolve, reject) => {
      const abort = () => entry.refuse(signal.reason)
      const leave = () => {
        waiting.delete(entry)
        signal.removeEventListener('abort', abort)
      }
      const entry = {
        admit() {
          leave()
          share.opening++
          resolve()
        },
        refuse(error: unknown) {
          leave()
          reject(error)
        },
      }
      waiting.add(entry)
      signal.addEventListener('abort', abort)
    })
  }

  return async (owner: string, request: AbortSignal): Promise<Opening> => {
    const share = shareOf(owner)
    await admitted(share, request).catch((error: unknown) => {
      forget(owner, share)
      throw error
    })
    const newer = new AbortController()
    share.read.add(newer)
    if (share.read.size > READ_MAXIMUM) first(share.read)?.abort(limit())
    let isOpening = true
    const begun = () => {
      if (!isOpening) return
      isOpening = false
      share.opening--
      first(share.waiting)?.admit()
    }
    const end = () => {
      request.removeEventListener('abort', end)
      begun()
      share.read.delete(newer)
      forget(owner, share)
    }
    // An answer that was never read has no end of its own.
    request.addEventListener('abort', end)
    newer.signal.addEventListener('abort', end)
    return { signal: AbortSignal.any([request, newer.signal]), begun, end }
  }
}

function first<T>(values: ReadonlySet<T>): T | undefined {
  return values.values().next().value
}
