import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '@/lib/api/client/call'
import type {
  invitationRequestSchema,
  invitationSchema,
  operatorChangeSchema,
} from '@/lib/api/contract/operators'
import { meQuery } from './me'

export type Invitation = z.infer<typeof invitationSchema>
export type InvitationRequest = z.infer<typeof invitationRequestSchema>
export type OperatorChange = z.infer<typeof operatorChangeSchema>

/** Operators and pending invitations, for administrators. */
export function operatorsQuery() {
  return queryOptions({
    queryKey: ['operators'],
    queryFn: ({ signal }) => call('GET /api/operators', '/api/operators', undefined, { signal }),
  })
}

/** A change, after which the own role and the list are re-read even on failure. */
function useOperatorsMutation<Variables, Result>(change: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: async () => {
      await client.invalidateQueries(meQuery())
      // Refused, and audited as refused, once one's own role was given up.
      if (client.getQueryData(meQuery().queryKey)?.operator?.role === 'administrator')
        await client.invalidateQueries(operatorsQuery())
    },
  })
}

/** Invites; only this answer holds the link. */
export function useInvite() {
  return useOperatorsMutation((invitation: InvitationRequest) =>
    call('POST /api/operators', '/api/operators', invitation),
  )
}

export function useRevokeInvitation(invitationId: string) {
  return useOperatorsMutation(() =>
    call('DELETE /api/invitations/{id}', `/api/invitations/${encodeURIComponent(invitationId)}`, undefined),
  )
}

export function useOperatorChange(operatorId: string) {
  return useOperatorsMutation((change: OperatorChange) =>
    call('PATCH /api/operators/{id}', `/api/operators/${encodeURIComponent(operatorId)}`, change),
  )
}

export type OperatorAction = 'sessions' | 'two-factor' | 'lock' | 'operator'

/** Ends sessions, turns two-factor off, unlocks, or deletes the operator. */
export function useOperatorRemoval(operatorId: string) {
  const path = `/api/operators/${encodeURIComponent(operatorId)}`
  return useOperatorsMutation((what: OperatorAction) =>
    what === 'operator'
      ? call('DELETE /api/operators/{id}', path, undefined)
      : call(`DELETE /api/operators/{id}/${what}`, `${path}/${what}`, undefined),
  )
}

/** Makes a link for a new password; only this answer holds it. */
export function usePasswordReset(operatorId: string) {
  return useOperatorsMutation(() =>
    call('POST /api/operators/{id}/reset', `/api/operators/${encodeURIComponent(operatorId)}/reset`, {}),
  )
}
