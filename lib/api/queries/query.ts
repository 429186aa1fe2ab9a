import { type QueryClient, queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import { type AnswerOf, type GetPath, type GivenParams, get, type Params } from '@/lib/api/client/call'
import { isFinal } from '@/lib/api/client/errors'
import { keepVehicleNames } from './vehicle-names'

/** How long an answer counts as new: the parts of a page that is being loaded are mounted one after the other. */
const LOAD_MS = 2_000
const RECOVERY_MS = 5_000
/** Of the service: its health is unknown before the first call. */
const FIRST_MS = 2_000
const SERVICE_MS = 10_000
/** Of webhook addresses, while a first delivery is waited for. */
const WAITING_MS = 1_000

type Key<Path extends GetPath> = readonly [path: Path, params: Params<`GET ${Path}`>]

interface Options<Path extends GetPath>
  extends Pick<
    UseQueryOptions<AnswerOf<Path>, Error, AnswerOf<Path>, Key<Path>>,
    'staleTime' | 'refetchInterval'
  > {
  onAnswer?(client: QueryClient, answer: AnswerOf<Path>): void
}

/** Repeats after this time, until repeating cannot succeed. */
const every =
  (ms: number, recoveryMs = ms) =>
  ({ state: { error } }: { readonly state: { readonly error: Error | null } }) =>
    isFinal(error) ? false : error === null ? ms : recoveryMs

/** Refreshing of routes that differ from the defaults of `createQueryClient`; only while a page is visible. */
const OPTIONS: { readonly [Path in GetPath]?: Options<Path> } = {
  '/api/bookings/arrived/{key}': { refetchInterval: every(3_000, RECOVERY_MS) },
  '/api/me': { staleTime: LOAD_MS },
  '/api/observations': { refetchInterval: 10_000 },
  '/api/recording': { refetchInterval: 10_000 },
  '/api/recording/areas': { staleTime: 30_000 },
  '/api/service': {
    staleTime: LOAD_MS,
    refetchInterval: ({ state }) =>
      state.data?.data.upstream.lastSuccessAt === null ? FIRST_MS : SERVICE_MS,
  },
  '/api/vehicles/{vehicleId}': { onAnswer: (client, { data }) => keepVehicleNames(client, [data.record]) },
  '/api/vehicles/{vehicleId}/status': { refetchInterval: every(5_000) },
  '/api/watch-list': {
    refetchInterval: 15_000,
    onAnswer: (client, { data }) => keepVehicleNames(client, data.vehicles),
  },
  '/api/webhooks': {
    refetchInterval: ({ state }) =>
      state.data?.data.addresses.some((one) => one.revokedAt === null && one.lastReceivedAt === null)
        ? WAITING_MS
        : RECOVERY_MS,
  },
}

/** The query of a `GET` route, for `useQuery`; its key is the path and the parameters. */
export function query<Path extends GetPath>(path: Path, ...[given]: GivenParams<`GET ${Path}`>) {
  const { onAnswer, ...options }: Options<Path> = OPTIONS[path] ?? {}
  const params = given ?? ({} as Params<`GET ${Path}`>)
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
