import { DEFAULT_LIMIT } from '@/lib/interface/search'
import type { UpstreamError } from '@/lib/upstream/upstream-error'

/** Page size that the service accepts; shared by all areas. */
export interface AcceptedPageSize {
  limit: number
  /**
   * Consecutive sweeps whose first page was refused with `limit` and accepted with DEFAULT_LIMIT.
   */
  limitRefusals?: number
  /** Whether the service was seen to answer more vehicles than it was asked for. */
  ignoresLimit?: boolean
}

interface Pass {
  readonly limit: number
  readonly pages: number
  readonly failure: UpstreamError | null
  readonly isFirst: boolean
}

// Require three refusals in a row: a page size of 10 means ten times the calls.
const REFUSALS_BELIEVED = 3
const STEP = 4
/** Sweeps in a row without a failure before pages grow again; doubled when that was too early. */
const GROW_AFTER = { first: 5, longest: 320 }
// Neither the allowed limits (§8) nor the status of a refusal (§7) is documented. These
// three mean something else.
const OTHER_REFUSALS: readonly unknown[] = [404, 405, 410]

export type PageSize = ReturnType<typeof createPageSize>

/**
 * Page size of one area, smaller than the accepted one where its pages exceed
 * the limits of size and time.
 */
export function createPageSize(accepted: AcceptedPageSize) {
  let areaLimit = Number.POSITIVE_INFINITY
  /** Half of a size that was too large: pages do not grow beyond it. */
  let largest = Number.POSITIVE_INFINITY
  let isExceededByOne = false
  /** Whether this sweep tries if the service ignores limits, so that smaller ones cannot help. */
  let trial: 'not-made' | 'under-way' | 'made' = 'not-made'
  let exceeded = 0
  let wasRefused = false
  let growAfter = GROW_AFTER.first
  let hasGrown = false
  let sweepsWithoutFailure = 0

  function shrink(limit: number, least: number): number {
    areaLimit = Math.max(least, Math.floor(limit / STEP))
    sweepsWithoutFailure = 0
    return areaLimit
  }

  function grow(): void {
    isExceededByOne = false
    if (++sweepsWithoutFailure < growAfter || areaLimit >= Math.min(largest, accepted.limit)) return
    areaLimit = Math.min(areaLimit * 2, largest)
    sweepsWithoutFailure = 0
    hasGrown = true
  }

  /** Success proves that the limit had been refused, not the rest of the search. */
  function learnAccepted(limit: number): void {
    if (wasRefused) accepted.limitRefusals = (accepted.limitRefusals ?? 0) + 1
    else if (limit === accepted.limit) accepted.limitRefusals = 0
    if ((accepted.limitRefusals ?? 0) >= REFUSALS_BELIEVED) accepted.limit = DEFAULT_LIMIT
    wasRefused = false
  }

  function afterTooLarge(limit: number, pages: number): number | null {
    if (accepted.ignoresLimit) return null
    if (isExceededByOne && pages > 0) return null
    exceeded += 1
    if (pages === 0 && trial === 'not-made' && (exceeded > 1 || limit === 1)) {
      trial = 'under-way'
      return limit
    }
    if (limit > 1) {
      largest = Math.floor(limit / 2)
      return shrink(limit, 1)
    }
    // Smaller pages cannot help: go back to those that read what comes before it in fewer calls.
    isExceededByOne = true
    areaLimit = Math.max(1, largest)
    return null
  }

  function afterTimeout(limit: number, mayRepeat: boolean): number | null {
    if (hasGrown) growAfter = Math.min(growAfter * 2, GROW_AFTER.longest)
    hasGrown = false
    const smaller = shrink(limit, DEFAULT_LIMIT)
    return mayRepeat ? smaller : null
  }

  return {
    get current() {
      return Math.min(areaLimit, accepted.limit)
    },
    get isExceededByOne() {
      return isExceededByOne
    },
    /** Whether the service answers all vehicles, whatever the limit. */
    get isIgnored() {
      return accepted.ignoresLimit === true
    },
    /** Whether an answer may hold all vehicles. */
    get mayBeIgnored() {
      return trial === 'under-way' || accepted.ignoresLimit === true
    },
    /** Learns from a page whether the service keeps to the limit. */
    learn(limit: number, rows: number, isLast: boolean): void {
      // Some answer no fewer than the default.
      if (rows > Math.max(limit, DEFAULT_LIMIT)) {
        accepted.ignoresLimit = true
        areaLimit = Number.POSITIVE_INFINITY
        largest = Number.POSITIVE_INFINITY
      } else if (rows === limit && !isLast) accepted.ignoresLimit = false
    },
    /** @returns the page size for another pass within this sweep; null for none */
    after({ limit, pages, failure, isFirst }: Pass): number | null {
      if (isFirst) {
        wasRefused = false
        exceeded = 0
        trial = 'not-made'
      } else if (trial === 'under-way') trial = 'made'
      if (pages > 0) learnAccepted(limit)
      if (failure === null) grow()
      if (failure?.kind === 'too-large') return afterTooLarge(limit, pages)
      if (failure === null || limit <= DEFAULT_LIMIT) return null
      // With a pause left the service was not asked.
      if (isTimeLimit(failure) && failure.retryAfterMs === null)
        return afterTimeout(limit, isFirst && pages === 0)
      const mayMeanLimit =
        (failure.parameter ?? 'limit') === 'limit' && !OTHER_REFUSALS.includes(failure.status)
      wasRefused = pages === 0 && failure.kind === 'request-refused' && mayMeanLimit
      return wasRefused ? DEFAULT_LIMIT : null
    },
  }
}

/** Ours, or that of the service or a proxy before it. Source: RFC 9110 §15.5.9, §15.6.5 */
function isTimeLimit({ kind, status }: UpstreamError): boolean {
  return kind === 'upstream-timeout' || status === 408 || status === 504
}
