import { createEncryption } from '@/lib/store/encryption'
import { createMemoryInbox } from '@/lib/webhooks/memory-inbox'
import { createReceiver } from '@/lib/webhooks/receiver'
import { createMemoryTokens } from '@/lib/webhooks/tokens'
import type { Webhooks } from '@/lib/webhooks/webhooks'

const START_MS = Date.UTC(2026, 4, 1, 8, 30)

/**
 * An inbox in memory with deliveries of these bodies, one every second from 2026-05-01 08:30 on.
 */
export async function webhooksWith(bodies: readonly unknown[]): Promise<Webhooks> {
  const inbox = createMemoryInbox(createEncryption('the secret', 'webhooks'))
  await inbox.store(
    bodies.map((body, n) => ({
      id: `d-${n}`,
      tokenId: 't-1',
      receivedAtMs: START_MS + n * 1000,
      contentType: null,
      headers: [],
      body: Buffer.from(JSON.stringify(body)).toString('base64'),
    })),
  )
  return {
    ...createReceiver(async () => undefined),
    inbox,
    tokens: createMemoryTokens(),
    waitingBytes: async () => 0,
    drain: async () => undefined,
    close: async () => undefined,
  }
}
