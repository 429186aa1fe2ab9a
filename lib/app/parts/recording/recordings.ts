import 'server-only'
import { systemClock } from '@/lib/app/clock'
import { processInstance } from '@/lib/app/parts/instance'
import { processLog } from '@/lib/app/parts/observability'
import { processSettings } from '@/lib/app/parts/settings'
import { beforeStop } from '@/lib/app/parts/stop'
import { createWorkerThread } from '@/lib/app/worker-thread/worker-thread'
import { areaName } from '@/lib/recording/recorder'
import { createStoredRecordings, noRecordings, type Recordings } from '@/lib/recording/stored-recordings'
import type { RecordingHandlers } from '@/lib/recording/worker'
import { processRecording } from './recording'

/** Each takes up to a second, for a chunk of the largest areas. */
const WAITING_MAXIMUM = 64
const WAIT_MS = 10_000
const REQUEST_LIMIT_MS = 30_000
const HEAP_MB = 1024

/** Recordings, decoded in a thread of their own, which starts with the first opening. */
export const processRecordings = processInstance('recordings', open).get

async function open(): Promise<Recordings> {
  const recording = await processRecording()
  if (!recording) return noRecordings
  const thread = createWorkerThread<RecordingHandlers>({
    root: process.cwd(),
    source: 'lib/recording/worker.ts',
    heapMb: HEAP_MB,
    timeLimitMs: REQUEST_LIMIT_MS,
    waitingMaximum: WAITING_MAXIMUM,
    waitMs: WAIT_MS,
    onCrash: (message) => processLog()('error', { event: 'recording', message }),
  })
  beforeStop(thread.stop)
  const always = new Set(processSettings().recording.areas.map(areaName))
  return createStoredRecordings({ ...recording, thread, clock: systemClock, always })
}
