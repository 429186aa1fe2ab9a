import type { AreaSearch } from '@/lib/api/contract/live'
import type { Clock } from '@/lib/app/clock'
import type { SearchPage, VehicleSearchObject } from '@/lib/interface/resources'
import type { Search } from '@/lib/interface/search'
import {
  createLiveAreas,
  type LiveAreas,
  type LiveAreasOptions,
  type StreamRequest,
} from '@/lib/live/areas'
import type { Bounds } from '@/lib/live/bounds/bounds'
import { createTestClock } from '@/lib/testing/clock'
import { vehicle } from '@/lib/testing/vehicles'
import { until } from '@/lib/upstream/http/time-limit'
import type { ServiceClient } from '@/lib/upstream/service'
import { UpstreamError } from '@/lib/upstream/upstream-error'

export const AREA: AreaSearch = { position: { lat: 51.5, lng: -0.1 }, radius: 1000, type: null }

export type Answer = Partial<SearchPage> & { dropped?: number }

export type TestService = ReturnType<typeof createTestService>

const NO_PAGE = {
  query: null,
  next_cursor: null,
  isCut: false,
  total: null,
  vehicles: [],
  unreadable: {},
  forms: {},
}

/** A service whose responses are functions of the requests. */
export function createTestService(
  clock: Clock,
  answer: (search: Search) => Answer | Promise<Answer>,
  status: (id: string) => VehicleSearchObject | Promise<VehicleSearchObject> = (id) => vehicle(id),
) {
  const searches: Search[] = []
  const statusIds: string[] = []
  /** Searches in progress, and the maximum so far. */
  const open = { now: 0, most: 0 }
  const client: { -readonly [Name in 'searchVehicles' | 'getVehicleStatus']: ServiceClient[Name] } =
    {
      async searchVehicles(search, { signal } = {}) {
        searches.push(search)
        open.now++
        open.most = Math.max(open.most, open.now)
        try {
          const { dropped = 0, ...page } = await orAborted(answer(search), signal)
          return {
            data: { ...NO_PAGE, ...page },
            dropped,
            fetchedAt: new Date(clock.now()).toISOString(),
          }
        } finally {
          open.now--
        }
      },
      async getVehicleStatus(id, { signal } = {}) {
        statusIds.push(id)
        const record = await orAborted(status(id), signal)
        const fetchedAt = new Date(clock.now()).toISOString()
        return { data: { record, unreadable: [], raw: {} }, dropped: 0, fetchedAt }
      },
    }
  return { searches, statusIds, open, client }
}

async function orAborted<T>(value: T | Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const result = await (signal ? until(signal, Promise.resolve(value)) : value)
  signal?.throwIfAborted()
  return result
}

export const failing = (
  kind: UpstreamError['kind'],
  options: { status?: number; retryAfterMs?: number; parameter?: string } = {},
) => new UpstreamError(kind, 'GET /vehicles: failed', options)

function notFound(): never {
  throw failing('not-found', { status: 404 })
}

/** Pages of `limit` vehicles, as a well-behaved service returns them. */
export function pagesOf(
  vehicles: readonly VehicleSearchObject[],
  { limit, cursor }: Search,
): Answer {
  const from = Number(cursor ?? 0)
  const to = from + limit
  return {
    vehicles: vehicles.slice(from, to),
    next_cursor: to < vehicles.length ? String(to) : null,
    total: vehicles.length,
    query: `position=51.5,-0.1&limit=${limit}&radius=1000`,
  }
}

const bound = { areas: 1000, vehicles: 1_000_000, streams: 10_000 }
export const UNBOUNDED: Bounds = { operator: bound, network: bound, all: bound }

export function liveOver(
  service: Pick<TestService, 'client'>,
  clock: Clock,
  more: Partial<LiveAreasOptions> = {},
): LiveAreas {
  let epochs = 0
  return createLiveAreas({
    client: service.client,
    clock,
    bounds: UNBOUNDED,
    heapUsed: () => 0,
    settings: { pageSize: 100, vehiclesMaximum: 20_000, intervalSeconds: 5, ...more.settings },
    newEpoch: () => `e${++epochs}`,
    log: (line) => {
      throw new Error(line)
    },
    ...more,
  })
}

const NOBODY = { operator: null, network: null }

export function streamRequest(given: Partial<StreamRequest> = {}): StreamRequest {
  return {
    area: AREA,
    every: null,
    refresh: false,
    holder: NOBODY,
    lastEventId: null,
    topics: [],
    gzip: false,
    ...given,
  }
}

/** Areas over a fleet that tests change in place; a set `failure.current` fails every search. */
export function areasOverFleet(
  count: number,
  more: Partial<LiveAreasOptions> = {},
  before: (search: Search, clock: Clock) => Promise<unknown> | undefined = () => undefined,
) {
  const clock = createTestClock()
  const fleet = Array.from({ length: count }, (_, index) => vehicle(`v-${index}`))
  const failure = { current: null as UpstreamError | null }
  const service = createTestService(
    clock,
    async (search) => {
      if (failure.current) throw failure.current
      await before(search, clock)
      return pagesOf(fleet, search)
    },
    (wanted) => fleet.find(({ id }) => id === wanted) ?? notFound(),
  )
  return { clock, fleet, failure, service, live: liveOver(service, clock, more) }
}
