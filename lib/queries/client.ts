import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isFinal, isSessionEnd } from './errors'
import { meQuery } from './me'

/** How long a page waits before it tries again by itself: well within the 20 s a recovery may take. */
const RECOVERY_INTERVAL_MS = 5_000

/**
 * @param onSessionEnd called once when an answer says that who was signed in is so no more; all answers are forgotten
 * by then
 */
export function createQueryClient(onSessionEnd: () => void): QueryClient {
  function onError(error: unknown) {
    // Where nobody was signed in, as on the sign-in page itself, nothing has ended.
    if (!isSessionEnd(error) || !client.getQueryData(meQuery().queryKey)?.operator) return
    client.clear()
    onSessionEnd()
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // The server retries for everybody; a page that retried too would multiply it.
        retry: false,
        staleTime: 0,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        // React Query pauses when the browser thinks it is offline; loopback and LAN work all the same.
        networkMode: 'always',
        refetchInterval: (query) =>
          query.state.status === 'error' && !isFinal(query.state.error) ? RECOVERY_INTERVAL_MS : false,
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}
