import type { Found, FoundPlace, NearPlace } from '@/lib/contract/places'
import type { Position } from '@/lib/interface/resources'
import { WorkerError } from '@/lib/worker-thread/worker-error'
import { createWorkerThread, type RequestOptions } from '@/lib/worker-thread/worker-thread'
import type { IndexOptions } from './open-index'
import type { PlacesHandlers } from './worker'

type Caller = Pick<RequestOptions, 'owner' | 'signal'>
type IndexState = Found['index']

/** Addresses, streets and places, searched in a worker thread. */
export interface Places {
  /** Begins to open or build the index. */
  start(): void
  find(text: string, near: Position | null, caller?: Caller): Promise<Pick<Found, 'places' | 'index'>>
  near(
    positions: readonly Position[],
    caller?: Caller,
  ): Promise<{ near: readonly (NearPlace | null)[]; index: IndexState }>
  stop(): Promise<void>
}

export interface PlacesOptions {
  /** Folder of package.json. */
  readonly root: string
  /** Null: there is nothing to search. */
  readonly index: IndexOptions | null
  /** An index that failed is opened again with the first use after this pause, which doubles with each failure. */
  readonly retryPauseMs?: number
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
  readonly log: (level: 'info' | 'warn', message: string) => void
}

const HEAP_MB = 512
const TIME_LIMIT_MS = 2_000
/** Reading a large map file. */
const OPEN_LIMIT_MS = 30 * 60_000
const WAITING_MAXIMUM = 200
const WAIT_MS = 5_000
const RETRY_PAUSE_MS = 30_000
/** A map that is too large for the memory fails after minutes of work, each time. */
const LONGEST_PAUSE_MS = 60 * 60_000

export function createPlaces(options: PlacesOptions): Places {
  const { root, index, log, retryPauseMs = RETRY_PAUSE_MS, now = () => performance.now() } = options
  const thread = createWorkerThread<PlacesHandlers>({
    root,
    source: 'lib/places/worker.ts',
    options: index,
    heapMb: HEAP_MB,
    timeLimitMs: TIME_LIMIT_MS,
    waitingMaximum: WAITING_MAXIMUM,
    waitMs: WAIT_MS,
    restartPauseMs: 0,
    onProgress: (text) => log('info', text),
    onCrash: (message) => {
      fail()
      log('warn', `address search: ${message}`)
    },
  })
  let state: IndexState | 'closed' = index ? 'closed' : 'none'
  let failures = 0
  let retryAtMs = Number.NEGATIVE_INFINITY

  function fail(): void {
    if (state === 'failed') return
    state = 'failed'
    retryAtMs = now() + Math.min(LONGEST_PAUSE_MS, retryPauseMs * 2 ** failures++)
  }

  function start(): void {
    if (state !== 'closed' && !(state === 'failed' && now() >= retryAtMs)) return
    state = 'building'
    const startMs = performance.now()
    thread.request('open', undefined, { timeLimitMs: OPEN_LIMIT_MS }).then(
      ({ names, houses }) => {
        // With neither street nor place, there is nothing to search.
        state = names > 0 ? 'ready' : 'none'
        failures = 0
        const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
        log('info', `address search: ${names} names and ${houses} house numbers, opened in ${seconds} s`)
      },
      (error: unknown) => {
        fail()
        // A crash has been logged.
        if (error instanceof WorkerError && error.kind === 'failed')
          log('warn', `address search: ${error.message}`)
      },
    )
  }

  /** @param ask of the thread @param without the answer until the index is ready */
  async function whenReady<T>(ask: () => Promise<T>, without: T): Promise<readonly [T, IndexState]> {
    start()
    if (state !== 'ready') return [without, state === 'closed' ? 'building' : state]
    try {
      return [await ask(), 'ready']
    } catch (error) {
      if (error instanceof WorkerError && error.kind !== 'busy') return [without, 'failed']
      throw error
    }
  }

  return {
    start,
    async find(text, near, caller) {
      const ask = () => thread.request('find', { text, near }, caller)
      const [places, indexState] = await whenReady<readonly FoundPlace[]>(ask, [])
      return { places, index: indexState }
    },
    async near(positions, caller) {
      const ask = () => thread.request('near', positions, caller)
      const nothing: readonly (NearPlace | null)[] = positions.map(() => null)
      const [near, indexState] = await whenReady(ask, nothing)
      return { near, index: indexState }
    },
    stop: thread.stop,
  }
}
