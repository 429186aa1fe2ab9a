import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '@/lib/api/client/call'
import type { Alert, AlertList, AlertRule } from '@/lib/api/contract/alerts'
import { query } from './query'

/** The desk's alerts, as the stream of the page says; undefined before the first answer. */
export function useAlerts(): AlertList | undefined {
  return useQuery(query('/api/alerts')).data?.data
}

/** Alerts whose cause holds, without those that are snoozed; the newest first. */
export function openAlerts({ alerts, now }: AlertList): readonly Alert[] {
  return alerts.filter(({ closedAtMs, snoozedUntilMs }) => {
    const isSnoozed = snoozedUntilMs !== null && snoozedUntilMs > now
    return closedAtMs === null && !isSnoozed
  })
}

type Step =
  | { readonly kind: 'take'; readonly id: string; readonly isTaken: boolean }
  | { readonly kind: 'snooze'; readonly id: string; readonly isSnoozed: boolean }
  | { readonly kind: 'silence'; readonly rule: AlertRule; readonly isSilenced: boolean }

function send(step: Step) {
  if (step.kind === 'take')
    return call('POST /api/alerts/{id}/take', { id: step.id }, { isTaken: step.isTaken })
  if (step.kind === 'snooze')
    return call('POST /api/alerts/{id}/snooze', { id: step.id }, { isSnoozed: step.isSnoozed })
  const { rule, isSilenced } = step
  return call('PUT /api/alerts/silenced', {}, { rule, isSilenced })
}

/** Takes, snoozes and silences alerts. */
export function useAlertSteps() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (step: Step) => {
      await send(step)
    },
    onSettled: () => client.invalidateQueries(query('/api/alerts')),
  })
}
