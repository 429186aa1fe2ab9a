import { resolve } from 'node:path'
import type { RoadHandlers } from '@/lib/roads/worker'
import { createWorkerThread, type WorkerThread } from '@/lib/worker-thread/worker-thread'

/** Roads of a file of the demo city's form, in a thread of their own. */
export function startRoadThread(file: string): WorkerThread<RoadHandlers> {
  return createWorkerThread<RoadHandlers>({
    root: process.cwd(),
    source: 'lib/roads/worker.ts',
    options: { kind: 'demo-city', file: resolve(file) },
    heapMb: 256,
    timeLimitMs: 20_000,
    waitingMaximum: 8,
    waitMs: 20_000,
    restartPauseMs: 0,
  })
}
