import { QueryClient } from '@tanstack/react-query'
import { isFinal } from './errors'

/** How long a page waits before it tries again by itself: well within the 20 s a recovery may take. */
const RECOVERY_INTERVAL_MS = 5_000

export function createQueryClient(): QueryClient {
  return new QueryClient({
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
    },
  })
}
