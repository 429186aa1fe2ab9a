import { processInstance } from '@/lib/process/instance'
import { processLog } from '@/lib/process/observability'
import { processSettings } from '@/lib/process/settings'
import { beforeStop } from '@/lib/process/stop'
import { createRoadNetwork } from '@/lib/roads/road-network'
import { createRoads, type Roads } from '@/lib/roads/roads'
import { createRouter } from '@/lib/roads/router/router'
import type { RoadHandlers } from '@/lib/roads/worker'
import { createWorkerThread } from '@/lib/worker-thread/worker-thread'

/** Each takes up to 50 ms. */
const WAITING_MAXIMUM = 64
const WAIT_MS = 5_000
const REQUEST_LIMIT_MS = 10_000
/** Without the roads themselves, which are buffers. */
const HEAP_MB = 512

/** ROUTER_URL, and the roads of ROADS_FILE or of the demo city, loaded from the first use on. @throws ConfigError */
export const processRoads = processInstance('roads', open).get

async function open(): Promise<Roads> {
  const { source, router: settings } = processSettings().roads
  const router =
    settings &&
    createRouter(settings, { log: (message) => processLog()('warn', { event: 'roads', message }) })
  if (source === null) return createRoads({ network: null, router })
  const thread = createWorkerThread<RoadHandlers>({
    root: process.cwd(),
    source: 'lib/roads/worker.ts',
    options: source,
    heapMb: HEAP_MB,
    timeLimitMs: REQUEST_LIMIT_MS,
    waitingMaximum: WAITING_MAXIMUM,
    waitMs: WAIT_MS,
    onProgress: (message) => processLog()('info', { event: 'roads', message }),
  })
  beforeStop(thread.stop)
  const network = createRoadNetwork(thread, (message) => processLog()('error', { event: 'roads', message }))
  void network.load()
  return createRoads({ network, networkSource: source.kind, router })
}
