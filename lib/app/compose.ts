import { randomBytes } from 'node:crypto'
import type { Home, HomeArea } from '@/lib/api/contract/desk'
import type { AreaSearch } from '@/lib/api/contract/live'
import { FOUND_MAXIMUM } from '@/lib/api/contract/places'
import { createApi } from '@/lib/api/dispatch'
import type { Parts } from '@/lib/api/parts'
import { map } from '@/lib/api/routes/map'
import { createTopics } from '@/lib/api/topics'
import { createOpenAccess, openAccess } from '@/lib/auth/access'
import { createOrigins } from '@/lib/auth/origins'
import { createMemoryDesk, createSqlDesk } from '@/lib/desk/desk'
import { asObserver, findDrivers, findVehicles } from '@/lib/fleet/directory/directory'
import type { DirectoryReader } from '@/lib/fleet/directory/reading/reader'
import { createTypedReferences } from '@/lib/fleet/directory/typed-reference'
import { MtimeEvidence } from '@/lib/fleet/report-times/mtime-evidence'
import { ReportTimes } from '@/lib/fleet/report-times/report-times'
import {
  createMemoryReadings,
  createSqlReadings,
} from '@/lib/fleet/status-readings/status-readings'
import { createMemoryStore } from '@/lib/fleet/watch-list/memory-store'
import { createSqlStore } from '@/lib/fleet/watch-list/sql-store'
import { createWatchList, type WatchList } from '@/lib/fleet/watch-list/watch-list'
import { createObservationRecorder } from '@/lib/inspect/observations/recorder'
import { createMemorySegments } from '@/lib/recording/store/memory-segments'
import { createEncryption, type Encryption } from '@/lib/store/encryption'
import { centreOf, composeUpstream } from '@/lib/upstream/compose'
import { createKeySource, fixedKey } from '@/lib/upstream/http/key-source'
import type { VehicleObserver } from '@/lib/upstream/service'
import { type WebhookTokens, withholdTokens } from '@/lib/webhooks/tokens'
import { createMemoryZones, createSqlZones } from '@/lib/zones/zones'
import { watchClock } from './clock'
import { createContext, type Outside, once, realWorld } from './context'
import { openAlerts } from './parts/alerts'
import { openAuth } from './parts/auth'
import { checkCity, hasAddresses, openCity, openCityMap, openPlaces, openRoads } from './parts/city'
import { demoHome, learnEmbedded, openFleet, referenceService } from './parts/demo'
import { openDirectory, startWatchList, storedEntries } from './parts/fleet'
import { openLive, openStatusTimes, startDirectoryReader, watchHome } from './parts/live'
import { openRecording, startRecordAlways, storedSegments } from './parts/recording'
import { createStatusClasses } from './parts/status-classes'
import { checkDataFolder, openDatabase, openSharedRedis } from './parts/store'
import { openDemoWebhooks, openServiceWebhooks } from './parts/webhooks'
import { demoZones, openZoneBoard } from './parts/zones'
import { pageSettings, type Settings } from './settings/read-settings'
import { DEFAULT_CENTRE } from './settings/variables'

/** As in the records of the demo's vehicles. */
const DEMO_HOST = 'hooks.kerbside.example'

export type App = ReturnType<typeof compose>

const CLOCK_WATCHED_MS = 5_000

/**
 * All parts of a process, each opened with its first use. Here alone it is decided what is demo
 * data's, which are of this process only, and what is a configured service's.
 */
export function compose(settings: Settings, outside: Outside = realWorld()) {
  const context = createContext(settings, outside)
  const { clock, log, metrics, version, warn } = context
  const { service } = settings
  context.every(CLOCK_WATCHED_MS, watchClock(clock, warn('clock')))

  const store = once(() => openDatabase(context))
  const redis = once(() => openSharedRedis(settings))
  const auth = once(() => openAuth(context, store, redis))
  const origins = createOrigins(settings.KERBSIDE_URL)
  const accessWithoutSignIn = service ? createOpenAccess(origins) : openAccess
  const access = async () => (await auth())?.access ?? accessWithoutSignIn

  const key = service
    ? createKeySource(service.apiKey, service.rereadApiKey, warn('upstream'))
    : fixedKey(randomBytes(16).toString('hex'))
  /** @returns null for demo data */
  function encryptionFor(purpose: string): Encryption | null {
    if (!service) return null
    const earlier = service.earlierKeys.map((before) => before.reveal())
    return createEncryption(service.apiKey.reveal(), `${purpose}${service.baseUrl}`, earlier)
  }
  const mtime = new MtimeEvidence(settings.VEHICLE_MTIME)
  const reportTimes = new ReportTimes(mtime)
  const observations = createObservationRecorder(clock.now, key.current, mtime)

  const openEntries = storedEntries(context, store, encryptionFor(''))
  const directory = once(async () => openDirectory(context, openEntries))
  const watched = createWatchList({
    store: once(async () => {
      const encryption = encryptionFor('watch list ')
      return encryption ? createSqlStore((await store()).db, encryption) : createMemoryStore()
    }),
    log: warn('watch-list'),
  })

  const fleet = once(() => openFleet(context))
  const city = once(() => openCity(context))
  const mapArchive = once(() => openCityMap(settings))
  const roads = once(async () => openRoads(context, await city()))
  const upstream = once(async () => {
    const map = await mapArchive()
    const known = await directory()
    const vehicles = both(asObserver(known), watched)
    const learnsEmbedded = !service && settings.DIRECTORY_CALLS_PER_SECOND > 0
    const composed = composeUpstream(settings, {
      service: service
        ? {
            // Imported here: the demo starts without undici.
            send: outside.send ?? (await import('@/lib/upstream/http/network')).createNetworkSend(),
            baseUrl: service.baseUrl,
            key,
            centre: map ? centreOf(map) : DEFAULT_CENTRE,
          }
        : referenceService(await fleet(), key),
      map,
      hasAddresses: hasAddresses(settings),
      recorder: observations,
      vehicles: learnsEmbedded
        ? learnEmbedded(vehicles, known, await fleet(), clock.now)
        : vehicles,
      log: warn('upstream'),
      liveTurn: clock.yieldToEventLoop,
      onAttempt: (failure) => metrics.attempted(failure?.kind ?? 'ok'),
    })
    metrics.watch({ breaker: composed.breakerState })
    return composed
  })

  async function home(): Promise<Home> {
    const { map } = (await upstream()).state()
    const set = await (await desk()).home()
    return set ? { home: set, isHomeSet: true } : { home: map.home, isHomeSet: map.isHomeSet }
  }
  /** Demo data is recorded without RECORDING_HOURS, and swept while a page is open only. */
  async function recordedAlways(): Promise<readonly AreaSearch[]> {
    const areas = settings.RECORD_AREAS
    if (!settings.chosen.has('RECORDING_HOURS')) return areas
    const { home: area, isHomeSet } = await home()
    return isHomeSet ? [toSearch(area), ...areas] : areas
  }
  /** Of a service that no home was set for, the default may be far from its vehicles. */
  async function sweptHome(): Promise<AreaSearch | null> {
    const { home: area, isHomeSet } = await home()
    return isHomeSet || !service ? toSearch(area) : null
  }
  const recording = once(async () => {
    const encryption = encryptionFor('')
    const segments = encryption
      ? storedSegments(context, store, encryption)
      : createMemorySegments()
    return openRecording(context, segments)
  })
  const recordAlways = once(async () => {
    const { recorder } = await recording()
    if (recorder) startRecordAlways(context, live, recordedAlways)
    // Decided from the start where the home area is swept without a page.
    if (settings.chosen.has('RECORDING_HOURS')) await alerts()
  })
  let directoryReader: DirectoryReader | null = null
  const live = once(async () => {
    const [known, caller, recorded, shared] = await Promise.all([
      directory(),
      upstream(),
      recording(),
      service && redis(),
    ])
    const nodes =
      service && shared ? { secret: service.apiKey, baseUrl: service.baseUrl, redis: shared } : null
    const sources = { upstream: caller, directory: known, nodes }
    const areas = openLive(context, {
      ...sources,
      statusTimes: openStatusTimes(openEntries),
      reportTimes,
      recorder: recorded.recorder,
    })
    directoryReader = startDirectoryReader(context, sources, areas.watched)
    watchHome(context, areas, sweptHome)
    await watchList()
    // Not at the start: an idle server takes 43 MB less.
    void (await city()).open()
    return areas
  })
  const watchList = once(async () =>
    startWatchList(context, watched, await upstream(), () => directoryReader),
  )
  const statusReadings = once(async () =>
    service ? createSqlReadings((await store()).db) : createMemoryReadings(),
  )
  const statuses = createStatusClasses(context, statusReadings)
  const desk = once(async () =>
    service ? createSqlDesk((await store()).db) : createMemoryDesk(demoHome(settings)),
  )
  const zones = once(async () =>
    service ? createSqlZones((await store()).db) : createMemoryZones(await demoZones(context)),
  )
  const zoneBoard = once(async () =>
    openZoneBoard(context, { zones, home, live, statuses, webhooks, roads }),
  )
  const alerts = once(async () =>
    openAlerts(
      context,
      { home: sweptHome, live, upstream, watchList, webhooks, statuses, zoneBoard },
      store,
      encryptionFor('alerts '),
    ),
  )
  const places = once(async () => {
    const [known, openedCity, { shared }] = await Promise.all([directory(), city(), upstream()])
    const readTyped = createTypedReferences({ directory: known, client: shared })
    return {
      ...openPlaces(context, openedCity),
      async findVehicles(text: string) {
        const { answers } = observations.read().gaps.vehicle_type
        const types = answers.map(({ value }) => value)
        await readTyped(text, types)
        return findVehicles(known, text, FOUND_MAXIMUM, types)
      },
      async findDrivers(text: string) {
        const vehicles = await findDrivers(known, text, FOUND_MAXIMUM)
        return { vehicles, unread: directoryReader?.unread ?? 0 }
      },
    }
  })

  const topics = createTopics({ parts: () => parts, clock, log: warn('live') })
  const deliveryListeners = { recorder: observations, onStored: topics.arrived.source.renew }
  const webhooks = once(async () =>
    service
      ? openServiceWebhooks(context, await store(), deliveryListeners)
      : openDemoWebhooks(context, await fleet(), deliveryListeners),
  )
  /** Our tokens are unknown while the inbox cannot be opened. */
  async function tokenFinder(): Promise<WebhookTokens['find']> {
    const opened = await webhooks().catch(() => null)
    return opened ? opened.tokens.find : () => undefined
  }

  async function signInFailure(): Promise<string | null> {
    if (!settings.requiresSignIn) return null
    const opened = await store().catch(() => {
      throw new Error('The database cannot be opened yet; the log says why.')
    })
    if (await opened.reachable()) return null
    return 'The database cannot be reached: sign-ins fail.'
  }

  metrics.watch({
    async databaseUp() {
      if (!settings.requiresSignIn && !service) return null
      const opened = await store.current()
      return opened && (await opened.reachable()) ? 1 : 0
    },
    async redisUp() {
      if (settings.REDIS_URL === null) return null
      return (await redis.current())?.status === 'ready' ? 1 : 0
    },
    webhookBytesWaiting: async () => (await webhooks.current())?.waitingBytes() ?? 0,
    async recordingFailing() {
      const recorder = (await recording.current())?.recorder
      return recorder ? (recorder.failure?.failing ?? 0) : null
    },
  })

  const parts: Parts = {
    clock,
    version,
    onFault: (requestId, message) => log('error', { event: 'internal', requestId, message }),
    access,
    auth,
    withhold: (json) => withholdTokens(json, tokenFinder),
    upstream,
    signInFailure,
    timesOf: async (status, atMs) => ({
      ...reportTimes.read(status, atMs),
      directory: (await directory()).entryOf(status.id),
    }),
    reportTimes: async () => reportTimes,
    namesOf: async (id) => (await directory()).factsOf(id)?.entry ?? null,
    live,
    topics,
    watchList,
    statusReadings,
    desk,
    alerts,
    home,
    zones,
    zoneBoard,
    roads,
    places,
    mapArchive,
    recordings: async () => (await recording()).recordings,
    recordingFailure: async () => (await recording()).recorder?.failure ?? null,
    webhooks,
    originOf: origins.of,
    async vehiclesByWebhook(request) {
      const host = service ? new URL(origins.of(request)).host : DEMO_HOST
      return { ...(await directory()).countByWebhook(host), unread: directoryReader?.unread ?? 0 }
    },
    bookingRetentionDays: () => settings.BOOKING_RETENTION_DAYS,
  }
  return {
    settings,
    pageSettings: pageSettings(settings),
    log,
    version,
    metrics,
    store,
    redis,
    auth,
    upstream,
    directory,
    mapArchive,
    recordAlways,
    webhooks,
    signInFailure,
    /** For the routes below /api, which Next answers. */
    parts,
    /** Answers a tile of the map; by lib/server itself, before Next. */
    mapTile: createApi(map, () => parts),
    /** Files that settings name. @throws ConfigError */
    async checkFiles(): Promise<void> {
      await mapArchive()
      await checkCity(settings, await city())
      if (settings.REFERENCE_FLEET !== null) await fleet()
      await checkDataFolder(context)
    },
    async stop(): Promise<void> {
      await context.runStops()
      const [openedRedis, openedStore] = await Promise.all([redis.current(), store.current()])
      openedRedis?.disconnect()
      await openedStore?.close()
    },
  }
}

function toSearch({ position, radius }: HomeArea): AreaSearch {
  return { position, radius, type: null }
}

function both(directory: VehicleObserver, watchList: WatchList): VehicleObserver {
  return {
    ...directory,
    onVehicle(found) {
      directory.onVehicle(found)
      const { record, raw } = found.data
      watchList.onRecord(record.id, raw, Date.parse(found.fetchedAt))
    },
    onSearchObjects(rows) {
      directory.onSearchObjects(rows)
      watchList.onSearchObjects(rows)
    },
  }
}
