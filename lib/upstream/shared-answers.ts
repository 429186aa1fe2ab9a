import { LRUCache } from 'lru-cache'
import type { ProblemKind } from '@/lib/api/contract/problems'
import type { SearchPage } from '@/lib/interface/resources'
import { type Search, searchToParams } from '@/lib/interface/search'
import { createSingleFlight } from '@/lib/upstream/resilience/single-flight'
import type { CallOptions, Fetched, ServiceClient } from './service'
import { UpstreamError } from './upstream-error'

/** Age up to which a list is reused without a call. */
const FRESH_MS = 2_000

/** Age up to which an older list is better than none. */
const LONGEST_STALE_MS = 10 * 60_000

// About 8 MB; vehicles are counted, not lists.
const LARGEST_NUMBER_OF_VEHICLES = 20_000

// These are answers, which an older list would hide.
const FINAL = new Set(['bad-parameter', 'not-found', 'request-refused', 'internal'])

/** A list, with the reason if it is an older one. */
export interface SharedList extends Fetched<SearchPage> {
  readonly staleBecause: ProblemKind | null
}

export interface SharedClient extends ServiceClient {
  searchVehicles(search: Search, options?: CallOptions): Promise<SharedList>
}

/**
 * Shares answers among dispatchers: concurrent equal calls are one, and a list that fails is answered from its last
 * good copy. Records are never kept, because they hold personal data.
 * @param now milliseconds since the epoch
 */
export function shareAnswers(client: ServiceClient, now: () => number = Date.now): SharedClient {
  const once = createSingleFlight()
  const lists = new LRUCache<string, Fetched<SearchPage>>({
    maxSize: LARGEST_NUMBER_OF_VEHICLES,
    sizeCalculation: ({ data }) => 1 + data.vehicles.length,
  })

  async function searchVehicles(search: Search, options?: CallOptions): Promise<SharedList> {
    const key = `search ${searchToParams(search)}`
    const last = lists.get(key)
    const ageMs = last ? now() - Date.parse(last.fetchedAt) : Number.POSITIVE_INFINITY
    // A date in the future means that the clock was set back: the age is unknown.
    if (last && ageMs >= 0 && ageMs <= FRESH_MS) return { ...last, staleBecause: null }
    try {
      const answer = await once(
        key,
        (signal) => client.searchVehicles(search, { ...options, signal }),
        options?.signal,
      )
      lists.set(key, answer)
      return { ...answer, staleBecause: null }
    } catch (error) {
      if (!last || ageMs > LONGEST_STALE_MS) throw error
      if (!(error instanceof UpstreamError) || FINAL.has(error.kind)) throw error
      return { ...last, staleBecause: error.kind }
    }
  }

  return {
    searchVehicles,
    getVehicle: (id, options) =>
      once(`vehicle ${id}`, (signal) => client.getVehicle(id, { ...options, signal }), options?.signal),
    getVehicleByOurRef: (ourRef, options) =>
      once(
        `our_ref ${ourRef}`,
        (signal) => client.getVehicleByOurRef(ourRef, { ...options, signal }),
        options?.signal,
      ),
    getVehicleStatus: (id, options) =>
      once(`status ${id}`, (signal) => client.getVehicleStatus(id, { ...options, signal }), options?.signal),
    getExampleVehicle: (options) =>
      once('example vehicle', (signal) => client.getExampleVehicle({ ...options, signal }), options?.signal),
    getExampleBooking: (options) =>
      once('example booking', (signal) => client.getExampleBooking({ ...options, signal }), options?.signal),
  }
}
