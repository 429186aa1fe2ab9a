import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DataFrom } from '@/lib/api/client/call'
import { query } from './query'

export type Myself = NonNullable<DataFrom<'GET /api/me'>['operator']>
export type Operator = DataFrom<'GET /api/operators'>['operators'][number]
export type Invitation = DataFrom<'GET /api/operators'>['invitations'][number]

/** A change, after which the own role and the list are re-read even on failure. */
export function useOperatorsMutation<Variables, Result>(
  change: (variables: Variables) => Promise<Result>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: async () => {
      const me = query('/api/me')
      await client.invalidateQueries(me)
      // Refused, and audited as refused, once one's own role was given up.
      const operator = client.getQueryData(me.queryKey)?.data.operator
      if (operator?.role === 'administrator') {
        await client.invalidateQueries(query('/api/operators'))
      }
    },
  })
}
