import { createWorkerThread, type WorkerThread } from '@/lib/app/worker-thread/worker-thread'
import type { RecordingHandlers } from '@/lib/recording/worker'

/** Decodes recordings in a thread of its own. */
export function startRecordingThread(): WorkerThread<RecordingHandlers> {
  return createWorkerThread<RecordingHandlers>({
    root: process.cwd(),
    source: 'lib/recording/worker.ts',
    heapMb: 512,
    timeLimitMs: 60_000,
    waitingMaximum: 100,
    waitMs: 60_000,
    restartPauseMs: 0,
  })
}
