import { randomBytes } from 'node:crypto'
import { constants, access as mayAccess, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { FOUND_MAXIMUM } from '@/lib/api/contract/places'
import { createApi } from '@/lib/api/dispatch'
import type { Parts } from '@/lib/api/parts'
import { map } from '@/lib/api/routes/map'
import { createOpenAccess, createOrigins, openAccess } from '@/lib/auth/sessions/access'
import { readSecrets } from '@/lib/auth/stored-secret'
import { asObserver, findVehicles } from '@/lib/fleet/directory/directory'
import type { DirectoryReader } from '@/lib/fleet/directory/reading/reader'
import { createTypedReferences } from '@/lib/fleet/directory/typed-reference'
import { MtimeEvidence, ReportTimes } from '@/lib/fleet/report-times/report-times'
import {
  createMemoryReadings,
  createSqlReadings,
} from '@/lib/fleet/status-readings/status-readings'
import { createMemoryStore } from '@/lib/fleet/watch-list/memory-store'
import { createSqlStore } from '@/lib/fleet/watch-list/sql-store'
import { createWatchList, type WatchList } from '@/lib/fleet/watch-list/watch-list'
import {
  createObservationRecorder,
  type ObservationRecorder,
} from '@/lib/inspect/observations/recorder'
import { createMemorySegments } from '@/lib/recording/store/memory-segments'
import { createEncryption } from '@/lib/store/encryption'
import { centreOf, composeUpstream } from '@/lib/upstream/compose'
import { createKeySource, fixedKey } from '@/lib/upstream/http/key-source'
import type { VehicleObserver } from '@/lib/upstream/service'
import type { StoredDelivery } from '@/lib/webhooks/inbox'
import { createPending } from '@/lib/webhooks/pending'
import { createSqlInbox } from '@/lib/webhooks/sql-inbox'
import { createTokens, withholdTokens } from '@/lib/webhooks/tokens'
import { createWebhooks, startUpkeep } from '@/lib/webhooks/webhooks'
import { createContext, type Outside, once, realWorld } from './context'
import { checkCity, hasAddresses, openCity, openCityMap, openPlaces, openRoads } from './parts/city'
import {
  demoInbox,
  learnEmbedded,
  openFleet,
  referenceService,
  startDemoDeliveries,
} from './parts/demo'
import { openDirectory, startWatchList, storedEntries } from './parts/fleet'
import { openLive, openStatusTimes, startDirectoryReader } from './parts/live'
import { openRecording, startRecordAlways, storedSegments } from './parts/recording'
import { pageSettings, type Settings } from './settings/read-settings'
import { DEFAULT_CENTRE } from './settings/variables'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** As in the records of the demo's vehicles. */
const DEMO_HOST = 'hooks.kerbside.example'

export type App = ReturnType<typeof compose>

/**
 * All parts of a process, each opened with its first use. Here alone it is decided what is demo
 * data's, which are of this process only, and what is a configured service's.
 */
export function compose(settings: Settings, outside: Outside = realWorld()) {
  const context = createContext(settings, outside)
  const { clock, root, log, metrics, warn, fault, beforeStop, every } = context
  const { service } = settings

  // Imported when they are opened: a start without them is a tenth shorter.
  const store = once(async () => {
    const { openStore } = await import('@/lib/store/open')
    const database = settings.DATABASE_URL
      ? { kind: 'postgresql' as const, url: settings.DATABASE_URL }
      : { kind: 'pglite' as const, folder: settings.KERBSIDE_DATA }
    const migrations = join(/* turbopackIgnore: true */ root, 'lib/store/migrations')
    return openStore(database, migrations, fault('database'))
  })
  const redis = once(async () => {
    if (settings.REDIS_URL === null) return null
    return (await import('@/lib/store/redis')).openRedis(settings.REDIS_URL)
  })
  const auth = once(async () => {
    if (!settings.requiresSignIn) return null
    // better-auth is three quarters of the modules that a start loads.
    const [{ composeAuth }, { nodesOverRedis }, { createRateLimits }] = await Promise.all([
      import('@/lib/auth/auth'),
      import('@/lib/auth/sessions/redis-nodes'),
      import('@/lib/store/rate-limits'),
    ])
    // better-auth calls the OpenID provider by Node's own fetch, which knows no proxy.
    if (settings.oidc)
      await import('@/lib/upstream/http/outgoing-agent').then((agent) => agent.useProxyForFetch())
    const [opened, shared] = await Promise.all([store(), redis()])
    const secrets = await readSecrets(settings, opened.db)
    const limits = createRateLimits(opened, shared, secrets.current)
    const otherNodes = shared && nodesOverRedis(shared)
    beforeStop(async () => otherNodes?.close())
    const composed = composeAuth({
      store: opened,
      settings,
      secrets,
      limits,
      otherNodes,
      warn: warn('auth'),
    })
    const attempt = (work: () => Promise<void>) => () =>
      work().catch((error: unknown) => warn('auth')(String(error)))
    await attempt(composed.takeOverSecret)()
    await attempt(composed.purge)()
    every(HOUR_MS, attempt(composed.purge))
    const flush = attempt(() => composed.failures.flush())
    every(MINUTE_MS, flush)
    beforeStop(() => composed.failures.flush('all'))
    return composed
  })
  const origins = createOrigins(settings.KERBSIDE_URL)
  const accessWithoutSignIn = service ? createOpenAccess(origins) : openAccess
  const access = async () => (await auth())?.access ?? accessWithoutSignIn

  const key = service
    ? createKeySource(service.apiKey, service.rereadApiKey, warn('upstream'))
    : fixedKey(randomBytes(16).toString('hex'))
  /** Null for demo data. */
  const encryptionFor = (purpose: string) =>
    service && createEncryption(service.apiKey.reveal(), `${purpose}${service.baseUrl}`)
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
      vehicles:
        service || settings.DIRECTORY_CALLS_PER_SECOND === 0
          ? vehicles
          : learnEmbedded(vehicles, known, await fleet(), clock),
      log: warn('upstream'),
      liveTurn: clock.yieldToEventLoop,
      onAttempt: (failure) => metrics.asked(failure?.kind ?? 'ok'),
    })
    metrics.watch({ breaker: composed.breakerState })
    return composed
  })

  const recording = once(async () => {
    const encryption = encryptionFor('')
    const segments = encryption
      ? storedSegments(context, store, encryption)
      : createMemorySegments()
    return openRecording(context, segments)
  })
  const recordAlways = once(async () => {
    const { recorder } = await recording()
    if (recorder) startRecordAlways(context, live)
  })
  let directoryReader: DirectoryReader | null = null
  const live = once(async () => {
    const [known, caller, recorded, shared] = await Promise.all([
      directory(),
      upstream(),
      recording(),
      service && redis(),
    ])
    const nodes = service &&
      shared && { secret: service.apiKey, baseUrl: service.baseUrl, redis: shared }
    const shown = { upstream: caller, directory: known, nodes }
    const statusTimes = openStatusTimes(openEntries)
    const areas = openLive(context, {
      ...shown,
      statusTimes,
      reportTimes,
      recorder: recorded.recorder,
    })
    directoryReader = startDirectoryReader(context, shown, areas.watched)
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
  const places = once(async () => {
    const [known, own, { shared }] = await Promise.all([directory(), city(), upstream()])
    const readTyped = createTypedReferences({ directory: known, client: shared })
    return {
      ...openPlaces(context, own),
      findVehicles: async (text: string) => {
        const types = observations.read().gaps.vehicle_type.answers.map(({ value }) => value)
        await readTyped(text, types)
        return findVehicles(known, text, FOUND_MAXIMUM, types)
      },
    }
  })

  const webhooks = once(async () => {
    const { db } = service ? await store() : { db: null }
    const { current, earlier } = db
      ? await readSecrets(settings, db)
      : { current: randomBytes(32).toString('hex'), earlier: [] }
    const encryption = createEncryption(current, 'webhooks', earlier)
    const inbox = db
      ? {
          inbox: createSqlInbox(db, encryption),
          tokens: createTokens(db),
          pending: createPending(join(settings.KERBSIDE_DATA, 'webhooks'), encryption),
        }
      : demoInbox(encryption)
    const opened = createWebhooks({
      ...inbox,
      onStored: observed(observations),
      log: warn('webhooks'),
    })
    if (!db) await startDemoDeliveries(context, await fleet(), opened)
    const retentionDays = settings.BOOKING_RETENTION_DAYS
    const stop = await startUpkeep(opened, { retentionDays, log: warn('webhooks') })
    beforeStop(async () => {
      stop()
      await opened.close()
    })
    return opened
  })

  /** Our tokens are unknown while the inbox cannot be opened. */
  const findToken = () =>
    webhooks().then(
      ({ tokens }) => tokens.find,
      () => () => undefined,
    )
  const parts: Parts = {
    clock,
    onFault: (requestId, message) => log('error', { event: 'internal', requestId, message }),
    access,
    auth,
    withhold: (json) => withholdTokens(json, findToken),
    upstream,
    async lacking() {
      if (!settings.requiresSignIn) return null
      const opened = await store().catch(() => {
        throw new Error('The database cannot be opened yet; the log says why.')
      })
      return (await opened.reachable()) ? null : 'The database cannot be reached: sign-ins fail.'
    },
    timesOf: async (status, atMs) => ({
      ...reportTimes.read(status, atMs),
      directory: (await directory()).entryOf(status.id),
    }),
    reportTimes: async () => reportTimes,
    namesOf: async (id) => (await directory()).factsOf(id)?.entry ?? null,
    live,
    watchList,
    statusReadings,
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
    metrics,
    store,
    redis,
    auth,
    upstream,
    directory,
    mapArchive,
    recordAlways,
    webhooks,
    lacking: parts.lacking,
    /** For the routes below /api, which Next answers. */
    parts,
    /** Answers a tile of the map; by lib/server itself, before Next. */
    mapTile: createApi(map, () => parts),
    /** Files that settings name. @throws ConfigError */
    async checkFiles(): Promise<void> {
      await mapArchive()
      await checkCity(settings, await city())
      if (settings.REFERENCE_FLEET !== null) await fleet()
      // The embedded database reports it itself.
      const refusal = settings.DATABASE_URL && (await whyNotWritable(settings.KERBSIDE_DATA))
      if (refusal)
        warn('webhooks')(
          `KERBSIDE_DATA cannot be written (${refusal}): deliveries that come while the database does not answer are refused`,
        )
    },
    async stop(): Promise<void> {
      await context.runStops()
      const [openedRedis, openedStore] = await Promise.all([redis.current(), store.current()])
      openedRedis?.disconnect()
      await openedStore?.close()
    },
  }
}

/** @returns the code of the failure; null where files can be written */
async function whyNotWritable(folder: string): Promise<string | null> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await mayAccess(folder, constants.W_OK)
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
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

function observed(recorder: ObservationRecorder) {
  return (deliveries: readonly StoredDelivery[]) => {
    for (const { received, delivery, isRepeat } of deliveries) {
      const { content, event, bookings } = delivery
      recorder.onDelivery({
        ...{ content, isRepeat, contentType: received.contentType, event: event?.name ?? null },
        bookings: bookings.filter((one) => one.isWhole).map((one) => one.record),
      })
    }
  }
}
