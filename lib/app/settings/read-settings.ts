import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { normaliseStatus } from '@/lib/interface/statuses'
import { ConfigError } from './config-error'
import { isLoopback } from './listen-address'
import { Refusal } from './parsers'
import type { Secret } from './secret'
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
 * @param projectFolder holds the demo city
 * @param folder where relative paths begin
 * @throws ConfigError that names the variable and the allowed values, never a secret
 */
export function readSettings(
  given: Environment,
  projectFolder: string,
  folder = projectFolder,
  readText: ReadText = (path) => readFileSync(/* turbopackIgnore: true */ path, 'utf8'),
) {
  refuseMisspelled(given)
  const env = withSecretFiles(given, readText)
  const chosen: Chosen = new Set(variableNames.filter((name) => textOf(env, name) !== ''))
  const values = parseAll(env)
  const inFolder = (path: string) => resolve(/* turbopackIgnore: true */ folder, path)
  const service = readService(values, chosen, readText)
  const isDemo = service === null
  checkReference(values, chosen, isDemo)
  checkStatusWords(values)
  checkAttribution(values, chosen)
  checkSmallLetters(env)
  return {
    ...values,
    ...readRecording(values, isDemo),
    STATUS_FREE: values.STATUS_FREE ?? [],
    STATUS_BUSY: values.STATUS_BUSY ?? [],
    STATUS_OFF: values.STATUS_OFF ?? [],
    /** Variables that are set. */
    chosen,
    /** Null: the embedded reference service is shown. */
    service,
    /** An absolute path. */
    KERBSIDE_DATA: inFolder(values.KERBSIDE_DATA),
    IMAGE_HOSTS: values.IMAGE_HOSTS ?? [],
    DIRECTORY_CALLS_PER_SECOND: directoryCalls(values, isDemo),
    /** Folder with map, roads and addresses, an absolute path; null for none. */
    city: readCity(values, isDemo, projectFolder, inFolder),
    requiresSignIn: requiresSignIn(values, isDemo),
    oidc: readOidc(values, chosen),
  }
}

export function pageSettings(settings: Settings): PageSettings {
  const names = variableNames.filter((name) => 'page' in variables[name])
  const values = names.map((name) => [name, settings[name]])
  return Object.fromEntries(values) as PageSettings
}

const variableNames = Object.keys(variables) as VariableName[]
/** Each may be in a file: `KERBSIDE_SECRET_FILE` names that of KERBSIDE_SECRET. */
const secretNames = variableNames.filter((name) => 'hasFile' in variables[name])

export function isSetting(name: string): boolean {
  return Object.hasOwn(variables, name) || secretNames.some((secret) => name === `${secret}_FILE`)
}

/** Names that are read in small letters too, as other programs do. */
const ALSO_SMALL: readonly string[] = ['http_proxy', 'https_proxy', 'no_proxy']

/** @param where before the name in the message. @throws ConfigError */
export function refuseMisspelled(env: Environment, where = ''): void {
  for (const [name, value] of Object.entries(env)) {
    const correct = name.toUpperCase().replaceAll(/[-.]/g, '_')
    const isSet = Boolean(value?.trim())
    const isMisspelled = name !== correct && isSetting(correct)
    if (!isSet || !isMisspelled || ALSO_SMALL.includes(name)) continue
    throw new ConfigError(`${where}${name} is not read: write it as ${correct}`)
  }
}

/** The variables with those that files hold. @throws ConfigError */
function withSecretFiles(env: Environment, readText: ReadText): Environment {
  const all: Record<string, string | undefined> = { ...env }
  for (const name of secretNames) {
    const source = `${name}_FILE`
    const path = env[source]?.trim()
    if (!path) continue
    if (textOf(env, name) !== '') throw bothSet([name, source])
    all[name] = readSecretFile(source, path, readText).trim()
    if (all[name] === '') throw new ConfigError(`${source} is empty: ${JSON.stringify(path)}`)
  }
  return all
}

function bothSet(names: readonly string[]): ConfigError {
  return new ConfigError(`${names.join(' and ')} are both set: keep one of them`)
}

function textOf(env: Environment, name: VariableName): string {
  const text = env[name] ?? ''
  return 'keepsSpace' in variables[name] ? text : text.trim()
}

function parseAll(env: Environment): Values {
  const values = variableNames.map((name) => [name, parse(name, textOf(env, name))])
  return Object.fromEntries(values) as Values
}

interface AnyVariable {
  read(text: string): unknown
  readonly default?: string | number
}

/** @param source the variable that a message names */
function parse(name: VariableName, text: string, source: string = name): unknown {
  const variable: AnyVariable = variables[name]
  const value = text || variable.default
  if (value === undefined) return null
  try {
    return variable.read(String(value))
  } catch (error) {
    if (error instanceof Refusal) throw new ConfigError(`${source} ${error.message}`)
    throw error
  }
}

type Chosen = ReadonlySet<VariableName>

const KEY_NAMES: readonly VariableName[] = ['SERVICE_API_KEY', 'SERVICE_API_KEY_FILE']

function readService(values: Values, chosen: Chosen, readText: ReadText) {
  const keys = KEY_NAMES.filter((name) => chosen.has(name))
  if (keys.length > 1) throw bothSet(keys)

  const baseUrl = values.SERVICE_BASE_URL
  const keyBefore = values.SERVICE_API_KEY_BEFORE
  if (baseUrl === null) {
    const without = keyBefore ? 'SERVICE_API_KEY_BEFORE' : keys[0]
    if (without === undefined) return null
    throw new ConfigError(`SERVICE_BASE_URL is missing: ${without} is set without it`)
  }

  const path = values.SERVICE_API_KEY_FILE
  const readKey = path === null ? null : () => keyInFile(path, readText)
  const apiKey = values.SERVICE_API_KEY ?? readKey?.()
  if (!apiKey) {
    throw new ConfigError(
      'SERVICE_API_KEY (or SERVICE_API_KEY_FILE) is missing: SERVICE_BASE_URL is set without it',
    )
  }
  return {
    /** Origin and path prefix, without a trailing slash. */
    baseUrl,
    apiKey,
    /** Keys that encrypted what is stored, and are not sent any more. */
    earlierKeys: keyBefore ? [keyBefore] : [],
    /** Reads SERVICE_API_KEY_FILE again; null when the key is a variable's. @throws ConfigError */
    rereadApiKey: readKey,
  }
}

function keyInFile(path: string, readText: ReadText): Secret {
  // White space only is an error; an empty text would be a variable that is not set.
  const text = readSecretFile('SERVICE_API_KEY_FILE', path, readText) || ' '
  return parse('SERVICE_API_KEY', text, 'SERVICE_API_KEY_FILE') as Secret
}

function readSecretFile(source: string, path: string, readText: ReadText): string {
  try {
    return readText(path)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    throw new ConfigError(`${source} cannot be read (${code}): ${JSON.stringify(path)}`)
  }
}

const GENERATED_FLEET: readonly VariableName[] = ['REFERENCE_VEHICLES', 'REFERENCE_CENTRE']

/** Refuses settings of a demo fleet that is not shown. */
function checkReference(values: Values, chosen: Chosen, isDemo: boolean): void {
  const hasFile = values.REFERENCE_FLEET !== null
  const generated = GENERATED_FLEET.filter((name) => chosen.has(name))
  const names = hasFile ? ['REFERENCE_FLEET', ...generated] : generated
  if (!isDemo && names.length > 0) {
    throw new ConfigError(
      `${names.join(', ')} has no effect while SERVICE_BASE_URL is set: unset one or the other`,
    )
  }
  if (hasFile && generated.length > 0) {
    throw new ConfigError(
      'REFERENCE_VEHICLES and REFERENCE_CENTRE describe the generated fleet: unset them with REFERENCE_FLEET',
    )
  }
}

const DEMO_RECORDING_HOURS = 2

function readRecording(values: Values, isDemo: boolean) {
  const hours = values.RECORDING_HOURS ?? (isDemo ? DEMO_RECORDING_HOURS : 0)
  const areas = values.RECORD_AREAS ?? []
  if (areas.length > 0 && hours === 0) {
    throw new ConfigError('RECORD_AREAS is set, but nothing is recorded: set RECORDING_HOURS too')
  }
  return { RECORDING_HOURS: hours, RECORD_AREAS: areas }
}

const DEMO_DIRECTORY_CALLS = 10
const DIRECTORY_CALLS = 2
/** Share of all calls; half of them are for live areas. */
const DIRECTORY_SHARE = 0.25

function directoryCalls(values: Values, isDemo: boolean): number {
  const chosen = values.DIRECTORY_CALLS_PER_SECOND
  if (isDemo) return chosen ?? DEMO_DIRECTORY_CALLS
  const most = values.SERVICE_CALLS_PER_SECOND * DIRECTORY_SHARE
  return Math.min(chosen ?? DIRECTORY_CALLS, most)
}

const DEMO_CITY = 'lib/city/demo'

function readCity(
  values: Values,
  isDemo: boolean,
  projectFolder: string,
  inFolder: (path: string) => string,
) {
  if (values.CITY_DIR !== null) {
    return { folder: inFolder(values.CITY_DIR), source: 'city' as const }
  }
  const isDemoCity = isDemo && values.REFERENCE_FLEET === null && values.REFERENCE_CENTRE === null
  if (!isDemoCity) return null
  const demoCity = resolve(/* turbopackIgnore: true */ projectFolder, DEMO_CITY)
  return { folder: demoCity, source: 'demo-city' as const }
}

/** undici reads them itself. */
function checkSmallLetters(env: Environment): void {
  for (const name of ['http_proxy', 'https_proxy'] as const) {
    const address = env[name]?.trim()
    if (address) parse(name.toUpperCase() as VariableName, address, name)
  }
}

function checkAttribution(values: Values, chosen: Chosen): void {
  const { hostname } = new URL(values.MAP_TILE_URL)
  const isOpenStreetMap = /(^|\.)openstreetmap\.org$/.test(hostname)
  if (isOpenStreetMap || chosen.has('MAP_TILE_ATTRIBUTION')) return
  throw new ConfigError(
    `MAP_TILE_ATTRIBUTION is missing: the tiles of ${hostname} need their own credit line`,
  )
}

/** Refuses a word that has two meanings. */
function checkStatusWords(values: Values): void {
  const nameByWord = new Map<string, string>()
  for (const name of ['STATUS_FREE', 'STATUS_BUSY', 'STATUS_OFF'] as const) {
    for (const word of values[name] ?? []) {
      const normal = normaliseStatus(word)
      const other = nameByWord.get(normal) ?? name
      if (other !== name) {
        throw new ConfigError(`${JSON.stringify(word)} stands in both ${other} and ${name}`)
      }
      nameByWord.set(normal, name)
    }
  }
}

function isLoopbackUrl(url: string): boolean {
  return isLoopback(new URL(url).hostname)
}

function requiresSignIn(values: Values, isDemo: boolean): boolean {
  const { HOST, PUBLISHED_ON, KERBSIDE_AUTH, KERBSIDE_URL } = values
  const isLocal = isLoopback(HOST) || PUBLISHED_ON === 'loopback'
  if (PUBLISHED_ON === 'loopback' && KERBSIDE_URL !== null && !isLoopbackUrl(KERBSIDE_URL)) {
    throw new ConfigError(
      `PUBLISHED_ON=loopback says that only this machine reaches Kerbside, and KERBSIDE_URL is ${KERBSIDE_URL}: leave one of them out`,
    )
  }
  if (KERBSIDE_AUTH === 'off' && !isLocal) {
    throw new ConfigError(
      `KERBSIDE_AUTH=off is allowed on a loopback address only, and HOST is ${HOST}: without sign-in, everyone who reaches it would see drivers’ and customers’ personal data`,
    )
  }
  if (KERBSIDE_AUTH === 'off' && KERBSIDE_URL !== null && !isLoopbackUrl(KERBSIDE_URL)) {
    throw new ConfigError(
      `KERBSIDE_AUTH=off says that only this machine reaches Kerbside, and KERBSIDE_URL is ${KERBSIDE_URL}: leave one of them out`,
    )
  }
  const isRequiredByDefault = !(isDemo && isLocal)
  const isRequired = KERBSIDE_AUTH === null ? isRequiredByDefault : KERBSIDE_AUTH === 'on'
  if (isRequired && KERBSIDE_URL === null && !isLocal) {
    throw new ConfigError(
      `KERBSIDE_URL is missing: HOST=${HOST} can be reached from other machines, and sign-in needs the https:// address that browsers use`,
    )
  }
  return isRequired
}

const OIDC_NAMES: readonly VariableName[] = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']

function readOidc(values: Values, chosen: Chosen) {
  const missing = OIDC_NAMES.filter((name) => !chosen.has(name))
  if (missing.length === OIDC_NAMES.length) return null
  const issuer = values.OIDC_ISSUER
  const clientId = values.OIDC_CLIENT_ID
  const clientSecret = values.OIDC_CLIENT_SECRET
  if (issuer === null || clientId === null || clientSecret === null) {
    throw new ConfigError(
      `${missing.join(' and ')} missing: OpenID Connect needs ${OIDC_NAMES.join(', ')}`,
    )
  }
  if (values.KERBSIDE_URL === null) {
    throw new ConfigError(
      'KERBSIDE_URL is missing: the OpenID provider needs the address to redirect to',
    )
  }
  return { issuer, clientId, clientSecret }
}
