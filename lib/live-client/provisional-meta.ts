import { INTERVALS_SECONDS, type LiveMeta, type LiveProgress } from '@/lib/contract/live'

/**
 * What stands beside the vehicles of a first sweep that still runs. Nothing is known of how it will end, and the
 * server's clock not at all: `LiveState.progress` tells that this is not the whole.
 */
export function provisionalMeta(
  { about, failure }: LiveProgress,
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
    limit: 0,
    dropped: 0,
    unreadable: 0,
    sweepMs: 0,
    intervalMs: INTERVALS_SECONDS[0] * 1000,
  }
}

/** Whether an area is what a first sweep that did not end has brought so far: no sweep has a page size of none. */
export function isProvisional({ limit }: LiveMeta): boolean {
  return limit === 0
}
