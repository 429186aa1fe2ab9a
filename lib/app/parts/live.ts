import { getHeapStatistics } from 'node:v8'
import { systemClock } from '@/lib/app/clock'
import { createLiveAreas, type LiveAreas } from '@/lib/live/areas'
import { boundsOf } from '@/lib/live/bounds/bounds'
import { collectGarbage, createGiveBack, takenHeapBytes } from '@/lib/live/bounds/garbage'
import { redisCluster } from '@/lib/live/cluster/redis-cluster'
import { createLiveRoute } from '@/lib/live/route'
import { processAccess } from './auth'
import { processDirectory } from './directory'
import { startDirectoryReader } from './directory-reader'
import { processInstance } from './instance'
import { processLog, processMetrics } from './observability'
import { processRecording } from './recording/recording'
import { processReportTimes } from './report-times'
import { startWatchList } from './start-watch-list'
import { openStatusTimes } from './status-times'
import { processRedis } from './store'
import { upstream } from './upstream'

export const processLive = processInstance('live', open).get

async function open(): Promise<LiveAreas> {
  const { client, live: settings, nodeSecret, state } = await upstream()
  const metrics = processMetrics()
  const directory = await processDirectory()
  const redis = nodeSecret && (await processRedis())
  const recording = await processRecording()
  const areas = createLiveAreas({
    client,
    settings,
    bounds: boundsOf(settings.bounds, getHeapStatistics().heap_size_limit),
    callsPerSecond: settings.callsPerSecond,
    onEnd: createGiveBack({ collect: collectGarbage, takenBytes: takenHeapBytes, clock: systemClock }),
    cluster: redis
      ? redisCluster(redis, nodeSecret, `${state().upstream.baseUrl} ${settings.vehiclesMaximum}`)
      : undefined,
    annotations: {
      directoryOf: directory.entryOf,
      statusTimes: openStatusTimes(),
      reportTimes: await processReportTimes(),
    },
    observe: recording?.recorder.observe,
    log: (message) => processLog()('error', { event: 'live', message }),
    onSweep: metrics.swept,
    onFailing: (requestId, { kind, message }) =>
      processLog()('warn', { event: 'live', requestId, kind, message }),
  })
  metrics.watch({
    readers: () => areas.subscriberCount,
    watches: () => areas.areaCount,
    heldVehicles: () => areas.heldVehicles,
    swept: () => areas.polledCount,
    dataAgeSeconds: () => areas.dataAgeSeconds,
  })
  await startDirectoryReader(areas.watched)
  await startWatchList()
  return areas
}

/** `GET /api/live` over the configured service. */
export const liveRoute = createLiveRoute(processLive, {
  access: processAccess,
  onFault: (requestId, message) => processLog()('error', { event: 'internal', requestId, message }),
})
