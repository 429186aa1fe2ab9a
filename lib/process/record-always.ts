import { systemClock } from '@/lib/live/clock'
import { createRecordAlways, type RecordAlways } from '@/lib/recording/record-always'
import { processInstance } from './instance'
import { processLive } from './live'
import { processLog } from './observability'
import { processRecording } from './recording'
import { processSettings } from './settings'
import { beforeStop } from './stop'

const REVIEW_MS = 60_000
const HOLDER = { operator: null, network: null }

/** Deletes what is too old, and watches the areas that are recorded always; every node does, and one polls each. */
export const startRecordAlways = processInstance('record-always', start).get

async function start(): Promise<RecordAlways | null> {
  const recording = await processRecording()
  if (!recording) return null
  const { recording: settings, live } = processSettings()
  const always = createRecordAlways({
    store: recording.store,
    // Live areas are opened with the first that is needed.
    watch: async (area, every) => {
      const areas = await processLive()
      return areas.subscribe({ area, every, holder: HOLDER, lastEventId: null, refresh: false, gzip: false })
    },
    callsPerSecond: settings.callsPerSecond,
    pageSize: live.pageSize,
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
