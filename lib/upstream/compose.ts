import type {
  MapArchiveState,
  Observations,
  ObservedAnswers,
  ServiceState,
} from '@/lib/api/contract/answers'
import type { Settings } from '@/lib/app/settings/read-settings'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { DEFAULT_RADIUS_METRES, type Search } from '@/lib/interface/search'
import type { KeySource } from '@/lib/upstream/http/key-source'
import type { Send } from '@/lib/upstream/http/network'
import { TIMEOUTS } from '@/lib/upstream/http/time-limit'
import { createTransport, type TransportCallOptions } from '@/lib/upstream/http/transport'
import { createPace } from '@/lib/upstream/resilience/pace'
import type { AnswerObserver } from './endpoints'
import { createHealth } from './health'
import { createServiceClient, type ServiceClient, type VehicleObserver } from './service'
import { shareAnswers } from './shared-answers'
import type { UpstreamError } from './upstream-error'

export interface Service {
  readonly send: Send
  readonly baseUrl: string
  readonly key: KeySource
  /** Start of the map, unless configured. */
  readonly centre: Position
}

/** The map that replaces the tile server. */
export interface CityMap extends MapArchiveState {
  readonly version: string
  readonly attribution: string
}

export interface Parts {
  readonly service: Service
  readonly map?: CityMap | null
  /** Whether the city has any; by default not. */
  readonly hasAddresses?: boolean
  /** Records answers where the interface is silent. */
  readonly recorder: AnswerObserver & { read(): ObservedAnswers }
  readonly vehicles?: VehicleObserver
  readonly log: (line: string) => void
  /** Awaited before a page of a live area is parsed. */
  readonly liveTurn?: () => Promise<void>
  /** Called after every attempt to reach the service, with its failure or null. */
  readonly onAttempt?: (failure: UpstreamError | null) => void
}

export type Upstream = ReturnType<typeof composeUpstream>

export function composeUpstream(settings: Settings, parts: Parts) {
  const {
    map = null,
    hasAddresses = false,
    recorder: observer,
    vehicles,
    log,
    liveTurn,
    onAttempt,
  } = parts
  const { send, baseUrl, key, centre } = parts.service
  const isDemo = settings.service === null
  const health = createHealth(log)
  const callsPerSecond = {
    start: settings.SERVICE_CALLS_START,
    maximum: settings.SERVICE_CALLS_PER_SECOND,
  }
  // The demo's calls cost no other machine anything.
  const pace = isDemo ? null : createPace(callsPerSecond, () => performance.now())
  const timeouts = {
    ...TIMEOUTS,
    totalMs: settings.SERVICE_TIMEOUT_SECONDS * 1000,
  }
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
  const clientOf = (callOptions: TransportCallOptions, onOutcome = health.onOutcome) =>
    createServiceClient({
      transport,
      callOptions,
      onOutcome,
      observer,
      vehicles,
    })

  const isPositionSet = settings.MAP_POSITION !== null
  const start = settings.MAP_POSITION ?? centre
  const live = clientOf({ totalMs: settings.LIVE_TIMEOUT_SECONDS * 1000 })
  const tiles = tilesOf(settings, map)
  return {
    /** Calls the service every time, with the longer time limit of live areas. */
    client: isPositionSet ? live : warnWhenEmpty(live, start, log),
    /** Shares one answer among identical requests. */
    shared: shareAnswers(clientOf({})),
    /**
     * Goes after all other calls, and its failures stop none of them. Its outcomes are not
     * the state that users see.
     */
    background: clientOf({ isBackground: true }, () => undefined),
    breakerState: transport.breakerState,
    /** State after the last call; reading it makes none. */
    state: (): Omit<ServiceState, 'recordingFailure' | 'version'> => ({
      upstream: {
        kind: isDemo ? 'reference' : 'configured',
        baseUrl: isDemo ? null : baseUrl,
        ...health.state(),
      },
      map: {
        home: { name: null, position: start, radius: DEFAULT_RADIUS_METRES },
        isHomeSet: isPositionSet,
        ...tiles,
        hasAddresses: hasAddresses || settings.GEOCODER_URL !== null,
      },
      pickupMaxAgeMinutes: settings.PICKUP_MAX_AGE_MINUTES,
      readsCallSigns: settings.DIRECTORY_CALLS_PER_SECOND > 0,
      recordingHours: settings.RECORDING_HOURS,
      imageHosts: settings.IMAGE_HOSTS,
    }),
    /** Answers seen where the interface is silent; reading them makes no call. */
    observations: (): Observations => ({
      ...observer.read(),
      pace: pace?.state() ?? null,
    }),
    /** Share of the live areas of the calls per second now; not set: any. */
    liveCallsPerSecond: pace?.half,
  }
}

function tilesOf(settings: Settings, map: CityMap | null) {
  if (!map) {
    return {
      tileUrl: settings.MAP_TILE_URL,
      tileAttribution: settings.MAP_TILE_ATTRIBUTION,
      archive: null,
    }
  }
  const isCreditChosen = settings.chosen.has('MAP_TILE_ATTRIBUTION')
  return {
    tileUrl: `/map/${map.version}/{z}/{x}/{y}`,
    tileAttribution: isCreditChosen ? settings.MAP_TILE_ATTRIBUTION : map.attribution,
    archive: {
      kind: map.kind,
      minZoom: map.minZoom,
      maxZoom: map.maxZoom,
      hasPoints: map.hasPoints,
      bounds: map.bounds,
    },
  }
}

/** Where a map starts that shows a whole archive. */
export function centreOf({ bounds: { west, south, east, north } }: MapArchiveState): Position {
  return { lat: (south + north) / 2, lng: (west + east) / 2 }
}

/**
 * Logs once when a search where the map starts by default finds nothing: a service of another city
 * then shows an empty map at its first start.
 */
function warnWhenEmpty(
  client: ServiceClient,
  start: Position,
  log: (line: string) => void,
): ServiceClient {
  let isLogged = false
  return {
    ...client,
    async searchVehicles(search, options) {
      const page = await client.searchVehicles(search, options)
      const isEmpty = page.data.vehicles.length === 0
      if (isEmpty && isFirstSearch(search, start) && !isLogged) {
        isLogged = true
        log(
          `no vehicles around ${formatPosition(start)}, where the map starts: set MAP_POSITION to where your vehicles are`,
        )
      }
      return page
    },
  }
}

/** Whether a search shows the map where it starts, from its first page and with all types. */
function isFirstSearch({ position, type, cursor }: Search, start: Position): boolean {
  if (type !== null || cursor) return false
  return position.lat === start.lat && position.lng === start.lng
}
