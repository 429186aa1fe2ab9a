import type { BlockList } from 'node:net'
import type { Position } from '@/lib/interface/resources'
import type { Address } from './listen-address'
import type { RecordedSearch } from './parsers/map'
import type { Secret } from './secret'

/** Everything that the environment decides, checked. */
export interface Settings {
  readonly listen: Address
  /** Null: no metrics are served. */
  readonly metricsPort: number | null
  readonly logLevel: LogLevel
  readonly upstream: ConfiguredService | EmbeddedReference
  /** Longest calls to the service. */
  readonly timeouts: {
    /** For a record or a search. */
    readonly callSeconds: number
    /** For one page of a live area. */
    readonly liveSeconds: number
  }
  /** Whether `mtime` is the time of the last report; `auto`: as it is seen to behave. */
  readonly vehicleMtime: 'auto' | 'report' | 'record'
  /** The service's words for a vehicle that is free, busy or off duty, besides the usual ones. */
  readonly statusWords: Readonly<Record<'free' | 'busy' | 'off', readonly string[]>>
  readonly map: {
    /** Null: the centre of the fleet, or DEFAULT_CENTRE. */
    readonly position: Position | null
    readonly tileUrl: string
    /** Whether `tileUrl` was chosen; otherwise a map of the city replaces it. */
    readonly isTileUrlSet: boolean
    readonly tileAttribution: string
    /** In place of the credit line of the city's map; null for that. */
    readonly cityAttribution: string | null
  }
  /** Folder with map, roads and addresses, an absolute path; null for none. */
  readonly city: { readonly folder: string; readonly source: 'city' | 'demo-city' } | null
  /** Asked before the city's roads; null for none. */
  readonly router: RouterSettings | null
  /** On every time by road. */
  readonly roadTimeFactor: number
  /** Age from which a vehicle is not suitable for a pick-up; 0 accepts any. */
  readonly pickupMaxAgeMinutes: number
  /** Hosts from which vehicle pictures are shown. */
  readonly imageHosts: readonly string[]
  readonly live: LiveSettings
  readonly directory: {
    /** Most calls per second that read call signs in the background; 0 for none. */
    readonly callsPerSecond: number
  }
  readonly recording: {
    /** Age at which recordings are deleted; 0 records nothing. */
    readonly hours: number
    /** Recorded also while nobody watches them. */
    readonly areas: readonly RecordedSearch[]
  }
  readonly auth: AuthSettings
  readonly store: StoreSettings
  /** A second source of addresses; null for none. */
  readonly geocoder: GeocoderSettings | null
}

export const DEFAULT_CENTRE: Position = { lat: 51.509865, lng: -0.118092 }

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export interface ConfiguredService {
  readonly kind: 'configured'
  /** Origin and path prefix, without a trailing slash. */
  readonly baseUrl: string
  readonly apiKey: Secret
  /** Reads SERVICE_API_KEY_FILE again; null when the key is a variable's. @throws ConfigError */
  readonly rereadApiKey: (() => Secret) | null
}

export interface EmbeddedReference {
  readonly kind: 'reference'
  /** A GBFS file; null for the generated demo fleet. */
  readonly fleetFile: string | null
  readonly vehicles: number
  /** Null: the demo city. */
  readonly centre: Position | null
}

/** How the service is polled for an area that has subscribers, and how much may be held. */
export interface LiveSettings {
  /** Vehicles a page. */
  readonly pageSize: number
  /** The most vehicles of one area. */
  readonly vehiclesMaximum: number
  /** Shortest time from the start of one sweep of an area to the next. */
  readonly intervalSeconds: number
  /** Calls per second to the service, half of them for live areas. */
  readonly calls: { readonly start: number; readonly maximum: number }
  readonly bounds: LiveBoundSettings
}

/** The most that one node holds for live areas. */
export interface LiveBoundSettings {
  readonly areasMaximum: number
  /** Of all areas together; null: as many as half of the heap limit holds. */
  readonly heldVehiclesMaximum: number | null
  /** Null: as many as the heap limit allows. */
  readonly streamsMaximum: number | null
  /** Share of one operator, and of one client address. */
  readonly operatorSharePercent: number
  readonly addressSharePercent: number
}

export interface GeocoderSettings {
  readonly kind: 'photon' | 'nominatim'
  /** Without its query. */
  readonly url: string
}

/** `url` ends before `/table/v1` or `/sources_to_targets`. */
export type RouterSettings =
  | { readonly kind: 'osrm'; readonly url: string; readonly profile: string }
  | { readonly kind: 'valhalla'; readonly url: string }

export interface AuthSettings {
  readonly isRequired: boolean
  /** Where browsers reach Kerbside; null: at any loopback address. */
  readonly origin: string | null
  /** Signs cookies; null: one that is generated and kept in the store. */
  readonly secret: Secret | null
  readonly oidc: OidcSettings | null
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: BlockList | null
  readonly auditRetentionDays: number
  readonly bookingRetentionDays: number
}

export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: Secret
}

export interface StoreSettings {
  readonly database: PgliteSettings | PostgresqlSettings
  /** KERBSIDE_DATA, an absolute path; created when missing. */
  readonly folder: string
  /** Null where no Redis is shared with other nodes. */
  readonly redisUrl: string | null
}

export interface PgliteSettings {
  readonly kind: 'pglite'
  /** An absolute path; created when missing. */
  readonly folder: string
}

export interface PostgresqlSettings {
  readonly kind: 'postgresql'
  /** Holds the password: not for a message or the log. */
  readonly url: string
  /** Not set: as short as a page can wait. */
  readonly queryTimeoutMs?: number
}
