import { setTimeout as pause } from 'node:timers/promises'
import type { Inbox, StoredDelivery } from './inbox'
import { createReceiver, type createSealedTexts, type ReceivedDelivery, type Receiver } from './receiver'
import type { Spool } from './spool'
import type { WebhookTokens } from './tokens'

/** After the first delivery, so that those that follow are stored with it. */
const GATHER_MS = 100
const RETRY_MS = 5_000
/** Pause after storing, as a multiple of its time: answers come first. */
const REST = 2

export interface Webhooks extends Receiver {
  readonly inbox: Inbox
  readonly tokens: WebhookTokens
  /** Deliveries taken in and not yet stored, also by processes that have ended. */
  waiting(): Promise<number>
  /** Stores what waits, also what an earlier process left. */
  drain(): Promise<void>
  close(): Promise<void>
}

export interface WebhooksOptions {
  readonly inbox: Inbox
  readonly tokens: WebhookTokens
  /** @param store what the spool calls with sealed texts */
  readonly openSpool: (store: (texts: readonly string[]) => Promise<void>) => Promise<Spool>
  readonly sealed: ReturnType<typeof createSealedTexts>
  readonly log: (message: string) => void
  /** Called with deliveries once they are stored. */
  readonly onStored?: (deliveries: readonly StoredDelivery[]) => void
  readonly now?: () => number
}

/** Takes deliveries in, keeps them on disk until the database has them, and reads bookings out of them. */
export async function createWebhooks(options: WebhooksOptions): Promise<Webhooks> {
  const { inbox, tokens, sealed, log, onStored = () => {}, now = Date.now } = options
  let timer: NodeJS.Timeout | undefined
  let isFailing = false
  let isClosing = false

  const spool = await options.openSpool(async (texts) => {
    const opened = await Promise.all(texts.map(sealed.open))
    const unreadable = opened.filter((text) => text === null).length
    if (unreadable > 0)
      log(`deliveries on disk that were encrypted with another secret are dropped: ${unreadable}`)
    const startMs = performance.now()
    const stored = await inbox.store(
      opened.filter((text) => text !== null).map((text) => JSON.parse(text) as ReceivedDelivery),
    )
    report(stored)
    if (!isClosing) await pause(REST * (performance.now() - startMs))
  })

  /** What is stored stays so, whatever becomes of the report. */
  function report(stored: readonly StoredDelivery[]): void {
    try {
      onStored(stored)
    } catch (error) {
      log(`deliveries are stored but not observed: ${causeOf(error)}`)
    }
  }

  function drainSoon(ms: number): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void drain()
    }, ms)
    timer.unref()
  }

  async function drain(): Promise<void> {
    try {
      await spool.drain()
      if (isFailing) log('deliveries are stored again')
      isFailing = false
      if (spool.waiting() > 0) drainSoon(GATHER_MS)
    } catch (error) {
      if (!isFailing) log(`deliveries wait on disk: ${causeOf(error)}`)
      isFailing = true
      drainSoon(RETRY_MS)
    }
  }

  const receiver = createReceiver(async (text) => {
    await spool.append(await sealed.seal(text))
    drainSoon(GATHER_MS)
  }, now)

  drainSoon(0)
  return {
    ...receiver,
    inbox,
    tokens,
    waiting: spool.waitingOnDisk,
    drain,
    async close() {
      isClosing = true
      clearTimeout(timer)
      await spool.drain().catch(() => undefined)
      await spool.close()
    },
  }
}

/** Without what was to be stored, which the store's own error repeats. */
export function causeOf(error: unknown): string {
  if (error instanceof Error) return error.cause === undefined ? error.message : causeOf(error.cause)
  return String(error)
}
