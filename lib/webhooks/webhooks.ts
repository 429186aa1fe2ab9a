import { setTimeout as pause } from 'node:timers/promises'
import { createYield } from '@/lib/scheduling/event-loop-turns'
import type { Inbox, StoredDelivery } from './inbox'
import type { StoreTexts } from './lane'
import { createReceiver, type createTextEncryption, type ReceivedDelivery, type Receiver } from './receiver'
import type { Spool } from './spool'
import type { WebhookTokens } from './tokens'

/** After the first delivery, so that those that follow are stored with it. */
const GATHER_MS = 100
const RETRY_MS = 5_000
/** Pause after storing, as a multiple of its time: while deliveries arrive, answers come first. */
const REST = { arriving: 2, quiet: 0.25 }
const QUIET_MS = 1_000

// Many deliveries at once let others go between them.
const turn = createYield()

export interface Webhooks extends Receiver {
  readonly inbox: Inbox
  readonly tokens: WebhookTokens
  /** Deliveries taken in and not yet stored, also by processes that have ended. */
  waiting(): Promise<number>
  /** Stores waiting deliveries, also those that an earlier process left. */
  drain(): Promise<void>
  close(): Promise<void>
}

export interface WebhooksOptions {
  readonly inbox: Inbox
  readonly tokens: WebhookTokens
  /** @param store called by the spool with encrypted texts */
  readonly openSpool: (store: StoreTexts) => Promise<Spool>
  readonly textEncryption: ReturnType<typeof createTextEncryption>
  readonly log: (message: string) => void
  /** Called with deliveries once they are stored. */
  readonly onStored?: (deliveries: readonly StoredDelivery[]) => void
  readonly now?: () => number
}

/** Takes deliveries in, keeps them on disk until the database has them, and reads bookings out of them. */
export async function createWebhooks(options: WebhooksOptions): Promise<Webhooks> {
  const { inbox, tokens, textEncryption, log, onStored = () => {}, now = Date.now } = options
  const timers = new Map<string | undefined, NodeJS.Timeout>()
  let rest: Promise<unknown> = Promise.resolve()
  /** Senders of which deliveries wait on disk. */
  const failing = new Set<string | undefined>()
  let isClosing = false
  let receivedAtMs = Number.NEGATIVE_INFINITY

  // Senders take turns: each has one batch here at a time.
  const spool = await options.openSpool((texts) => {
    const stored = rest.then(() => storeTexts(texts))
    rest = stored.catch(() => undefined)
    return stored
  })

  async function storeTexts(texts: readonly string[]): Promise<void> {
    const deliveries: ReceivedDelivery[] = []
    for (const text of texts) {
      await turn()
      const decrypted = textEncryption.decrypt(text)
      if (decrypted !== null) deliveries.push(JSON.parse(decrypted))
    }
    const unreadable = texts.length - deliveries.length
    if (unreadable > 0)
      log(`deliveries on disk that were encrypted with another secret are dropped: ${unreadable}`)
    const startMs = performance.now()
    const stored = await inbox.store(deliveries)
    report(stored)
    const endMs = performance.now()
    const rest = endMs - receivedAtMs > QUIET_MS ? REST.quiet : REST.arriving
    if (!isClosing) await pause(rest * (endMs - startMs))
  }

  /** Stored deliveries stay so, whatever becomes of the report. */
  function report(stored: readonly StoredDelivery[]): void {
    try {
      onStored(stored)
    } catch (error) {
      log(`deliveries are stored but not observed: ${causeOf(error)}`)
    }
  }

  /** @param sender all of them without one */
  function drainSoon(ms: number, sender?: string): void {
    if (timers.has(sender)) return
    const timer = setTimeout(() => {
      timers.delete(sender)
      void drain(sender)
    }, ms)
    timers.set(sender, timer.unref())
  }

  async function drain(sender?: string): Promise<void> {
    try {
      await spool.drain(sender)
      const wasFailing = failing.size > 0
      if (sender === undefined) failing.clear()
      else failing.delete(sender)
      if (wasFailing && failing.size === 0) log('deliveries are stored again')
      if (spool.waiting(sender) > 0) drainSoon(GATHER_MS, sender)
    } catch (error) {
      if (failing.size === 0) log(`deliveries wait on disk: ${causeOf(error)}`)
      failing.add(sender)
      drainSoon(RETRY_MS, sender)
    }
  }

  const receiver = createReceiver(async (text, tokenId) => {
    receivedAtMs = performance.now()
    await spool.append(textEncryption.encrypt(text), tokenId)
    drainSoon(GATHER_MS, tokenId)
  }, now)

  drainSoon(0)
  return {
    ...receiver,
    inbox,
    tokens,
    waiting: spool.waitingOnDisk,
    drain: () => drain(),
    async close() {
      isClosing = true
      for (const timer of timers.values()) clearTimeout(timer)
      await spool.drain().catch(() => undefined)
      await spool.close()
    },
  }
}

/** Without the values to be stored, which the store's own error repeats. */
export function causeOf(error: unknown): string {
  if (error instanceof Error) return error.cause === undefined ? error.message : causeOf(error.cause)
  return String(error)
}
