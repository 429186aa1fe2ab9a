import type { AreaSearch } from '@/lib/api/contract/live'
import type { Context } from '@/lib/app/context'
import { createWorkerThread } from '@/lib/app/worker-thread/worker-thread'
import { createAlwaysWatched, ownStream } from '@/lib/live/always-watched'
import type { LiveAreas } from '@/lib/live/areas'
import { createRecorder } from '@/lib/recording/recorder'
import { keepDiskReserve } from '@/lib/recording/store/disk-reserve'
import type { SegmentStore } from '@/lib/recording/store/segment-store'
import { createSqlSegments } from '@/lib/recording/store/sql-segments'
import { createStoredRecordings, noRecordings } from '@/lib/recording/stored-recordings'
import type { RecordingHandlers } from '@/lib/recording/worker'
import type { Encryption } from '@/lib/store/encryption'
import type { Store } from '@/lib/store/store'
import { reviewEvery } from './live'

const PURGE_MS = 60_000
const HOUR_MS = 60 * 60_000
const REVIEW_MS = 60_000
/** Requests to the thread that may wait: each takes up to a second in the largest areas. */
const WAITING_MAXIMUM = 64
const WAIT_MS = 10_000
const REQUEST_LIMIT_MS = 30_000
const HEAP_MB = 1024

/** Segments in the store, which leave room on the disk of the embedded database. */
export function storedSegments(
  { settings, clock }: Context,
  store: () => Promise<Store>,
  encryption: Encryption,
): SegmentStore {
  const segments = createSqlSegments(store, encryption)
  if (settings.DATABASE_URL !== null) return segments
  return keepDiskReserve(segments, settings.KERBSIDE_DATA, clock.monotonicNow)
}

/**
 * The recorder of the areas that this node polls, and the recordings, which a thread of its own
 * decodes from the first question on; without both where RECORDING_HOURS is 0.
 */
export function openRecording(context: Context, store: SegmentStore) {
  const { settings, clock, warn, fault, every, beforeStop } = context
  const keptMs = settings.RECORDING_HOURS * HOUR_MS
  const recorder = createRecorder(store, keptMs, clock, warn('recording'))
  // With 0 hours, recordings made under another setting are deleted.
  void recorder.purge()
  if (keptMs === 0) return { recorder: null, recordings: noRecordings }
  every(PURGE_MS, () => void recorder.purge())
  beforeStop(recorder.stop)
  const thread = createWorkerThread<RecordingHandlers>({
    root: context.root,
    source: 'lib/recording/worker.ts',
    heapMb: HEAP_MB,
    timeLimitMs: REQUEST_LIMIT_MS,
    waitingMaximum: WAITING_MAXIMUM,
    waitMs: WAIT_MS,
    onCrash: fault('recording'),
  })
  beforeStop(thread.stop)
  const recordings = createStoredRecordings({ store, recorder, keptMs, thread, clock })
  return { recorder, recordings }
}

const EVERY_SECONDS = 30

/** Watches the areas that are recorded always; every node does, and one polls each. */
export function startRecordAlways(
  context: Context,
  live: () => Promise<LiveAreas>,
  wanted: () => Promise<readonly AreaSearch[]>,
): void {
  const always = createAlwaysWatched(
    wanted,
    // Live areas are opened with the first that is needed.
    async (area) => (await live()).subscribe(ownStream(area, EVERY_SECONDS)),
    context.warn('recording'),
  )
  void always.review()
  reviewEvery(context, REVIEW_MS, always)
}
