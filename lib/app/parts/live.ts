import { randomBytes } from 'node:crypto'
import { getHeapStatistics } from 'node:v8'
import type { Redis } from 'ioredis'
import type { AreaSearch } from '@/lib/api/contract/live'
import type { Context } from '@/lib/app/context'
import { collectGarbage } from '@/lib/app/garbage'
import type { Secret } from '@/lib/app/settings/secret'
import type { Directory } from '@/lib/fleet/directory/directory'
import type { EncryptedEntries, EntriesOptions } from '@/lib/fleet/directory/encrypted-entries'
import { createDirectoryReader, type DirectoryReader } from '@/lib/fleet/directory/reading/reader'
import { createSharedCalls } from '@/lib/fleet/directory/reading/shared-calls'
import type { ReportTimes } from '@/lib/fleet/report-times/report-times'
import {
  StatusTimes,
  type StoredEntry,
  type StoredStatus,
} from '@/lib/fleet/status-times/status-times'
import { type AlwaysWatched, createAlwaysWatched, ownStream } from '@/lib/live/always-watched'
import { createLiveAreas, type LiveAreas } from '@/lib/live/areas'
import { boundsOf } from '@/lib/live/bounds/bounds'
import { createMemoryRelease, takenHeapBytes } from '@/lib/live/bounds/memory-release'
import { redisCluster } from '@/lib/live/cluster/cluster'
import type { Recorder } from '@/lib/recording/recorder'
import { createEncryption } from '@/lib/store/encryption'
import type { Upstream } from '@/lib/upstream/compose'

/** Raise with every change of StoredStatus. */
const STORED_KIND = 'status-times-1'

/** Shared by the nodes of one service. */
export interface Nodes {
  readonly secret: Secret
  readonly redis: Redis
  readonly baseUrl: string
}

interface ReaderOptions {
  readonly upstream: Upstream
  readonly directory: Directory
  /** Null for a node alone. */
  readonly nodes: Nodes | null
}

interface LiveOptions extends ReaderOptions {
  readonly statusTimes: StatusTimes
  readonly reportTimes: ReportTimes
  readonly recorder: Recorder | null
}

export function openLive(
  { settings, clock, metrics, fault, log }: Context,
  { upstream, directory, statusTimes, reportTimes, recorder, nodes }: LiveOptions,
): LiveAreas {
  const vehiclesMaximum = settings.LIVE_VEHICLES_MAXIMUM
  const areas = createLiveAreas({
    client: upstream.client,
    settings: {
      pageSize: settings.LIVE_PAGE_SIZE,
      vehiclesMaximum,
      intervalSeconds: settings.LIVE_INTERVAL_SECONDS,
    },
    bounds: boundsOf(settings, getHeapStatistics().heap_size_limit),
    callsPerSecond: upstream.liveCallsPerSecond,
    clock,
    onEnd: createMemoryRelease(collectGarbage, takenHeapBytes, clock),
    cluster: nodes
      ? redisCluster(nodes.redis, nodes.secret, `${nodes.baseUrl} ${vehiclesMaximum}`)
      : undefined,
    annotations: { directoryOf: directory.entryOf, statusTimes, reportTimes },
    observe: recorder?.observe,
    log: fault('live'),
    onSweep: metrics.swept,
    onFailing: (requestId, { kind, message }) =>
      log('warn', { event: 'live', requestId, kind, message }),
  })
  metrics.watch({
    pages: () => areas.pageCount,
    readers: () => areas.readerCount,
    watches: () => areas.areaCount,
    heldVehicles: () => areas.heldVehicles,
    swept: () => areas.polledCount,
    dataAgeSeconds: () => areas.dataAgeSeconds,
  })
  return areas
}

/** The home area while any page is open: slower than a map, which asks for every five seconds. */
const HOME_EVERY_SECONDS = 10
/** How long after the first page opened, or the last one closed, at most. */
const HOME_REVIEW_MS = 5_000

/**
 * Has the home area swept while any stream of a page is open on this node, hidden pages too. Each
 * node with a page does, and one of them sweeps.
 * @param home null where none was set, which may be far from the vehicles
 */
export function watchHome(
  context: Context,
  areas: LiveAreas,
  home: () => Promise<AreaSearch | null>,
): void {
  async function wanted(): Promise<readonly AreaSearch[]> {
    if (areas.pageCount === 0) return []
    const area = await home()
    return area ? [area] : []
  }
  const always = createAlwaysWatched(
    wanted,
    async (area) => areas.subscribe(ownStream(area, HOME_EVERY_SECONDS)),
    context.warn('live'),
  )
  reviewEvery(context, HOME_REVIEW_MS, always)
}

/** Reviews what Kerbside watches by itself, until the stop. */
export function reviewEvery(
  { every, beforeStop }: Context,
  ms: number,
  always: AlwaysWatched,
): void {
  const end = every(ms, () => void always.review())
  beforeStop(async () => {
    end()
    always.stop()
  })
}

export function startDirectoryReader(
  { settings, clock, metrics, warn, beforeStop }: Context,
  { upstream, directory, nodes }: ReaderOptions,
  watched: LiveAreas['watched'],
): DirectoryReader {
  const log = warn('directory')
  const callsPerSecond = settings.DIRECTORY_CALLS_PER_SECOND
  const isShared = nodes !== null && callsPerSecond > 0
  const reader = createDirectoryReader({
    client: upstream.background,
    directory,
    watched,
    callsPerSecond,
    clock,
    share: isShared ? createSharedCalls(nodes.redis, callsKey(nodes), callsPerSecond, log) : null,
    onRead: metrics.readRecord,
    log,
  })
  metrics.watch({
    directoryEntries: () => directory.size,
    directoryUnread: () => reader.unread,
    directoryCallsPerSecond: () => reader.callsPerSecond,
  })
  beforeStop(reader.stop)
  reader.start()
  return reader
}

/** Key of the calls that all nodes share; it does not show the service's address. */
function callsKey({ secret, baseUrl }: Nodes): string {
  return createEncryption(secret.reveal(), `directory ${baseUrl}`).hash('calls')
}

type StatusEntries = Pick<EncryptedEntries<StoredStatus>, 'put' | 'sync'>

/**
 * Since when vehicles have their status.
 * @param openEntries returns null where they are stored nowhere
 */
export function openStatusTimes(
  openEntries: (options: EntriesOptions<StoredStatus>) => StatusEntries | null,
): StatusTimes {
  /** Entries stored before this start, of use only together. Null once all are read. */
  let earlier: StoredEntry[] | null = []
  const ownId = randomBytes(6).toString('base64url')
  const times = new StatusTimes(ownId, (key, value) => stored?.put(key, value))
  const stored = openEntries({
    kind: STORED_KIND,
    *all() {
      if (earlier) yield* earlier
      yield* times.all()
    },
    onStored(entries) {
      if (earlier) earlier.push(...entries)
      else times.adopt(entries)
    },
  })
  void stored?.sync().then(() => {
    times.adopt(earlier ?? [])
    earlier = null
  })
  return times
}
