import type { RoadStreets } from '@/lib/contract/roads'
import { WorkerError } from '@/lib/worker-thread/worker-error'
import type { RequestOptions, WorkerThread } from '@/lib/worker-thread/worker-thread'
import type { RoadHandlers } from './worker'

export interface LoadedNetwork {
  /** Hash of the roads. */
  readonly version: string
  readonly fastestKmh: number
}

export interface RoadNetwork {
  readonly state: RoadStreets['state']
  readonly loaded: LoadedNetwork | null
  /** Loads the roads, unless they are loaded. */
  load(): Promise<void>
  /** @returns null where the roads are not loaded; `state` says why. @throws WorkerError when the thread is busy */
  request<Name extends Exclude<keyof RoadHandlers, 'load'>>(
    name: Name,
    value: Parameters<RoadHandlers[Name]>[0],
    options: RequestOptions,
  ): Promise<Awaited<ReturnType<RoadHandlers[Name]>> | null>
}

/** A country's extract on a slow disk. */
const LOAD_LIMIT_MS = 30 * 60_000
/** Before a failed load is tried again. */
const RETRY_MS = 60_000

/** The roads in their thread. */
export function createRoadNetwork(
  thread: WorkerThread<RoadHandlers>,
  log: (message: string) => void,
  now: () => number = () => performance.now(),
): RoadNetwork {
  let loaded: LoadedNetwork | null = null
  let loading: Promise<void> | null = null
  let failedAtMs = Number.NEGATIVE_INFINITY

  async function load(): Promise<void> {
    if (loaded || now() - failedAtMs < RETRY_MS) return
    loading ??= thread
      .request('load', undefined, { timeLimitMs: LOAD_LIMIT_MS })
      .then((network) => {
        loaded = network
        failedAtMs = Number.NEGATIVE_INFINITY
      })
      .catch((error: unknown) => {
        failedAtMs = now()
        if (!(error instanceof WorkerError && error.kind === 'stopped')) log(messageOf(error))
      })
      .finally(() => {
        loading = null
      })
    await loading
  }

  return {
    get state() {
      if (loaded) return 'ready'
      return loading ? 'building' : 'failed'
    },
    get loaded() {
      return loaded
    },
    load,
    async request(name, value, options) {
      if (!loaded) {
        void load()
        return null
      }
      try {
        return (await thread.request(name, value as never, options)) as never
      } catch (error) {
        if (!(error instanceof WorkerError) || error.kind === 'busy' || error.kind === 'failed') throw error
        // Requests that waited behind it fail with it: one line. The next thread has no roads yet.
        if (loaded && error.kind !== 'stopped') log(messageOf(error))
        loaded = null
        failedAtMs = now()
        return null
      }
    },
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
