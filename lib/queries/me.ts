import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '@/lib/api/call'
import type { meSchema } from '@/lib/contract/operators'

/** The operator who looks. */
export type Myself = NonNullable<z.infer<typeof meSchema>['operator']>

/** Who looks; `operator` is null where no sign-in is wanted. Read again when the window gets the focus back. */
export function meQuery() {
  return queryOptions({
    queryKey: ['me'],
    queryFn: ({ signal }) => call('GET /api/me', '/api/me', undefined, { signal }),
  })
}

/**
 * Ends this session, or all that one has, and forgets what the page holds.
 * @param leave goes to the sign-in page, by a load of its own: nothing in memory outlives it
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
