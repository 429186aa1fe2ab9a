import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { allowService } from '@/lib/api/client/call'
import { ApiError, isFinal, isKind } from '@/lib/api/client/errors'
import { query } from './query'

/** Interval of automatic retries, well within the 20 s allowed for recovery. */
const RECOVERY_INTERVAL_MS = 5_000

/**
 * @param onSessionEnd called once when the session has ended, after all answers were removed
 */
export function createQueryClient(onSessionEnd: () => void, serviceTimeoutSeconds?: number): QueryClient {
  if (serviceTimeoutSeconds) allowService(serviceTimeoutSeconds * 1000)
  function onError(error: unknown) {
    // The header says at once what an answer has shown of the service.
    if (error instanceof ApiError && error.kind.startsWith('upstream-'))
      void client.invalidateQueries(query('/api/service'))
    // Without a session before, as on the sign-in page, none has ended.
    if (!isKind(error, 'session-required') || !client.getQueryData(query('/api/me').queryKey)?.data.operator)
      return
    client.clear()
    onSessionEnd()
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // The server retries already; retries of pages would multiply the load.
        retry: false,
        staleTime: 0,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        // Loopback and LAN work even when the browser reports being offline.
        networkMode: 'always',
        refetchInterval: (query) =>
          query.state.status === 'error' && !isFinal(query.state.error) ? RECOVERY_INTERVAL_MS : false,
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}
