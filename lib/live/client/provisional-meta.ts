import { INTERVALS_SECONDS, type LiveMeta, type LiveProgress } from '@/lib/api/contract/live'

/**
 * Metadata of the vehicles of a first sweep in progress: neither its outcome nor the server's clock is known.
 * `LiveState.progress` marks the area as incomplete.
 */
export function provisionalMeta(
  { about, failure, mtimeServes }: LiveProgress,
  loaded: number,
  arrivedAtMs: number,
): LiveMeta {
  return {
    fetchedAt: new Date(arrivedAtMs).toISOString(),
    ageMs: 0,
    failure,
    loaded,
    unseen: 0,
    about,
    incomplete: null,
    query: null,
    pages: 0,
    mtimeServes,
    dropped: 0,
    unreadable: 0,
    sweepMs: 0,
    intervalMs: INTERVALS_SECONDS[0] * 1000,
  }
}

/** Whether an area holds the result so far of an unfinished first sweep; no finished one has read 0 pages. */
export function isProvisional({ pages }: LiveMeta): boolean {
  return pages === 0
}
