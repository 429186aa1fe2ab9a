import { systemClock } from '@/lib/app/clock'
import { processInstance } from '@/lib/app/parts/instance'
import { processLog } from '@/lib/app/parts/observability'
import { processSettings } from '@/lib/app/parts/settings'
import { beforeStop } from '@/lib/app/parts/stop'
import { processStore } from '@/lib/app/parts/store'
import { createRecorder, type Recorder } from '@/lib/recording/recorder'
import { leaveRoom } from '@/lib/recording/store/leave-room'
import { createMemorySegments } from '@/lib/recording/store/memory-segments'
import type { SegmentStore } from '@/lib/recording/store/segment-store'
import { createSqlSegments } from '@/lib/recording/store/sql-segments'
import { createEncryption } from '@/lib/store/encryption'

const PURGE_MS = 60_000
const HOUR_MS = 60 * 60_000

export interface Recording {
  readonly store: SegmentStore
  readonly recorder: Recorder
  readonly keptMs: number
}

/** The recorder of the areas that this node polls; null where RECORDING_HOURS is 0. */
export const processRecording = processInstance('recording', open).get

async function open(): Promise<Recording | null> {
  const { hours } = processSettings().recording
  const store = openSegments()
  const keptMs = hours * HOUR_MS
  const recorder = createRecorder({
    store,
    keptMs,
    clock: systemClock,
    log: (message) => processLog()('warn', { event: 'recording', message }),
  })
  // With 0 hours, recordings made under another setting are deleted.
  void recorder.purge()
  if (hours === 0) return null
  setInterval(() => void recorder.purge(), PURGE_MS).unref()
  beforeStop(recorder.stop)
  return { store, recorder, keptMs }
}

/** Vehicles of demo data are of this process only. */
function openSegments(): SegmentStore {
  const { upstream, store } = processSettings()
  if (upstream.kind === 'reference') return createMemorySegments()
  const encryption = createEncryption(upstream.apiKey.reveal(), upstream.baseUrl)
  const segments = createSqlSegments(processStore, encryption)
  if (store.database.kind === 'postgresql') return segments
  const { monotonicNow } = systemClock
  return leaveRoom(segments, { folder: store.database.folder, monotonicNow })
}
