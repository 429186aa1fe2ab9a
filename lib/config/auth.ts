import { BlockList, isIP } from 'node:net'
import { ConfigError } from './config-error'
import { Secret } from './secret'

/** Who has to sign in, and how. */
export interface AuthSettings {
  readonly isRequired: boolean
  /** Where browsers reach Kerbside; null: at whatever loopback address they use. */
  readonly origin: string | null
  /** Signs cookies; null: one that is made once and kept in the store. */
  readonly secret: Secret | null
  readonly oidc: OidcSettings | null
  /** Whose X-Forwarded-For is believed. */
  readonly trustedProxies: BlockList | null
  readonly auditRetentionDays: number
}

export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: Secret
}

type Get = (name: string) => string | null

const SHORTEST_SECRET = 32
const RETENTION_DAYS = 365
const LONGEST_RETENTION_DAYS = 3650

/**
 * Reads and checks every variable of lib/auth; each has its line in .env.example. Empty counts as not set.
 * Signing in is required, except on a loopback address with demo data or with KERBSIDE_AUTH=off.
 * @param isReference whether the embedded reference service is shown
 * @throws ConfigError with one line that names the variable and what is allowed
 */
export function readAuth(
  env: Readonly<Record<string, string | undefined>>,
  isReference: boolean,
): AuthSettings {
  const get: Get = (name) => env[name]?.trim() || null
  const host = (get('HOST') ?? '127.0.0.1').replace(/^\[(.*)\]$/, '$1')
  const isRequired = readRequired(get('KERBSIDE_AUTH'), host, isReference)
  const origin = readOrigin(get('KERBSIDE_URL'))
  if (isRequired && origin === null && !isLoopback(host)) {
    throw new ConfigError(
      `KERBSIDE_URL is missing: HOST=${host} can be reached from other machines, and signing in needs the https:// address that browsers use`,
    )
  }
  return {
    isRequired,
    origin,
    secret: readSecret(get('KERBSIDE_SECRET')),
    oidc: readOidc(get, origin),
    trustedProxies: readProxies(get('TRUSTED_PROXY')),
    auditRetentionDays: readDays(get('AUDIT_RETENTION_DAYS')),
  }
}

/** As in the host of an address: `localhost`, `127.0.0.1`, `::1`, `[::1]`. */
export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
}

function readRequired(text: string | null, host: string, isReference: boolean): boolean {
  if (text === null) return !(isReference && isLoopback(host))
  if (text === 'on') return true
  if (text !== 'off') throw new ConfigError(`KERBSIDE_AUTH must be on or off; it is ${JSON.stringify(text)}`)
  if (isLoopback(host)) return false
  throw new ConfigError(
    `KERBSIDE_AUTH=off is allowed on a loopback address only, and HOST is ${host}: without signing in, everyone who reaches it would see drivers’ and customers’ personal data`,
  )
}

function readOrigin(text: string | null): string | null {
  if (text === null) return null
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url && /^https?:\/\/[^/?#@]+\/?$/i.test(text)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (isPlain && isSafe) return url.origin
  throw new ConfigError(
    'KERBSIDE_URL must be https://host[:port], or http:// on a loopback host, without path, user or query',
  )
}

function readSecret(text: string | null): Secret | null {
  if (text === null) return null
  if (text.length < SHORTEST_SECRET) {
    throw new ConfigError(
      `KERBSIDE_SECRET must have at least ${SHORTEST_SECRET} characters; it has ${text.length}. Make one with: openssl rand -base64 32`,
    )
  }
  return new Secret(text)
}

const OIDC = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const

function readOidc(get: Get, origin: string | null): OidcSettings | null {
  const missing = OIDC.filter((name) => get(name) === null)
  if (missing.length === OIDC.length) return null
  if (missing.length > 0)
    throw new ConfigError(`${missing.join(' and ')} missing: OpenID Connect needs ${OIDC.join(', ')}`)
  if (origin === null) {
    throw new ConfigError(
      'KERBSIDE_URL is missing: the OpenID provider has to know where to send people back',
    )
  }
  const issuer = get('OIDC_ISSUER') as string
  const url = URL.canParse(issuer) ? new URL(issuer) : null
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLoopback(url.hostname))) {
    throw new ConfigError('OIDC_ISSUER must be an https:// address, or http:// on a loopback host')
  }
  return {
    issuer: issuer.replace(/\/+$/, ''),
    clientId: get('OIDC_CLIENT_ID') as string,
    clientSecret: new Secret(get('OIDC_CLIENT_SECRET') as string),
  }
}

function readProxies(text: string | null): BlockList | null {
  if (text === null) return null
  const list = new BlockList()
  for (const part of text.split(',').map((part) => part.trim())) {
    const [address = '', bits] = part.split('/')
    const version = isIP(address)
    const length = Number(bits ?? (version === 4 ? 32 : 128))
    if (version === 0 || !Number.isInteger(length) || length < 0 || length > (version === 4 ? 32 : 128)) {
      throw new ConfigError(
        `TRUSTED_PROXY must be addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8; one is ${JSON.stringify(part)}`,
      )
    }
    list.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

function readDays(text: string | null): number {
  if (text === null) return RETENTION_DAYS
  const days = Number(text)
  if (!/^\d+$/.test(text) || days < 1 || days > LONGEST_RETENTION_DAYS) {
    throw new ConfigError(
      `AUDIT_RETENTION_DAYS must be a whole number from 1 to ${LONGEST_RETENTION_DAYS}; it is ${JSON.stringify(text)}`,
    )
  }
  return days
}
