import { LRUCache } from 'lru-cache'
import type { ProblemKind } from '@/lib/api/contract/problems'
import type { SearchPage } from '@/lib/interface/resources'
import { type Search, searchToParams } from '@/lib/interface/search'
import { until } from '@/lib/upstream/http/time-limit'
import type { CallOptions, Fetched, ServiceClient } from './service'
import { UpstreamError } from './upstream-error'

/** Age up to which a list is reused without a call. */
const FRESH_MS = 2_000

/** Age up to which an older list is better than none. */
const LONGEST_STALE_MS = 10 * 60_000

// About 8 MB; vehicles are counted, not lists.
const LARGEST_NUMBER_OF_VEHICLES = 20_000

// These are answers, which an older list would hide.
const FINAL = new Set<ProblemKind>(['bad-parameter', 'not-found', 'request-refused', 'internal'])

interface SharedPage extends Fetched<SearchPage> {
  /** The failure of the call where the list is an older one. */
  readonly staleBecause: ProblemKind | null
}

/**
 * Shares answers among dispatchers: concurrent equal calls are one, and a list that fails is
 * answered from its last good copy. Records are never kept, because they hold personal data.
 * @param now milliseconds since the epoch
 */
export function shareAnswers(client: ServiceClient, now: () => number = Date.now) {
  const share = createSingleFlight()
  const lists = new LRUCache<string, Fetched<SearchPage>>({
    maxSize: LARGEST_NUMBER_OF_VEHICLES,
    sizeCalculation: ({ data }) => 1 + data.vehicles.length,
  })

  /** A list, with the reason if it is an older one. */
  async function searchVehicles(search: Search, options?: CallOptions): Promise<SharedPage> {
    const key = `search ${searchToParams(search)}`
    const last = lists.get(key)
    const ageMs = last ? now() - Date.parse(last.fetchedAt) : Number.POSITIVE_INFINITY
    // A date in the future means that the clock was set back: the age is unknown.
    const isFresh = ageMs >= 0 && ageMs <= FRESH_MS
    if (last && isFresh) return { ...last, staleBecause: null }

    try {
      const answer = await share(key, options, (shared) => client.searchVehicles(search, shared))
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
    getVehicle(id: string, options?: CallOptions) {
      return share(`vehicle ${id}`, options, (shared) => client.getVehicle(id, shared))
    },
    getVehicleByOurRef(ourRef: string, options?: CallOptions) {
      const key = `our_ref ${ourRef}`
      return share(key, options, (shared) => client.getVehicleByOurRef(ourRef, shared))
    },
    getVehicleStatus(id: string, options?: CallOptions) {
      return share(`status ${id}`, options, (shared) => client.getVehicleStatus(id, shared))
    },
    getExampleVehicle(options?: CallOptions) {
      return share('example vehicle', options, client.getExampleVehicle)
    },
    getExampleBooking(options?: CallOptions) {
      return share('example booking', options, client.getExampleBooking)
    },
  }
}

/** A call, and its callers. */
interface Flight {
  readonly answer: Promise<unknown>
  readonly controller: AbortController
  waiting: number
}

/**
 * Shares one execution among concurrent calls with equal keys. An abort ends only that caller's
 * wait; the work is aborted when its last caller leaves.
 */
function createSingleFlight() {
  const flights = new Map<string, Flight>()

  return async <T>(
    key: string,
    options: CallOptions | undefined,
    ask: (options: CallOptions) => Promise<T>,
  ): Promise<T> => {
    const { signal = new AbortController().signal } = options ?? {}
    signal.throwIfAborted()
    const work = (sharedSignal: AbortSignal) => ask({ ...options, signal: sharedSignal })
    const flight = flights.get(key) ?? start(key, work)
    flight.waiting++
    try {
      return (await until(signal, flight.answer)) as T
    } finally {
      flight.waiting--
      if (flight.waiting === 0) {
        if (flights.get(key) === flight) flights.delete(key)
        flight.controller.abort(signal.reason)
      }
    }
  }

  function start(key: string, work: (signal: AbortSignal) => Promise<unknown>): Flight {
    const controller = new AbortController()
    const flight: Flight = {
      answer: work(controller.signal),
      controller,
      waiting: 0,
    }
    flights.set(key, flight)
    return flight
  }
}
