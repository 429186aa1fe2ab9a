import {
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  type UseQueryOptions,
} from '@tanstack/react-query'
import {
  type AnswerOf,
  allowService,
  type GetPath,
  get,
  type OptionalParams,
  type Params,
  send,
} from '@/lib/api/client/call'
import { ApiError, isFinal, isKind, unreachable } from '@/lib/api/client/errors'
import type { LiveVehicle, VehicleTimes } from '@/lib/api/contract/live'
import { keepVehicleNames } from './names'

/**
 * How long an answer counts as new: the parts of a page that is being loaded are
 * mounted one after the other.
 */
const LOAD_MS = 2_000
const RECOVERY_MS = 5_000
/** Interval of readings of statuses, which another browser or node may change. */
const STATUS_READINGS_MS = 15_000
/** Interval of webhook addresses while a first delivery is waited for. */
const FIRST_DELIVERY_MS = 1_000

type Key<Path extends GetPath> = readonly [path: Path, params: Params<`GET ${Path}`>]

type RouteQuery<Path extends GetPath> = UseQueryOptions<
  AnswerOf<Path>,
  Error,
  AnswerOf<Path>,
  Key<Path>
>

interface Options<Path extends GetPath>
  extends Pick<RouteQuery<Path>, 'staleTime' | 'refetchInterval'> {
  onAnswer?(client: QueryClient, answer: AnswerOf<Path>): void
}

interface FailedQuery {
  readonly state: { readonly error: Error | null }
}

/** Repeats after this time, until repeating cannot succeed. */
function every(ms: number) {
  return ({ state: { error } }: FailedQuery): number | false => (isFinal(error) ? false : ms)
}

/**
 * Refreshing of routes that differ from the defaults of `createQueryClient`;
 * only while a page is visible.
 */
const OPTIONS: { readonly [Path in GetPath]?: Options<Path> } = {
  '/api/me': { staleTime: LOAD_MS },
  '/api/observations': { refetchInterval: 10_000 },
  '/api/recording': { refetchInterval: 10_000 },
  '/api/recording/areas': { staleTime: 30_000 },
  '/api/service': { staleTime: LOAD_MS },
  '/api/status-readings': {
    refetchInterval: every(STATUS_READINGS_MS),
  },
  '/api/vehicles/{vehicleId}': {
    onAnswer: (client, { data }) => keepVehicleNames(client, [data.record]),
  },
  '/api/vehicles/{vehicleId}/status': { refetchInterval: every(5_000) },
  '/api/watch-list': {
    refetchInterval: 15_000,
    onAnswer: (client, { data }) => keepVehicleNames(client, data.vehicles),
  },
  '/api/zones': { staleTime: LOAD_MS, refetchInterval: every(30_000) },
  '/api/zones/board': { refetchInterval: every(5_000) },
  '/api/webhooks': {
    refetchInterval({ state }) {
      const isWaiting = state.data?.data.addresses.some(
        ({ revokedAt, lastReceivedAt }) => revokedAt === null && lastReceivedAt === null,
      )
      return isWaiting ? FIRST_DELIVERY_MS : RECOVERY_MS
    },
  },
}

/** The query of a `GET` route, for `useQuery`; its key is the path and the parameters. */
export function query<Path extends GetPath>(
  path: Path,
  ...[optional]: OptionalParams<`GET ${Path}`>
) {
  const { onAnswer, ...options }: Options<Path> = OPTIONS[path] ?? {}
  const params = optional ?? ({} as Params<`GET ${Path}`>)
  return queryOptions({
    queryKey: [path, params] as Key<Path>,
    queryFn: async ({ signal, client }): Promise<AnswerOf<Path>> => {
      const answer = await get(path, params, { signal })
      onAnswer?.(client, answer)
      return answer
    },
    ...options,
  })
}

/** Key of the list of arrived bookings, which is made of several answers. */
export const ARRIVED_BOOKINGS = ['arrived-bookings'] as const

/** Interval of automatic retries, well within the 20 s allowed for recovery. */
const RECOVERY_INTERVAL_MS = 5_000

/** @param onSessionEnd called once when the session has ended, after all answers were removed */
export function createQueryClient(
  onSessionEnd: () => void,
  serviceTimeoutSeconds?: number,
): QueryClient {
  if (serviceTimeoutSeconds) allowService(serviceTimeoutSeconds * 1000)
  const meQuery = query('/api/me')

  function onError(error: unknown, isAboutMe: boolean) {
    // The header says at once what an answer has shown of the service.
    if (error instanceof ApiError && error.kind.startsWith('upstream-')) {
      void client.invalidateQueries(query('/api/service'))
    }
    if (!isKind(error, 'session-required')) return
    // Without an answer the session may have ended while its page was loaded.
    const me = client.getQueryState(meQuery.queryKey)
    if (!me || (me.data && !me.data.data.operator)) return
    if (isAboutMe && client.isMutating() === 0) {
      client.clear()
      onSessionEnd()
      return
    }
    void confirmSession()
  }

  let confirming: Promise<void> | undefined
  /**
   * Asks for the operator again, once no mutation is under way: a change of password or
   * two-factor replaces the session, and requests with the cookie before are refused.
   */
  function confirmSession() {
    confirming ??= askForOperator().finally(() => {
      confirming = undefined
    })
    return confirming
  }
  async function askForOperator() {
    await mutationsSettled(client)
    await client.cancelQueries({ queryKey: meQuery.queryKey })
    const isSignedIn = await client.fetchQuery({ ...meQuery, staleTime: 0 }).then(
      () => true,
      () => false,
    )
    if (isSignedIn) await client.refetchQueries({ type: 'active', predicate: wasRefused })
  }

  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => onError(error, queryKey[0] === meQuery.queryKey[0]),
    }),
    mutationCache: new MutationCache({ onError: (error) => onError(error, false) }),
    defaultOptions: {
      queries: {
        // The server retries already; retries of pages would multiply the load.
        retry: false,
        staleTime: 0,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        // Loopback and LAN work even when the browser reports being offline.
        networkMode: 'always',
        refetchInterval({ state }) {
          const mayRecover = state.status === 'error' && !isFinal(state.error)
          return mayRecover ? RECOVERY_INTERVAL_MS : false
        },
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}

function wasRefused({ state: { error } }: FailedQuery): boolean {
  return isKind(error, 'session-required')
}

function mutationsSettled(client: QueryClient): Promise<void> {
  if (client.isMutating() === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const unsubscribe = client.getMutationCache().subscribe(() => {
      if (client.isMutating() > 0) return
      unsubscribe()
      resolve()
    })
  })
}

// A click waits for it.
const TIMEOUT_MS = 5_000

/** Whether Kerbside itself answers; in the error state it is asked again until it does. */
export function reachabilityQuery(fetch?: typeof globalThis.fetch) {
  return queryOptions({
    queryKey: ['reachability'],
    queryFn: async ({ signal }) => {
      const response = await send('GET /api/health', {}, undefined, { signal, fetch }, TIMEOUT_MS)
      const answer = await response.json().catch(() => null)
      // A proxy answers for a stopped Kerbside, with a page of its own.
      if (!response.ok || answer?.status !== 'alive') {
        throw unreachable('GET /api/health: not Kerbside’s answer')
      }
      return true
    },
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/**
 * Shows a live area's record of a vehicle until its own status is loaded, or for as long as it
 * cannot be. Annotations are none of the service's fields.
 */
export function seedVehicleStatus(
  client: QueryClient,
  listed: LiveVehicle,
  area: VehicleTimes & { readonly fetchedAtMs: number; readonly receivedAtMs: number },
): void {
  const {
    directory,
    statusSince,
    changedSince,
    standsSince,
    aheadSinceMs,
    unconfirmedSinceMs,
    ...row
  } = listed
  const { fetchedAtMs, receivedAtMs, mtimeServes } = area
  const { unreadable = [], forms, ...record } = row
  const received = Object.entries(record).filter(([, value]) => value !== null)
  const times = { changedSince, standsSince, aheadSinceMs, mtimeServes }
  const answer: AnswerOf<'/api/vehicles/{vehicleId}/status'> = {
    data: { record, unreadable, forms, raw: Object.fromEntries(received), times },
    meta: {
      fetchedAt: new Date(fetchedAtMs).toISOString(),
      ageMs: 0,
      stale: false,
      reason: null,
      partial: false,
      dropped: 0,
      requestId: '',
    },
  }
  const { queryKey } = query('/api/vehicles/{vehicleId}/status', { vehicleId: record.id })
  const updatedAtMs = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0
  if (updatedAtMs < receivedAtMs) {
    client.setQueryData(queryKey, answer, { updatedAt: receivedAtMs })
  }
}
