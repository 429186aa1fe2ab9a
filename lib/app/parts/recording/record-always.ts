import { processInstance } from '@/lib/app/parts/instance'
import { processLive } from '@/lib/app/parts/live'
import { processLog } from '@/lib/app/parts/observability'
import { processSettings } from '@/lib/app/parts/settings'
import { beforeStop } from '@/lib/app/parts/stop'
import { createRecordAlways } from '@/lib/recording/record-always'
import type { SegmentStore } from '@/lib/recording/store/segment-store'
import { processRecording } from './recording'

const REVIEW_MS = 60_000
const EVERY_SECONDS = 30
const HOLDER = { operator: null, network: null }

/** Deletes old recordings, and watches the areas that are recorded always; every node does, and one polls each. */
export const startRecordAlways = processInstance('record-always', start).get

async function start(): Promise<void> {
  const recording = await processRecording()
  if (!recording) return
  const { areas } = processSettings().recording
  const log = (message: string) => processLog()('warn', { event: 'recording', message })
  if (areas.length === 0) await nameEarlier(recording.store, log)
  const always = createRecordAlways({
    areas,
    // Live areas are opened with the first that is needed.
    watch: async (area) => {
      const live = await processLive()
      const every = EVERY_SECONDS
      return live.subscribe({ area, every, holder: HOLDER, lastEventId: null, refresh: false, gzip: false })
    },
    log,
  })
  void always.review()
  const timer = setInterval(() => void always.review(), REVIEW_MS).unref()
  beforeStop(async () => {
    clearInterval(timer)
    always.stop()
  })
}

/** Areas of versions in which administrators named them on a page. */
async function nameEarlier(store: SegmentStore, log: (message: string) => void): Promise<void> {
  const areas = await store.earlierAlways().catch(() => [])
  if (areas.length === 0) return
  const setting = areas.map(({ position: { lat, lng }, radius, type }) =>
    [lat, lng, radius, ...(type === null ? [] : [type])].join(','),
  )
  log(`areas are recorded always by a setting now; until this version: RECORD_AREAS=${setting.join(';')}`)
}
