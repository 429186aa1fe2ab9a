import { randomUUID } from 'node:crypto'
import { DELIVERIES_AT_ONCE, DELIVERIES_PER_SECOND } from '@/lib/api/contract/webhooks'

export interface ReceivedDelivery {
  readonly id: string
  readonly tokenId: string
  readonly receivedAtMs: number
  readonly contentType: string | null
  /** Headers that may say something about the delivery, in their order. */
  readonly headers: DeliveryHeaders
  /** Base64. */
  readonly body: string
}

type DeliveryHeaders = readonly (readonly [name: string, value: string])[]

/** A request to one of our addresses. */
interface DeliveryRequest {
  readonly tokenId: string
  readonly contentType: string | null
  readonly headers: DeliveryHeaders
  readonly body: Buffer
}

/** Deliveries that a token may send at once. */
interface Allowance {
  readonly left: number
  readonly atMs: number
}

/**
 * Takes deliveries in without reading them.
 * @param keep resolves when the delivery is in the store or on disk
 */
export function createReceiver(
  keep: (delivery: ReceivedDelivery) => Promise<void>,
  now: () => number = Date.now,
) {
  const allowances = new Map<string, Allowance>()

  function allowanceOf(tokenId: string, nowMs: number): number {
    const before = allowances.get(tokenId)
    if (!before) return DELIVERIES_AT_ONCE
    const elapsedMs = Math.max(0, nowMs - before.atMs)
    const refilled = (elapsedMs * DELIVERIES_PER_SECOND) / 1000
    return Math.min(DELIVERIES_AT_ONCE, before.left + refilled)
  }

  return {
    /** Resolves when the delivery is kept for good. @throws errors of the disk */
    receive({ tokenId, contentType, headers, body }: DeliveryRequest): Promise<void> {
      return keep({
        id: randomUUID(),
        tokenId,
        receivedAtMs: now(),
        contentType,
        headers,
        body: body.toString('base64'),
      })
    },
    /** Seconds until a token's next delivery is accepted; 0 for now. */
    waitSeconds(tokenId: string): number {
      const nowMs = now()
      const left = allowanceOf(tokenId, nowMs)
      const isAccepted = left >= 1
      allowances.set(tokenId, { left: isAccepted ? left - 1 : left, atMs: nowMs })
      return isAccepted ? 0 : Math.ceil((1 - left) / DELIVERIES_PER_SECOND)
    },
  }
}
