import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { normaliseStatus } from '@/lib/interface/values'
import { ConfigError } from './config-error'
import { isLoopback } from './loopback'
import type { AuthSettings, ConfiguredService, EmbeddedReference, Settings, StoreSettings } from './settings'
import { type VariableName, variables } from './variables'

type Environment = Readonly<Record<string, string | undefined>>
type ReadText = (path: string) => string
type Value<N extends VariableName> =
  | ReturnType<(typeof variables)[N]['parse']>
  | ((typeof variables)[N] extends { default: string } ? never : null)

/** Settings of earlier versions, and what to do instead. */
const EARLIER_SETTINGS: Readonly<Record<string, string>> = {
  RECORDING_CALLS_PER_SECOND: 'remove it. RECORD_AREAS names the areas that are recorded always',
  MAP_FILE: 'name its folder in CITY_DIR instead, and the file map.pmtiles',
  ROADS_FILE:
    'make a folder of it with `npm run city -- --osm region.osm.pbf --out city`, and name that folder in CITY_DIR',
}

/**
 * Reads and checks every variable once, at start. Empty counts as not set.
 * @param projectFolder where relative paths begin
 * @param readText reads SERVICE_API_KEY_FILE
 * @throws ConfigError that names the variable and the allowed values, never a secret
 */
export function readSettings(
  env: Environment,
  projectFolder: string,
  readText: ReadText = (path) => readFileSync(/* turbopackIgnore: true */ path, 'utf8'),
): Settings {
  for (const [name, advice] of Object.entries(EARLIER_SETTINGS))
    if (env[name]?.trim()) throw new ConfigError(`${name} is no longer a setting: ${advice}`)
  const values = new Values(env)
  const upstream = readService(values, readText) ?? readReference(values)
  return {
    upstream,
    vehicleMtime: values.get('VEHICLE_MTIME'),
    statusWords: readStatusWords(values),
    timeouts: {
      callSeconds: values.get('SERVICE_TIMEOUT_SECONDS'),
      liveSeconds: values.get('LIVE_TIMEOUT_SECONDS'),
    },
    map: readMap(values),
    city: readCity(values, upstream, projectFolder),
    router: values.get('ROUTER_URL'),
    roadTimeFactor: values.get('ROAD_TIME_FACTOR'),
    pickupMaxAgeMinutes: values.get('PICKUP_MAX_AGE_MINUTES'),
    imageHosts: values.get('IMAGE_HOSTS') ?? [],
    live: {
      pageSize: values.get('LIVE_PAGE_SIZE'),
      vehiclesMaximum: values.get('LIVE_VEHICLES_MAXIMUM'),
      intervalSeconds: values.get('LIVE_INTERVAL_SECONDS'),
      calls: {
        start: values.get('SERVICE_CALLS_START'),
        maximum: values.get('SERVICE_CALLS_PER_SECOND'),
      },
      bounds: {
        areasMaximum: values.get('LIVE_AREAS_MAXIMUM'),
        heldVehiclesMaximum: values.get('LIVE_HELD_VEHICLES_MAXIMUM'),
        streamsMaximum: values.get('LIVE_STREAMS_MAXIMUM'),
        operatorSharePercent: values.get('LIVE_OPERATOR_SHARE_PERCENT'),
        addressSharePercent: values.get('LIVE_ADDRESS_SHARE_PERCENT'),
      },
    },
    directory: { callsPerSecond: readDirectoryCalls(values, upstream.kind === 'reference') },
    recording: readRecording(values, upstream.kind === 'reference'),
    auth: readAuth(values, upstream.kind === 'reference'),
    store: readStore(values, projectFolder),
    geocoder: values.get('GEOCODER_URL'),
    logLevel: values.get('LOG_LEVEL'),
    metricsPort: values.get('METRICS_PORT'),
    listen: { host: values.get('HOST'), port: values.get('PORT') },
  }
}

/** Only the settings of the store, for commands that need no others. @throws ConfigError */
export function readStoreSettings(env: Environment, projectFolder: string): StoreSettings {
  return readStore(new Values(env), projectFolder)
}

class Values {
  readonly #env: Environment

  constructor(env: Environment) {
    this.#env = env
  }

  isSet(name: VariableName): boolean {
    return this.#text(name) !== ''
  }

  /** @returns null when it is neither set nor has a default */
  get<N extends VariableName>(name: N): Value<N> {
    const { parse, default: byDefault } = variables[name] as (typeof variables)[N] & { default?: string }
    const text = this.#text(name) || byDefault
    return (text === undefined ? null : parse(text, name)) as Value<N>
  }

  #text(name: VariableName): string {
    const text = this.#env[name] ?? ''
    return 'keepsSpace' in variables[name] ? text : text.trim()
  }
}

function readService(values: Values, readText: ReadText): ConfiguredService | null {
  const keys = (['SERVICE_API_KEY', 'SERVICE_API_KEY_FILE'] as const).filter((name) => values.isSet(name))
  const [keyName] = keys
  if (keys.length > 1) throw new ConfigError(`${keys.join(' and ')} are both set: keep one of them`)
  const baseUrl = values.get('SERVICE_BASE_URL')
  if (baseUrl === null) {
    if (!keyName) return null
    throw new ConfigError(`SERVICE_BASE_URL is missing: ${keyName} is set without it`)
  }
  if (!keyName) {
    throw new ConfigError(
      'SERVICE_API_KEY (or SERVICE_API_KEY_FILE) is missing: SERVICE_BASE_URL is set without it',
    )
  }
  // Ignoring them would leave the administrator believing in a demo fleet that is not there.
  const idle = (['REFERENCE_FLEET', 'REFERENCE_VEHICLES', 'REFERENCE_CENTRE'] as const).filter((name) =>
    values.isSet(name),
  )
  if (idle.length > 0) {
    throw new ConfigError(
      `${idle.join(', ')} has no effect while SERVICE_BASE_URL is set: unset one or the other`,
    )
  }
  const apiKey = values.get('SERVICE_API_KEY')
  if (apiKey !== null) return { kind: 'configured', baseUrl, apiKey, rereadApiKey: null }
  const path = values.get('SERVICE_API_KEY_FILE') as string
  const read = () => variables.SERVICE_API_KEY.parse(readKeyFile(path, readText), 'SERVICE_API_KEY_FILE')
  return { kind: 'configured', baseUrl, apiKey: read(), rereadApiKey: read }
}

function readKeyFile(path: string, readText: ReadText): string {
  try {
    return readText(path)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    throw new ConfigError(`SERVICE_API_KEY_FILE cannot be read (${code}): ${JSON.stringify(path)}`)
  }
}

function readReference(values: Values): EmbeddedReference {
  if (
    values.isSet('REFERENCE_FLEET') &&
    (values.isSet('REFERENCE_VEHICLES') || values.isSet('REFERENCE_CENTRE'))
  )
    throw new ConfigError(
      'REFERENCE_VEHICLES and REFERENCE_CENTRE describe the generated fleet: unset them with REFERENCE_FLEET',
    )
  return {
    kind: 'reference',
    fleetFile: values.get('REFERENCE_FLEET'),
    vehicles: values.get('REFERENCE_VEHICLES'),
    centre: values.get('REFERENCE_CENTRE'),
  }
}

const DEMO_RECORDING_HOURS = 2

function readRecording(values: Values, isReference: boolean): Settings['recording'] {
  const hours = values.get('RECORDING_HOURS') ?? (isReference ? DEMO_RECORDING_HOURS : 0)
  const areas = values.get('RECORD_AREAS') ?? []
  if (areas.length > 0 && hours === 0)
    throw new ConfigError('RECORD_AREAS is set, but nothing is recorded: set RECORDING_HOURS too')
  return { hours, areas }
}

const DIRECTORY_CALLS = { demo: 10, service: 2 }
/** Of all calls; half of them are for live areas. */
const DIRECTORY_SHARE = 0.25

function readDirectoryCalls(values: Values, isReference: boolean): number {
  const chosen = values.get('DIRECTORY_CALLS_PER_SECOND')
  if (isReference) return chosen ?? DIRECTORY_CALLS.demo
  return Math.min(chosen ?? DIRECTORY_CALLS.service, values.get('SERVICE_CALLS_PER_SECOND') * DIRECTORY_SHARE)
}

const DEMO_CITY = 'lib/city/demo'

function readCity(values: Values, upstream: Settings['upstream'], projectFolder: string): Settings['city'] {
  const own = values.get('CITY_DIR')
  const isDemo = upstream.kind === 'reference' && !upstream.fleetFile && !upstream.centre
  if (own === null && !isDemo) return null
  const folder = resolve(/* turbopackIgnore: true */ projectFolder, own ?? DEMO_CITY)
  return { folder, source: own === null ? 'demo-city' : 'city' }
}

function readMap(values: Values): Settings['map'] {
  const tileUrl = values.get('MAP_TILE_URL')
  return {
    position: values.get('MAP_POSITION'),
    tileUrl,
    isTileUrlSet: values.isSet('MAP_TILE_URL'),
    tileAttribution: readAttribution(values, tileUrl),
    cityAttribution: values.isSet('MAP_TILE_ATTRIBUTION') ? values.get('MAP_TILE_ATTRIBUTION') : null,
  }
}

function readAttribution(values: Values, tileUrl: string): string {
  const { hostname } = new URL(tileUrl)
  if (values.isSet('MAP_TILE_ATTRIBUTION') || /(^|\.)openstreetmap\.org$/.test(hostname))
    return values.get('MAP_TILE_ATTRIBUTION')
  throw new ConfigError(
    `MAP_TILE_ATTRIBUTION is missing: the tiles of ${hostname} need their own credit line`,
  )
}

const STATUS_WORDS = { free: 'STATUS_FREE', busy: 'STATUS_BUSY', off: 'STATUS_OFF' } as const

function readStatusWords(values: Values): Settings['statusWords'] {
  const seen = new Map<string, string>()
  for (const name of Object.values(STATUS_WORDS)) {
    for (const word of values.get(name) ?? []) {
      const other = seen.get(normaliseStatus(word)) ?? name
      if (other !== name) throw new ConfigError(`${JSON.stringify(word)} stands in both ${other} and ${name}`)
      seen.set(normaliseStatus(word), name)
    }
  }
  return {
    free: values.get(STATUS_WORDS.free) ?? [],
    busy: values.get(STATUS_WORDS.busy) ?? [],
    off: values.get(STATUS_WORDS.off) ?? [],
  }
}

function readAuth(values: Values, isReference: boolean): AuthSettings {
  const host = values.get('HOST')
  const choice = values.get('KERBSIDE_AUTH')
  if (choice === 'off' && !isLoopback(host)) {
    throw new ConfigError(
      `KERBSIDE_AUTH=off is allowed on a loopback address only, and HOST is ${host}: without sign-in, everyone who reaches it would see drivers’ and customers’ personal data`,
    )
  }
  const isRequired = choice === null ? !(isReference && isLoopback(host)) : choice === 'on'
  const origin = values.get('KERBSIDE_URL')
  if (isRequired && origin === null && !isLoopback(host)) {
    throw new ConfigError(
      `KERBSIDE_URL is missing: HOST=${host} can be reached from other machines, and sign-in needs the https:// address that browsers use`,
    )
  }
  return {
    isRequired,
    origin,
    secret: values.get('KERBSIDE_SECRET'),
    oidc: readOidc(values, origin),
    trustedProxies: values.get('TRUSTED_PROXY'),
    auditRetentionDays: values.get('AUDIT_RETENTION_DAYS'),
    bookingRetentionDays: values.get('BOOKING_RETENTION_DAYS'),
  }
}

const OIDC = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const

function readOidc(values: Values, origin: string | null): AuthSettings['oidc'] {
  const missing = OIDC.filter((name) => !values.isSet(name))
  if (missing.length === OIDC.length) return null
  const [issuer, clientId, clientSecret] = [
    values.get('OIDC_ISSUER'),
    values.get('OIDC_CLIENT_ID'),
    values.get('OIDC_CLIENT_SECRET'),
  ]
  if (issuer === null || clientId === null || clientSecret === null)
    throw new ConfigError(`${missing.join(' and ')} missing: OpenID Connect needs ${OIDC.join(', ')}`)
  if (origin === null)
    throw new ConfigError('KERBSIDE_URL is missing: the OpenID provider needs the address to redirect to')
  return { issuer, clientId, clientSecret }
}

function readStore(values: Values, projectFolder: string): StoreSettings {
  const url = values.get('DATABASE_URL')
  const folder = resolve(/* turbopackIgnore: true */ projectFolder, values.get('KERBSIDE_DATA'))
  return {
    folder,
    database: url ? { kind: 'postgresql', url } : { kind: 'pglite', folder },
    redisUrl: values.get('REDIS_URL'),
  }
}
