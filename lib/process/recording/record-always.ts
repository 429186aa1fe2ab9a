import { processInstance } from '@/lib/process/instance'
import { processLive } from '@/lib/process/live'
import { processLog } from '@/lib/process/observability'
import { processSettings } from '@/lib/process/settings'
import { beforeStop } from '@/lib/process/stop'
import { createRecordAlways, type RecordAlways } from '@/lib/recording/record-always'
import { systemClock } from '@/lib/scheduling/clock'
import { processRecording } from './recording'

const REVIEW_MS = 60_000
const HOLDER = { operator: null, network: null }

/** Deletes old recordings, and watches the areas that are recorded always; every node does, and one polls each. */
export const startRecordAlways = processInstance('record-always', start).get

async function start(): Promise<RecordAlways | null> {
  const recording = await processRecording()
  if (!recording) return null
  const { callsPerSecond } = processSettings().recording
  const always = createRecordAlways({
    store: recording.store,
    // Live areas are opened with the first that is needed.
    watch: async (area, every) => {
      const areas = await processLive()
      return areas.subscribe({ area, every, holder: HOLDER, lastEventId: null, refresh: false, gzip: false })
    },
    callsPerSecond,
    clock: systemClock,
    log: (message) => processLog()('warn', { event: 'recording', message }),
  })
  void always.review()
  const timer = setInterval(() => void always.review(), REVIEW_MS).unref()
  beforeStop(async () => {
    clearInterval(timer)
    always.stop()
  })
  return always
}
