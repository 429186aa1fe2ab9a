import { randomUUID } from 'node:crypto'
import { DELIVERIES_AT_ONCE, DELIVERIES_PER_SECOND } from '@/lib/api/contract/webhooks'

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

type Taken = Pick<ReceivedDelivery, 'tokenId' | 'contentType' | 'headers'> & {
  readonly body: Buffer
}

/**
 * Takes deliveries in without reading them.
 * @param keep resolves when the delivery is in the store or on disk
 */
export function createReceiver(
  keep: (delivery: ReceivedDelivery) => Promise<void>,
  now: () => number = Date.now,
) {
  const allowances = new Map<string, { readonly left: number; readonly atMs: number }>()

  return {
    /** Resolves when the delivery is kept for good. @throws errors of the disk */
    receive: ({ tokenId, contentType, headers, body }: Taken): Promise<void> =>
      keep({
        ...{ id: randomUUID(), tokenId, receivedAtMs: now(), contentType, headers },
        body: body.toString('base64'),
      }),
    /** Seconds until a token's next delivery is taken; 0 for now. */
    waitSeconds(tokenId: string): number {
      const nowMs = now()
      const allowance = allowances.get(tokenId) ?? { left: DELIVERIES_AT_ONCE, atMs: nowMs }
      const elapsedMs = Math.max(0, nowMs - allowance.atMs)
      const left = Math.min(
        DELIVERIES_AT_ONCE,
        allowance.left + (elapsedMs * DELIVERIES_PER_SECOND) / 1000,
      )
      const isTaken = left >= 1
      allowances.set(tokenId, { left: isTaken ? left - 1 : left, atMs: nowMs })
      return isTaken ? 0 : Math.ceil((1 - left) / DELIVERIES_PER_SECOND)
    },
  }
}
