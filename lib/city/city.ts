import type { RoadStreets } from '@/lib/api/contract/roads'
import { commandLine } from '@/lib/app/command-line'
import { createWorkerThread, WorkerError } from '@/lib/app/worker-thread/worker-thread'
import type { Caller } from '@/lib/upstream/http/json-client'
import type { CityHandlers, CityOptions } from './worker'

export interface CityThreadOptions {
  readonly root: string
  /** Null: there are no files. */
  readonly files: CityOptions | null
  readonly log: (level: 'info' | 'warn', message: string) => void
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

/** A metropolis: 100 MB of JSON, and what is made of it. */
const HEAP_MB = 1_024
const OPEN_LIMIT_MS = 5 * 60_000
/** Each request takes up to 0.1 s. */
const TIME_LIMIT_MS = 10_000
const WAITING_MAXIMUM = 200
const WAIT_MS = 5_000
/** Until the next use reads files again that could not be read; doubles with each failure. */
const RETRY_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 60 * 60_000

const WITHOUT_ADDRESSES = `CITY_DIR has no house numbers, so that no address is found. Make addresses.json.gz with an extract of OpenStreetMap: ${commandLine('city')} --osm FILE --out DIR; see “A city of your own” in docs/operations.md`

export type City = ReturnType<typeof createCity>

/** Addresses and roads, in one worker thread. */
export function createCity(options: CityThreadOptions) {
  const { root, files, log, now = () => performance.now() } = options
  const thread = createWorkerThread<CityHandlers>({
    root,
    source: 'lib/city/worker.ts',
    options: files,
    heapMb: HEAP_MB,
    timeLimitMs: TIME_LIMIT_MS,
    waitingMaximum: WAITING_MAXIMUM,
    waitMs: WAIT_MS,
    restartPauseMs: 0,
  })

  let opened: ReturnType<CityHandlers['open']> | null = null
  let opening: Promise<void> | null = null
  let fault: string | null = null
  let failures = 0
  let retryAtMs = Number.NEGATIVE_INFINITY

  function fail(error: unknown): void {
    opened = null
    if (error instanceof WorkerError && error.kind === 'stopped') return

    fault = error instanceof Error ? error.message : String(error)
    const pauseMs = RETRY_PAUSE_MS * 2 ** failures
    failures++
    retryAtMs = now() + Math.min(LONGEST_PAUSE_MS, pauseMs)
    log('warn', fault)
  }

  async function read(): Promise<void> {
    const startMs = performance.now()
    try {
      opened = await thread.request('open', undefined, { timeLimitMs: OPEN_LIMIT_MS })
      fault = null
      failures = 0
      const { names, houses, roadCount } = opened
      if (files?.source === 'city' && houses === 0) log('warn', WITHOUT_ADDRESSES)

      const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
      const counts = `${names} names, ${houses} house numbers and ${roadCount} roads`
      log('info', `${counts}, ready after ${seconds} s`)
    } catch (error) {
      fail(error)
    }
    opening = null
  }

  async function open(): Promise<void> {
    if (!files || opened) return
    const isPausing = fault !== null && now() < retryAtMs
    if (isPausing) return
    opening ??= read()
    await opening
  }

  return {
    /** `none`: there are no files. */
    get state(): RoadStreets['state'] {
      if (!files) return 'none'
      if (opened) return 'ready'
      return fault && !opening ? 'failed' : 'building'
    },
    get opened() {
      return opened
    },
    /** Why the files could not be read, with path and reason. */
    get fault() {
      return fault
    },
    source: files?.source ?? null,
    /** Reads the files, unless they are read, or failed a while ago; never rejects. */
    open,
    /**
     * @returns null where the files are not read; `state` says why.
     * @throws WorkerError when the thread is busy
     */
    async request<Name extends Exclude<keyof CityHandlers, 'open'>>(
      name: Name,
      value: Parameters<CityHandlers[Name]>[0],
      caller: Caller = {},
    ): Promise<ReturnType<CityHandlers[Name]> | null> {
      void open()
      if (!opened) return null
      try {
        return (await thread.request(name, value as never, caller)) as never
      } catch (error) {
        if (!isLostThread(error)) throw error
        // Log one line: requests that waited behind this one fail with it.
        // The next thread has to read the files again.
        if (opened) fail(error)
        return null
      }
    },
    stop: thread.stop,
  }
}

/** False for a busy thread and for a request that failed alone. */
function isLostThread(error: unknown): boolean {
  if (!(error instanceof WorkerError)) return false
  return error.kind !== 'busy' && error.kind !== 'failed'
}
