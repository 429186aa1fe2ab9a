import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '@/lib/api/call'
import type { meSchema } from '@/lib/contract/operators'

/** The signed-in operator. */
export type Myself = NonNullable<z.infer<typeof meSchema>['operator']>

/** The signed-in operator, null without sign-in; re-read on focus. */
export function meQuery() {
  return queryOptions({
    queryKey: ['me'],
    queryFn: ({ signal }) => call('GET /api/me', '/api/me', undefined, { signal }),
  })
}

/**
 * Ends this session or all of the operator's, and clears the page's data.
 * @param leave loads the sign-in page anew, so that nothing stays in memory
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
