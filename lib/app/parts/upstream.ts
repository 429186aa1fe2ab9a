import { randomUUID } from 'node:crypto'
import { systemClock } from '@/lib/app/clock'
import type { EmbeddedReference } from '@/lib/app/settings/settings'
import type { MapArchive } from '@/lib/city/tiles/archive'
import { asObserver } from '@/lib/fleet/directory/directory'
import type { WatchList } from '@/lib/fleet/watch-list/watch-list'
import { createReferenceService } from '@/lib/reference/service'
import { composeUpstream, type MapFile, type Service, type Upstream } from '@/lib/upstream/compose'
import { fixedKey } from '@/lib/upstream/http/key-source'
import type { VehicleObserver } from '@/lib/upstream/service'
import { hasAddresses, processMapArchive } from './city'
import { processDirectory } from './directory'
import { processFleet } from './fleet'
import { processInstance } from './instance'
import { processLog, processMetrics } from './observability'
import { processObservations } from './observations'
import { processSettings } from './settings'
import { processWatchList } from './watch-list'

/**
 * The configured upstream, composed on first use, so that a build opens no file and needs no variable.
 * @throws ConfigError
 */
export const upstream = processInstance('upstream', compose).get

async function compose(): Promise<Upstream> {
  const metrics = processMetrics()
  const archive = await processMapArchive()
  const { recorder, setKey } = await processObservations()
  const composed = await composeUpstream(processSettings(), {
    mapFile: archive && describeArchive(archive),
    hasAddresses: hasAddresses(),
    openReference,
    createRecorder(key) {
      setKey(key)
      return recorder
    },
    vehicles: both(asObserver(await processDirectory()), await processWatchList()),
    log,
    liveTurn: systemClock.yieldToEventLoop,
    onAttempt: (failure) => metrics.asked(failure?.kind ?? 'ok'),
  })
  metrics.watch({ breaker: composed.breakerState })
  return composed
}

function both(directory: VehicleObserver, watchList: WatchList): VehicleObserver {
  return {
    ...directory,
    onVehicle(found) {
      directory.onVehicle(found)
      watchList.onRecord(found.data, Date.parse(found.fetchedAt))
    },
    onSearchObjects(rows) {
      directory.onSearchObjects(rows)
      watchList.onSearchObjects(rows)
    },
  }
}

async function openReference(reference: EmbeddedReference): Promise<Service> {
  const fleet = await processFleet(reference)
  // Random key: the reference service requires one as the real service does.
  const key = randomUUID()
  // The largest page it offers, to read a city in tens of pages instead of hundreds.
  const send = createReferenceService({ fleet, keys: [{ key }], gaps: { limitMaximum: 1000 } })
  return { send, baseUrl: 'http://reference.localhost', key: fixedKey(key), centre: fleet.centre }
}

function describeArchive({ version, attribution, kind, minZoom, maxZoom, bounds }: MapArchive): MapFile {
  return {
    tileUrl: `/map/${version}/{z}/{x}/{y}`,
    attribution,
    archive: { kind, minZoom, maxZoom, bounds },
  }
}

function log(message: string): void {
  processLog()('warn', { event: 'upstream', message })
}
