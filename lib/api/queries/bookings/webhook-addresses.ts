import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '@/lib/api/client/call'
import type { WebhookAddress } from '@/lib/api/contract/webhooks'

const INTERVAL_MS = 5_000
/** While a first delivery is waited for. */
const FIRST_INTERVAL_MS = 1_000

/** Addresses that receive webhooks, for administrators; refreshed while the page is visible. */
export function webhookAddressesQuery() {
  return queryOptions({
    queryKey: ['webhook-addresses'],
    queryFn: ({ signal }) => call('GET /api/webhooks', '/api/webhooks', undefined, { signal }),
    refetchInterval: ({ state }) => (state.data?.addresses.some(isWaiting) ? FIRST_INTERVAL_MS : INTERVAL_MS),
  })
}

const isWaiting = ({ revokedAt, lastReceivedAt }: WebhookAddress) =>
  revokedAt === null && lastReceivedAt === null

function useAddressMutation<Variables, Result>(change: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: webhookAddressesQuery().queryKey }),
  })
}

/** Creates an address; only this answer holds it. */
export function useNewWebhookAddress() {
  return useAddressMutation((name: string) => call('POST /api/webhooks', '/api/webhooks', { name }))
}

export function useWebhookRevocation() {
  return useAddressMutation((id: string) =>
    call('DELETE /api/webhooks/{id}', `/api/webhooks/${encodeURIComponent(id)}`, undefined),
  )
}
