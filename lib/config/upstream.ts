import { readFileSync } from 'node:fs'
import type { Position } from '@/lib/interface/resources'
import { parseApiKey } from './api-key'
import { parseBaseUrl } from './base-url'
import { ConfigError } from './config-error'
import { type LiveSettings, readLive } from './live'
import { readImageHosts, readPosition, readTiles } from './map'
import type { Secret } from './secret'

/** What the environment chose. No `server-only` here: lib/start reads it in plain Node before Next starts. */
export interface Config {
  readonly upstream: ConfiguredService | EmbeddedReference
  readonly map: {
    /** Null: the centre of the fleet, or DEFAULT_CENTRE. */
    readonly position: Position | null
    readonly tileUrl: string
    readonly tileAttribution: string
  }
  /** Hosts whose pictures may be shown. */
  readonly imageHosts: readonly string[]
  readonly live: LiveSettings
}

export interface ConfiguredService {
  readonly kind: 'configured'
  /** Origin and path prefix, without a trailing slash. */
  readonly baseUrl: string
  readonly apiKey: Secret
  /** Reads SERVICE_API_KEY_FILE anew; null when the key is a variable's. @throws ConfigError */
  readonly rereadApiKey: (() => Secret) | null
}

export interface EmbeddedReference {
  readonly kind: 'reference'
  /** A GBFS or GeoJSON file; null for the generated demo fleet. */
  readonly fleetFile: string | null
  readonly vehicles: number
  readonly centre: Position
}

type Environment = Readonly<Record<string, string | undefined>>
type Get = (name: string) => string | null

export const DEFAULT_CENTRE: Position = { lat: 51.509865, lng: -0.118092 }
const DEFAULT_VEHICLES = 1500
// What the demo fleet can do; config.test.ts holds both to it.
export const LARGEST_VEHICLES = 1_000_000
export const LARGEST_LATITUDE = 75

/**
 * Reads and checks every variable of lib/upstream; each has its line in .env.example. Empty counts as not set.
 * @param readText reads SERVICE_API_KEY_FILE
 * @throws ConfigError with one line that names the variable and what is allowed, never the key
 */
export function readConfig(
  env: Environment,
  readText: (path: string) => string = (path) => readFileSync(/* turbopackIgnore: true */ path, 'utf8'),
): Config {
  const get: Get = (name) => env[name]?.trim() || null
  return {
    upstream: readService(env, get, readText) ?? readReference(get),
    map: {
      position: readPosition('MAP_POSITION', get('MAP_POSITION')),
      ...readTiles(get('MAP_TILE_URL'), get('MAP_TILE_ATTRIBUTION')),
    },
    imageHosts: readImageHosts(get('IMAGE_HOSTS')),
    live: readLive(get),
  }
}

function readService(
  env: Environment,
  get: Get,
  readText: (path: string) => string,
): ConfiguredService | null {
  const baseUrl = get('SERVICE_BASE_URL')
  // Untrimmed: a key of white space only is a mistake to name, not a wish for demo data.
  const key = env.SERVICE_API_KEY || null
  const keyFile = get('SERVICE_API_KEY_FILE')
  if (key && keyFile) {
    throw new ConfigError('SERVICE_API_KEY and SERVICE_API_KEY_FILE are both set: keep one of them')
  }
  if (!baseUrl && !key && !keyFile) return null
  if (!baseUrl) {
    throw new ConfigError(
      `SERVICE_BASE_URL is missing: ${key ? 'SERVICE_API_KEY' : 'SERVICE_API_KEY_FILE'} is set without it`,
    )
  }
  if (!key && !keyFile) {
    throw new ConfigError(
      'SERVICE_API_KEY (or SERVICE_API_KEY_FILE) is missing: SERVICE_BASE_URL is set without it',
    )
  }
  // Ignoring them would leave the administrator believing in a demo fleet that is not there.
  const idle = ['REFERENCE_FLEET', 'REFERENCE_VEHICLES', 'REFERENCE_CENTRE'].filter(get)
  if (idle.length > 0) {
    throw new ConfigError(
      `${idle.join(', ')} has no effect while SERVICE_BASE_URL is set: unset one or the other`,
    )
  }
  const readFile = keyFile ? () => parseApiKey('SERVICE_API_KEY_FILE', readKeyFile(keyFile, readText)) : null
  return {
    kind: 'configured',
    baseUrl: parseBaseUrl(baseUrl),
    apiKey: readFile ? readFile() : parseApiKey('SERVICE_API_KEY', key as string),
    rereadApiKey: readFile,
  }
}

function readReference(get: Get): EmbeddedReference {
  const fleetFile = get('REFERENCE_FLEET')
  const vehicles = get('REFERENCE_VEHICLES')
  const centre = get('REFERENCE_CENTRE')
  if (fleetFile && (vehicles || centre)) {
    throw new ConfigError(
      'REFERENCE_VEHICLES and REFERENCE_CENTRE describe the generated fleet: unset them with REFERENCE_FLEET',
    )
  }
  const count = Number(vehicles ?? DEFAULT_VEHICLES)
  if (vehicles && (!/^\d+$/.test(vehicles) || count < 1 || count > LARGEST_VEHICLES)) {
    throw new ConfigError(
      `REFERENCE_VEHICLES must be a whole number from 1 to ${LARGEST_VEHICLES}; it is ${JSON.stringify(vehicles)}`,
    )
  }
  const position = readPosition('REFERENCE_CENTRE', centre) ?? DEFAULT_CENTRE
  if (Math.abs(position.lat) > LARGEST_LATITUDE) {
    throw new ConfigError(
      `REFERENCE_CENTRE must be within ${LARGEST_LATITUDE} degrees of the equator; it is ${centre}`,
    )
  }
  return { kind: 'reference', fleetFile, vehicles: count, centre: position }
}

function readKeyFile(path: string, readText: (path: string) => string): string {
  try {
    return readText(path)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    throw new ConfigError(`SERVICE_API_KEY_FILE cannot be read (${code}): ${JSON.stringify(path)}`)
  }
}
