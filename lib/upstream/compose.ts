import type { MapArchiveState, ServiceState } from '@/lib/api/contract/answers'
import type { Observations } from '@/lib/api/contract/observations'
import { DEFAULT_CENTRE, type EmbeddedReference, type Settings } from '@/lib/app/settings/settings'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { createKeySource, type KeySource } from '@/lib/upstream/http/key-source'
import type { Send } from '@/lib/upstream/http/network'
import { TIMEOUTS } from '@/lib/upstream/http/time-limit'
import { createTransport, type Transport } from '@/lib/upstream/http/transport'
import { createPace } from '@/lib/upstream/resilience/pace'
import type { AnswerObserver } from './endpoints'
import { createHealth, createServiceClient, type ServiceClient, type VehicleObserver } from './service'
import { shareAnswers } from './shared-answers'
import type { UpstreamError } from './upstream-error'

/** A service that is ready for calls. */
export interface Service {
  readonly send: Send
  readonly baseUrl: string
  readonly key: KeySource
  /** Start of the map, unless configured. */
  readonly centre: Position
}

/** The map file that replaces the tile server. */
export interface MapFile {
  readonly tileUrl: string
  readonly attribution: string
  readonly archive: MapArchiveState
}

export interface Parts {
  readonly mapFile?: MapFile | null
  /** Whether the city has any; by default not. */
  readonly hasAddresses?: boolean
  readonly openReference: (reference: EmbeddedReference) => Promise<Service>
  /** Records answers where the interface is silent; the key is for redacting the service's echoes of it. */
  readonly createRecorder: (key: () => string) => AnswerObserver & { read(): Omit<Observations, 'pace'> }
  readonly vehicles?: VehicleObserver
  readonly log: (line: string) => void
  /** Awaited before a page of a live area is parsed. */
  readonly liveTurn?: () => Promise<void>
  /** Called after every attempt to reach the service, with its failure or null. */
  readonly onAttempt?: (failure: UpstreamError | null) => void
}

export type Upstream = Awaited<ReturnType<typeof composeUpstream>>

/** Composes the upstream that a configuration describes. */
export async function composeUpstream(
  config: Pick<
    Settings,
    | 'upstream'
    | 'timeouts'
    | 'map'
    | 'imageHosts'
    | 'live'
    | 'geocoder'
    | 'pickupMaxAgeMinutes'
    | 'directory'
    | 'recording'
  >,
  {
    mapFile = null,
    hasAddresses = false,
    openReference,
    createRecorder,
    vehicles,
    log,
    liveTurn,
    onAttempt,
  }: Parts,
) {
  const { kind } = config.upstream
  const { send, baseUrl, key, centre } =
    config.upstream.kind === 'reference'
      ? await openReference(config.upstream)
      : {
          // Imported here: the demo starts without undici.
          send: (await import('@/lib/upstream/http/network')).createNetworkSend(),
          baseUrl: config.upstream.baseUrl,
          key: createKeySource(config.upstream.apiKey, config.upstream.rereadApiKey, log),
          centre: mapFile ? centreOf(mapFile.archive) : DEFAULT_CENTRE,
        }
  const health = createHealth(log)
  const map = mapFile
    ? { ...mapFile, tileAttribution: config.map.cityAttribution ?? mapFile.attribution }
    : { ...config.map, archive: null }
  const observer = createRecorder(key.current)
  // The demo's calls cost no other machine anything.
  const pace = kind === 'reference' ? null : createPace(config.live.calls, () => performance.now())
  const timeouts = { ...TIMEOUTS, totalMs: config.timeouts.callSeconds * 1000 }
  const transport = createTransport({
    send,
    baseUrl,
    key,
    onAttempt,
    observer,
    timeouts,
    pace,
    liveTurn,
  })
  const totalMs = config.timeouts.liveSeconds * 1000
  const patient: Pick<Transport, 'call'> = {
    call: (call, options) => transport.call(call, { ...options, totalMs }),
  }
  const inBackground: Pick<Transport, 'call'> = {
    call: (call, options) => transport.call(call, { ...options, isBackground: true }),
  }
  const clientOf = (calls: Pick<Transport, 'call'>) =>
    createServiceClient({ transport: calls, onOutcome: health.onOutcome, observer, vehicles })
  const start = config.map.position ?? centre
  const live = clientOf(patient)
  return {
    /** Calls the service every time, with the longer time limit of live areas. */
    client: config.map.position ? live : warnWhenEmpty(live, start, log),
    /** Shares one answer among identical requests. */
    shared: shareAnswers(clientOf(transport)),
    /** Goes after all other calls, and its failures stop none of them. Its outcomes are not the state that users see. */
    background: createServiceClient({ transport: inBackground, observer, vehicles }),
    breakerState: transport.breakerState,
    /** State after the last call; reading it makes none. */
    state: (): Omit<ServiceState, 'recordingFailure'> => ({
      upstream: { kind, baseUrl: kind === 'reference' ? null : baseUrl, ...health.state() },
      map: {
        position: start,
        isPositionSet: config.map.position !== null,
        tileUrl: map.tileUrl,
        tileAttribution: map.tileAttribution,
        archive: map.archive,
        hasAddresses: hasAddresses || config.geocoder !== null,
      },
      pickupMaxAgeMinutes: config.pickupMaxAgeMinutes,
      readsCallSigns: config.directory.callsPerSecond > 0,
      recordingHours: config.recording.hours,
      imageHosts: config.imageHosts,
    }),
    /** Answers seen where the interface is silent; reading them makes no call. */
    observations: (): Observations => ({ ...observer.read(), pace: pace?.state() ?? null }),
    /** Settings of the live areas; with their share of the calls per second now, none for demo data. */
    live: { ...config.live, callsPerSecond: pace?.half },
    /** Secret shared by the nodes of one service; null for demo data, which are local to a node. */
    nodeSecret: config.upstream.kind === 'configured' ? config.upstream.apiKey : null,
  }
}

function centreOf({ bounds: { west, south, east, north } }: MapArchiveState): Position {
  return { lat: (south + north) / 2, lng: (west + east) / 2 }
}

/**
 * Logs once when a search where the map starts by default finds nothing: a service of another city then shows an
 * empty map at its first start.
 */
function warnWhenEmpty(client: ServiceClient, start: Position, log: (line: string) => void): ServiceClient {
  let isLogged = false
  return {
    ...client,
    async searchVehicles(search, options) {
      const page = await client.searchVehicles(search, options)
      const { lat, lng } = search.position
      const isHere = lat === start.lat && lng === start.lng && search.type === null && !search.cursor
      if (isHere && page.data.vehicles.length === 0 && !isLogged) {
        isLogged = true
        log(
          `no vehicles around ${formatPosition(start)}, where the map starts: set MAP_POSITION to where your vehicles are`,
        )
      }
      return page
    },
  }
}
