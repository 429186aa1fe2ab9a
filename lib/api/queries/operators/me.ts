import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '@/lib/api/client/call'
import type { meSchema } from '@/lib/api/contract/operators'
import { LOAD_MS } from '@/lib/api/queries/load-time'

/** The signed-in operator. */
export type Myself = NonNullable<z.infer<typeof meSchema>['operator']>

/** The signed-in operator; null where sign-in is disabled. Refetched when the window regains focus, after `LOAD_MS`. */
export function meQuery() {
  return queryOptions({
    queryKey: ['me'],
    queryFn: ({ signal }) => call('GET /api/me', '/api/me', undefined, { signal }),
    staleTime: LOAD_MS,
  })
}

/**
 * Ends this session, or all of the operator's, and clears the cache.
 * @param leave loads the sign-in page; a full load, so that nothing in memory survives
 */
export function useSignOut(leave: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (which: 'here' | 'everywhere') =>
      which === 'here'
        ? call('POST /api/auth/sign-out', '/api/auth/sign-out', {})
        : call('DELETE /api/me/sessions', '/api/me/sessions', undefined),
    onSuccess: () => {
      client.clear()
      leave()
    },
  })
}
