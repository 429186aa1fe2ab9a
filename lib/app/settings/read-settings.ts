import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { normaliseStatus } from '@/lib/interface/statuses'
import { ConfigError } from './config-error'
import { isLoopback } from './listen-address'
import { Refusal } from './parsers'
import { type VariableName, variables } from './variables'

type Environment = Readonly<Record<string, string | undefined>>
type ReadText = (path: string) => string
type Variables = typeof variables
/** By the name of the variable; null where it is neither set nor has a default. */
type Values = {
  readonly [N in VariableName]:
    | ReturnType<Variables[N]['read']>
    | (Variables[N] extends { default: unknown } ? never : null)
}
type PageVariable = {
  [N in VariableName]: Variables[N] extends { page: true } ? N : never
}[VariableName]

export type Settings = ReturnType<typeof readSettings>
export type PageSettings = Pick<Settings, PageVariable>

/**
 * Reads and checks every variable once, at start. Empty counts as not set.
 * @param projectFolder where relative paths begin
 * @throws ConfigError that names the variable and the allowed values, never a secret
 */
export function readSettings(
  env: Environment,
  projectFolder: string,
  readText: ReadText = (path) => readFileSync(/* turbopackIgnore: true */ path, 'utf8'),
) {
  refuseMisspelled(env)
  const chosen = new Set<VariableName>()
  for (const name of variableNames) if (textOf(env, name) !== '') chosen.add(name)
  const values = Object.fromEntries(
    variableNames.map((name) => [name, parse(name, textOf(env, name))]),
  ) as Values
  const inFolder = (path: string) => resolve(/* turbopackIgnore: true */ projectFolder, path)
  const service = readService(values, chosen, readText)
  checkReference(values, chosen, service !== null)
  const statusWords = checkStatusWords(values)
  checkAttribution(values, chosen)
  return {
    ...values,
    ...statusWords,
    ...readRecording(values, service === null),
    chosen: chosen as ReadonlySet<VariableName>,
    /** Null: the embedded reference service is shown. */
    service,
    /** An absolute path. */
    KERBSIDE_DATA: inFolder(values.KERBSIDE_DATA),
    IMAGE_HOSTS: values.IMAGE_HOSTS ?? [],
    DIRECTORY_CALLS_PER_SECOND: directoryCalls(values, service === null),
    /** Folder with map, roads and addresses, an absolute path; null for none. */
    city: readCity(values, service === null, inFolder),
    requiresSignIn: requiresSignIn(values, service === null),
    oidc: readOidc(values, chosen),
  }
}

export function pageSettings(settings: Settings): PageSettings {
  const names = variableNames.filter((name) => 'page' in variables[name])
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as unknown as PageSettings
}

const variableNames = Object.keys(variables) as VariableName[]

/** Names that are read in small letters too, as other programs do. */
const ALSO_SMALL: readonly string[] = ['http_proxy', 'https_proxy', 'no_proxy']

/** @param where before the name in the message. @throws ConfigError */
export function refuseMisspelled(env: Environment, where = ''): void {
  for (const [name, value] of Object.entries(env)) {
    const meant = name.toUpperCase().replaceAll('-', '_')
    const isOther = name === meant || !Object.hasOwn(variables, meant) || !value?.trim()
    if (isOther || ALSO_SMALL.includes(name)) continue
    throw new ConfigError(`${where}${name} is not read: write it as ${meant}`)
  }
}

function textOf(env: Environment, name: VariableName): string {
  const text = env[name] ?? ''
  return 'keepsSpace' in variables[name] ? text : text.trim()
}

/** @param saidBy the variable that the message names */
function parse(name: VariableName, text: string, saidBy = name): unknown {
  const variable: { read(text: string): unknown; default?: string | number } = variables[name]
  const given = text || variable.default
  if (given === undefined) return null
  try {
    return variable.read(String(given))
  } catch (error) {
    throw error instanceof Refusal ? new ConfigError(`${saidBy} ${error.message}`) : error
  }
}

type Chosen = ReadonlySet<VariableName>

function readService(values: Values, chosen: Chosen, readText: ReadText) {
  const keys = (['SERVICE_API_KEY', 'SERVICE_API_KEY_FILE'] as const).filter((name) =>
    chosen.has(name),
  )
  if (keys.length > 1) throw new ConfigError(`${keys.join(' and ')} are both set: keep one of them`)
  const baseUrl = values.SERVICE_BASE_URL
  if (baseUrl === null) {
    if (keys.length === 0) return null
    throw new ConfigError(`SERVICE_BASE_URL is missing: ${keys[0]} is set without it`)
  }
  const path = values.SERVICE_API_KEY_FILE
  const readKey = () =>
    parse(
      'SERVICE_API_KEY',
      readKeyFile(path ?? '', readText) || ' ',
      'SERVICE_API_KEY_FILE',
    ) as NonNullable<Values['SERVICE_API_KEY']>
  const apiKey = values.SERVICE_API_KEY ?? (path === null ? null : readKey())
  if (apiKey === null)
    throw new ConfigError(
      'SERVICE_API_KEY (or SERVICE_API_KEY_FILE) is missing: SERVICE_BASE_URL is set without it',
    )
  return {
    /** Origin and path prefix, without a trailing slash. */
    baseUrl,
    apiKey,
    /** Reads SERVICE_API_KEY_FILE again; null when the key is a variable's. @throws ConfigError */
    rereadApiKey: path === null ? null : readKey,
  }
}

function readKeyFile(path: string, readText: ReadText): string {
  try {
    return readText(path)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    throw new ConfigError(`SERVICE_API_KEY_FILE cannot be read (${code}): ${JSON.stringify(path)}`)
  }
}

/** Ignoring them would leave the administrator believing in a demo fleet that is not there. */
function checkReference(values: Values, chosen: Chosen, hasService: boolean): void {
  const generated = (['REFERENCE_VEHICLES', 'REFERENCE_CENTRE'] as const).filter((name) =>
    chosen.has(name),
  )
  const idle = [...(values.REFERENCE_FLEET === null ? [] : ['REFERENCE_FLEET']), ...generated]
  if (hasService && idle.length > 0)
    throw new ConfigError(
      `${idle.join(', ')} has no effect while SERVICE_BASE_URL is set: unset one or the other`,
    )
  if (values.REFERENCE_FLEET !== null && generated.length > 0)
    throw new ConfigError(
      'REFERENCE_VEHICLES and REFERENCE_CENTRE describe the generated fleet: unset them with REFERENCE_FLEET',
    )
}

const DEMO_RECORDING_HOURS = 2

function readRecording(values: Values, isDemo: boolean) {
  const hours = values.RECORDING_HOURS ?? (isDemo ? DEMO_RECORDING_HOURS : 0)
  const areas = values.RECORD_AREAS ?? []
  if (areas.length > 0 && hours === 0)
    throw new ConfigError('RECORD_AREAS is set, but nothing is recorded: set RECORDING_HOURS too')
  return { RECORDING_HOURS: hours, RECORD_AREAS: areas }
}

const DIRECTORY_CALLS = { demo: 10, service: 2 }
/** Of all calls; half of them are for live areas. */
const DIRECTORY_SHARE = 0.25

function directoryCalls(values: Values, isDemo: boolean): number {
  const chosen = values.DIRECTORY_CALLS_PER_SECOND
  if (isDemo) return chosen ?? DIRECTORY_CALLS.demo
  return Math.min(
    chosen ?? DIRECTORY_CALLS.service,
    values.SERVICE_CALLS_PER_SECOND * DIRECTORY_SHARE,
  )
}

const DEMO_CITY = 'lib/city/demo'

function readCity(values: Values, isDemo: boolean, inFolder: (path: string) => string) {
  if (values.CITY_DIR !== null)
    return { folder: inFolder(values.CITY_DIR), source: 'city' as const }
  const isDemoCity = isDemo && values.REFERENCE_FLEET === null && values.REFERENCE_CENTRE === null
  return isDemoCity ? { folder: inFolder(DEMO_CITY), source: 'demo-city' as const } : null
}

function checkAttribution(values: Values, chosen: Chosen): void {
  const { hostname } = new URL(values.MAP_TILE_URL)
  if (!chosen.has('MAP_TILE_ATTRIBUTION') && !/(^|\.)openstreetmap\.org$/.test(hostname))
    throw new ConfigError(
      `MAP_TILE_ATTRIBUTION is missing: the tiles of ${hostname} need their own credit line`,
    )
}

function checkStatusWords(values: Values) {
  const seen = new Map<string, string>()
  for (const name of ['STATUS_FREE', 'STATUS_BUSY', 'STATUS_OFF'] as const) {
    for (const word of values[name] ?? []) {
      const other = seen.get(normaliseStatus(word)) ?? name
      if (other !== name)
        throw new ConfigError(`${JSON.stringify(word)} stands in both ${other} and ${name}`)
      seen.set(normaliseStatus(word), name)
    }
  }
  return {
    STATUS_FREE: values.STATUS_FREE ?? [],
    STATUS_BUSY: values.STATUS_BUSY ?? [],
    STATUS_OFF: values.STATUS_OFF ?? [],
  }
}

function requiresSignIn({ HOST, KERBSIDE_AUTH, KERBSIDE_URL }: Values, isDemo: boolean): boolean {
  const isLocal = isLoopback(HOST)
  if (KERBSIDE_AUTH === 'off' && !isLocal)
    throw new ConfigError(
      `KERBSIDE_AUTH=off is allowed on a loopback address only, and HOST is ${HOST}: without sign-in, everyone who reaches it would see drivers’ and customers’ personal data`,
    )
  const isRequired = KERBSIDE_AUTH === null ? !(isDemo && isLocal) : KERBSIDE_AUTH === 'on'
  if (isRequired && KERBSIDE_URL === null && !isLocal)
    throw new ConfigError(
      `KERBSIDE_URL is missing: HOST=${HOST} can be reached from other machines, and sign-in needs the https:// address that browsers use`,
    )
  return isRequired
}

const OIDC = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const

function readOidc(values: Values, chosen: Chosen) {
  const missing = OIDC.filter((name) => !chosen.has(name))
  if (missing.length === OIDC.length) return null
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values
  if (issuer === null || clientId === null || clientSecret === null)
    throw new ConfigError(
      `${missing.join(' and ')} missing: OpenID Connect needs ${OIDC.join(', ')}`,
    )
  if (values.KERBSIDE_URL === null)
    throw new ConfigError(
      'KERBSIDE_URL is missing: the OpenID provider needs the address to redirect to',
    )
  return { issuer, clientId, clientSecret }
}
