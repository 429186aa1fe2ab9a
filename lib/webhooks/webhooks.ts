import { setTimeout as pause } from 'node:timers/promises'
import { messageOf } from '@/lib/store/error-message'
import type { Inbox, StoredDelivery } from './inbox'
import { batchEnd, type Pending } from './pending'
import { createReceiver, type ReceivedDelivery } from './receiver'
import type { WebhookTokens } from './tokens'

/**
 * Waits before a write, longest after a long one: one for ten deliveries takes a
 * third of the work of ten.
 */
const GATHER_MS = 10
const GATHER_AGAIN_MS = 100
const LATE_MS = 150
const RETRY_MS = 5_000

export interface WebhooksOptions {
  readonly inbox: Inbox
  readonly tokens: WebhookTokens
  /** Null for demo data, of which nothing is on disk. */
  readonly pending: Pending | null
  readonly log: (message: string) => void
  readonly onStored?: (deliveries: readonly StoredDelivery[]) => void
  /**
   * A delivery that waits longer for the store goes to disk, and the next
   * ones of its address at once.
   */
  readonly lateMs?: number
}

export type Webhooks = ReturnType<typeof createWebhooks>

/** Stores deliveries, or keeps them on disk until the store takes them. */
export function createWebhooks(options: WebhooksOptions) {
  const { inbox, tokens, pending, log, onStored = () => {}, lateMs = LATE_MS } = options
  let timer: NodeJS.Timeout | null = null
  let draining: Promise<void> | null = null
  let isFailing = false
  let isFailureLogged = false
  let isClosing = false

  async function store(deliveries: readonly ReceivedDelivery[]): Promise<void> {
    if (isClosing) throw new Error('The process stops')
    const stored = await inbox.store(deliveries)
    if (isFailureLogged) log('deliveries are stored again')
    isFailing = isFailureLogged = false
    try {
      onStored(stored)
    } catch (error) {
      // Stored deliveries stay so.
      log(`deliveries are stored but not observed: ${messageOf(error)}`)
    }
  }

  const toStore = createBatches(async (deliveries) => {
    // Batches behind a failed one go to disk at once.
    if (isFailing) throw new Error('The store failed')
    await store(deliveries).catch((error: unknown) => {
      if (pending) fail(error)
      throw error
    })
  })
  const toDisk = createBatches(async (deliveries) => {
    await pending?.append(deliveries)
    drainSoon()
  })

  async function keep(delivery: ReceivedDelivery): Promise<void> {
    if (!pending) return toStore.add(delivery)
    const isStoreSlow = toStore.waitedMs(delivery.tokenId) >= lateMs
    if (isFailing || isStoreSlow) return toDisk.add(delivery)

    const stored = toStore.add(delivery).then(
      () => true,
      () => false,
    )
    const isStored = await Promise.race([stored, pause(lateMs, false)])
    if (isStored) return
    // The store drops a delivery that it has already.
    await toDisk.add(delivery).catch(async (error: unknown) => {
      if (!(await stored)) throw error
    })
  }

  function fail(error: unknown): void {
    isFailing = true
    if (isClosing) return
    if (!isFailureLogged) log(`deliveries wait on disk: ${messageOf(error)}`)
    isFailureLogged = true
    drainSoon()
  }

  function drainSoon(): void {
    if (isClosing) return
    timer ??= setTimeout(() => {
      timer = null
      void drain()
    }, RETRY_MS).unref()
  }

  /** Leaves the store to others for as long as it took. */
  async function storeAndRest(deliveries: readonly ReceivedDelivery[]): Promise<void> {
    const startMs = performance.now()
    await store(deliveries)
    await pause(performance.now() - startMs)
  }

  async function drainAll(): Promise<void> {
    try {
      const unreadable = (await pending?.drain(storeAndRest)) ?? 0
      if (unreadable > 0) {
        log(
          `lines of deliveries on disk that were encrypted with another secret are dropped: ${unreadable}`,
        )
      }
      isFailing = false
      // Deliveries of other processes, or appended meanwhile.
      if (pending && (await pending.bytes()) > 0) drainSoon()
    } catch (error) {
      fail(error)
    }
  }

  function drain(): Promise<void> {
    draining ??= drainAll().finally(() => {
      draining = null
    })
    return draining
  }

  void drain()
  return {
    ...createReceiver(keep),
    inbox,
    tokens,
    /** Size of deliveries on disk that the store has not taken yet. */
    waitingBytes: async () => (await pending?.bytes()) ?? 0,
    drain,
    async close(): Promise<void> {
      isClosing = true
      if (timer) clearTimeout(timer)
      await draining
    },
  }
}

interface Waiting {
  readonly delivery: ReceivedDelivery
  readonly sinceMs: number
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Writes deliveries in batches, one after the other: those that arrive during a
 * write share the next one.
 */
function createBatches(write: (deliveries: readonly ReceivedDelivery[]) => Promise<void>) {
  let queue: Waiting[] = []
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    await pause(GATHER_MS)
    while (queue.length > 0) {
      const startMs = performance.now()
      const end = batchEnd(queue.map(({ delivery }) => delivery))
      const batch = queue.slice(0, end)
      const failure = await write(batch.map(({ delivery }) => delivery)).then(
        () => null,
        (error: unknown) => ({ error }),
      )
      for (const { resolve, reject } of batch) {
        if (failure) reject(failure.error)
        else resolve()
      }
      queue = queue.slice(batch.length)
      const tookMs = performance.now() - startMs
      if (queue.length > 0) await pause(Math.min(Math.max(tookMs, GATHER_MS), GATHER_AGAIN_MS))
    }
    isRunning = false
  }

  return {
    add: (delivery: ReceivedDelivery) =>
      new Promise<void>((resolve, reject) => {
        queue.push({ delivery, sinceMs: performance.now(), resolve, reject })
        if (!isRunning) void run()
      }),
    /** Time that the first waiting delivery of a token has waited; 0 without one. */
    waitedMs(tokenId: string): number {
      const first = queue.find(({ delivery }) => delivery.tokenId === tokenId)
      return first ? performance.now() - first.sinceMs : 0
    },
  }
}

const REFRESH_MS = 10_000
const PURGE_MS = 60 * 60_000
const DAY_MS = 86_400_000

interface UpkeptParts {
  readonly tokens: WebhookTokens
  readonly inbox: Inbox
}

interface UpkeepOptions {
  readonly retentionDays: number
  readonly log: (message: string) => void
}

/**
 * Reads the tokens in use again, of which another node may have made or revoked some,
 * and deletes old deliveries.
 * @returns stops both
 */
export async function startUpkeep(
  { tokens, inbox }: UpkeptParts,
  { retentionDays, log }: UpkeepOptions,
): Promise<() => void> {
  const refresh = attempt('addresses', tokens.refresh, log)
  const purge = attempt('retention', () => inbox.purge(Date.now() - retentionDays * DAY_MS), log)
  await refresh()
  void purge()
  const timers = [setInterval(refresh, REFRESH_MS).unref(), setInterval(purge, PURGE_MS).unref()]
  return () => timers.forEach(clearInterval)
}

/** Work of a timer: its failure is logged when it begins and when it ends. */
function attempt(name: string, work: () => Promise<void>, log: (message: string) => void) {
  let isFailing = false
  return async () => {
    try {
      await work()
      if (isFailing) log(`${name}: works again`)
      isFailing = false
    } catch (error) {
      if (!isFailing) log(`${name}: ${messageOf(error)}`)
      isFailing = true
    }
  }
}
