import { randomUUID } from 'node:crypto'
import { DELIVERIES_AT_ONCE, DELIVERIES_PER_SECOND } from '@/lib/api/contract/webhooks'

/** A delivery as it came. */
export interface ReceivedDelivery {
  readonly id: string
  readonly tokenId: string
  readonly receivedAtMs: number
  readonly contentType: string | null
  /** Headers that may say something about the delivery, in their order. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Base64. */
  readonly body: string
}

export interface Receiver {
  /** Resolves when the delivery is kept for good. @throws errors of the disk */
  receive(
    delivery: Pick<ReceivedDelivery, 'tokenId' | 'contentType' | 'headers'> & { body: Buffer },
  ): Promise<void>
  /** Seconds until a token's next delivery is taken; 0 for now. */
  waitSeconds(tokenId: string): number
}

interface Allowance {
  left: number
  atMs: number
}

/**
 * Takes deliveries in without reading them.
 * @param keep resolves when the delivery is in the store or on disk
 */
export function createReceiver(
  keep: (delivery: ReceivedDelivery) => Promise<void>,
  now: () => number = Date.now,
): Receiver {
  const allowances = new Map<string, Allowance>()

  return {
    receive: ({ tokenId, contentType, headers, body }) =>
      keep({
        ...{ id: randomUUID(), tokenId, receivedAtMs: now(), contentType, headers },
        body: body.toString('base64'),
      }),
    waitSeconds(tokenId) {
      const nowMs = now()
      const allowance = allowances.get(tokenId) ?? { left: DELIVERIES_AT_ONCE, atMs: nowMs }
      const elapsedMs = Math.max(0, nowMs - allowance.atMs)
      const left = Math.min(DELIVERIES_AT_ONCE, allowance.left + (elapsedMs * DELIVERIES_PER_SECOND) / 1000)
      const isTaken = left >= 1
      allowances.set(tokenId, { left: isTaken ? left - 1 : left, atMs: nowMs })
      return isTaken ? 0 : Math.ceil((1 - left) / DELIVERIES_PER_SECOND)
    },
  }
}
