import type { WebhookAddress } from '@/lib/api/contract/webhooks'
import { counted } from '@/lib/format/number'
import { formatAge } from '@/lib/format/time/age'

const DAY_MS = 86_400_000

/**
 * Says when the last delivery to an address came.
 * @param nowMs milliseconds since the epoch
 */
export function lastDeliveryWords(
  {
    createdAt,
    revokedAt,
    lastReceivedAt,
  }: Pick<WebhookAddress, 'createdAt' | 'revokedAt' | 'lastReceivedAt'>,
  retentionDays: number,
  nowMs: number,
): string {
  if (lastReceivedAt !== null) return `${formatAge(nowMs - Date.parse(lastReceivedAt))} ago`
  // Earlier ones may have been deleted.
  if (nowMs - Date.parse(createdAt) >= retentionDays * DAY_MS)
    return `None in the last ${counted(retentionDays, 'day')}`
  return revokedAt === null ? 'Waiting for the first delivery' : 'None'
}

/** A command that delivers a made-up booking, for a shell of Unix or of Windows. */
export function exampleCommand(url: string): string {
  const body = { event: 'booking_status_changed', booking: { id: 'test-1', status: 'pending', when: 'now' } }
  const quoted = JSON.stringify(body).replaceAll('"', '\\"')
  return `curl -i "${url}" -H "Content-Type: application/json" -d "${quoted}"`
}
