import { BlockList, isIP } from 'node:net'
import { isLoopback } from './listen-address'
import { listOf, refuse } from './parsers'
import { Secret } from './secret'

function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

function isHttp({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:'
}

function hasUser({ username, password }: URL): boolean {
  return username !== '' || password !== ''
}

/** An address to listen on; one of IPv6 without its brackets. */
export function host(text: string): string {
  return text.replace(/^\[(.*)\]$/, '$1')
}

/** The path of an address, without slashes at its end. */
function pathOf({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '')
}

// Not url.search: that is empty for a lone `?` too.
function hasQueryOrFragment(text: string): boolean {
  return /[?#]/.test(text)
}

/**
 * Origin and path prefix, without a trailing slash; the six paths of §4 begin
 * with `/api/beta` below it.
 */
export function serviceAddress(text: string): string {
  const url = urlOf(text)
  // `host:8443` is an address too, of the scheme `host:`.
  if (!url || !isHttp(url)) return refuseService('is no https:// address')
  if (hasUser(url)) refuseService('holds a user name or password')
  if (hasQueryOrFragment(text)) refuseService('holds a query or a fragment')
  if (!isSafe(url)) refuseService('would send the key unencrypted')

  const prefix = pathOf(url)
  const hasApiPath = /\/api\/beta(\/|$)/.test(prefix)
  if (hasApiPath) {
    refuseService('has /api/beta, which Kerbside adds: end before it')
  }
  return url.origin + prefix
}

function refuseService(reason: string): never {
  refuse(
    `${reason}; allowed is https://host[:port][/prefix], or http:// on a loopback host, without user, query or fragment`,
  )
}

/** Whether texts sent there are encrypted, or stay on this machine. */
function isSafe({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true
  return protocol === 'http:' && isLoopback(hostname)
}

/**
 * Only checked: the agent of outgoing calls reads it out of the environment, as other programs do.
 */
export function outgoingProxy(text: string): Secret {
  const url = urlOf(text)
  if (url && isHttp(url)) return new Secret(text)
  return refuse('is no http:// or https:// address, such as http://proxy.example:3128')
}

const TILE_PLACEHOLDERS = ['{z}', '{x}', '{y}']
// The content security policy lists the tile host exactly, so that {s} is impossible.
const OTHER_PLACEHOLDER = /\{(?![zxyr]\})[^}]*\}?/

export function tileUrl(text: string): string {
  const url = urlOf(text)
  const isPlainHttp = url !== null && isHttp(url) && !hasUser(url)
  if (!isPlainHttp) {
    return refuse('must be an http:// or https:// address without a user name')
  }
  const missing = TILE_PLACEHOLDERS.filter((placeholder) => !text.includes(placeholder))
  if (missing.length > 0) {
    refuse(`must contain {z}, {x} and {y}; missing: ${missing}`)
  }
  const other = OTHER_PLACEHOLDER.exec(text)
  if (other) {
    refuse(`may contain {z}, {x}, {y} and {r} only; it has ${other[0]}`)
  }
  if (/[{}]/.test(url.host)) refuse('must name its host without placeholders')
  return text
}

/**
 * Host names as they are copied into the content security policy: no wildcard, no path, no scheme.
 */
export function hosts(text: string): string[] {
  const items = listOf(text.toLowerCase())
  const hosts = items.filter((host) => host !== '')
  const other = hosts.find((host) => !isHost(host))
  if (other === undefined) return hosts
  const shown = JSON.stringify(other)
  return refuse(`must be host names separated by commas, such as images.example; one is ${shown}`)
}

const HOST = /^[a-z0-9.-]+(:\d{1,5})?$/

function isHost(text: string): boolean {
  return HOST.test(text) && URL.canParse(`https://${text}`)
}

interface PlainAddress {
  readonly origin: string
  /** Without slashes at the end. */
  readonly path: string
}

const NO_ADDRESS: PlainAddress = { origin: '', path: '' }

/** @returns empty texts for an address with a user, a query or a fragment */
function plainAddress(text: string): PlainAddress {
  const url = urlOf(text)
  if (!url) return NO_ADDRESS
  if (!isHttp(url)) return NO_ADDRESS
  if (hasUser(url)) return NO_ADDRESS
  if (hasQueryOrFragment(text)) return NO_ADDRESS
  return {
    origin: url.origin,
    path: pathOf(url),
  }
}

interface Geocoder {
  readonly kind: 'photon' | 'nominatim'
  readonly url: string
}

export function geocoderUrl(text: string): Geocoder {
  const { origin, path } = plainAddress(text)
  const address = origin + path
  const isPhoton = path.endsWith('/api')
  if (isPhoton) return { kind: 'photon', url: `${address}/` }
  const isNominatim = /\/search(\.php)?$/.test(path)
  if (isNominatim) return { kind: 'nominatim', url: address }
  return refuse(
    'is not such an address; allowed is the search address of Photon (http(s)://host[:port]/…/api) or Nominatim (…/search or …/search.php), without user, query or fragment',
  )
}

const OSRM_TABLE = /^(.*)\/table\/v1\/([a-z]{1,20})$/
const VALHALLA_MATRIX = /^(.*)\/sources_to_targets$/

/** `url` ends before `/table/v1` or `/sources_to_targets`. */
export function routerUrl(text: string) {
  const { origin, path } = plainAddress(text)
  const osrm = OSRM_TABLE.exec(path)
  if (osrm) {
    const [, prefix, profile] = osrm
    return {
      kind: 'osrm' as const,
      url: `${origin}${prefix}`,
      profile: profile as string,
    }
  }
  const valhalla = VALHALLA_MATRIX.exec(path)
  if (valhalla) {
    const [, prefix] = valhalla
    return {
      kind: 'valhalla' as const,
      url: `${origin}${prefix}`,
    }
  }
  return refuse(
    'is not such an address; allowed is the table of OSRM (http(s)://host[:port]/…/table/v1/driving) or Valhalla’s …/sources_to_targets, without user, query or fragment',
  )
}

const ORIGIN = /^https?:\/\/[^/?#@]+\/?$/i

export function origin(text: string): string {
  const url = urlOf(text)
  const isOrigin = ORIGIN.test(text)
  if (url && isSafe(url) && isOrigin) return url.origin
  return refuse(
    'must be https://host[:port], or http:// on a loopback host, without path, user or query',
  )
}

export function issuer(text: string): string {
  const url = urlOf(text)
  const isIssuer = url !== null && isSafe(url) && !hasUser(url) && !hasQueryOrFragment(text)
  if (isIssuer) return text.replace(/\/+$/, '')
  return refuse(
    'must be an https:// address, or http:// on a loopback host, without user, query or fragment',
  )
}

const ADDRESS_AND_BITS = /^([^/]*)(?:\/(\d{1,3}))?$/

export function proxies(text: string): BlockList {
  const list = new BlockList()
  for (const part of listOf(text)) {
    const match = ADDRESS_AND_BITS.exec(part)
    const [, address = '', bits] = match ?? []
    const version = isIP(address)
    const isIPv4 = version === 4
    const mostBits = isIPv4 ? 32 : 128
    const length = Number(bits ?? mostBits)
    const isNetwork = version !== 0 && length <= mostBits
    if (!isNetwork) {
      const shown = JSON.stringify(part)
      refuse(
        `must be addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8; one is ${shown}`,
      )
    }
    const family = isIPv4 ? 'ipv4' : 'ipv6'
    list.addSubnet(address, length, family)
  }
  return list
}

export function databaseUrl(text: string): string {
  checkServer(text, ['postgresql', 'postgres'])
  return text
}

export function redisUrl(text: string): string {
  const { pathname } = checkServer(text, ['redis', 'rediss'], '0')
  const isDatabaseNumber = /^\/?\d*$/.test(pathname)
  if (isDatabaseNumber) return text
  return refuse('must end with the host and port, or with the number of a database, such as /0')
}

function checkServer(text: string, schemes: readonly string[], database = 'name'): URL {
  const expected = `must be an address such as ${schemes[0]}://user:password@host:port/${database}`
  const url = urlOf(text)
  if (!url) {
    return refuse(`${expected}; special characters of a password are written as %23, %40, …`)
  }
  const scheme = url.protocol.slice(0, -1)
  if (!schemes.includes(scheme)) {
    const shown = JSON.stringify(url.protocol)
    refuse(`${expected}; its scheme is ${shown}`)
  }
  // With libpq, `host` in the query is the folder of a Unix socket.
  const socketFolder = url.searchParams.get('host')
  const hasHost = url.hostname !== '' || Boolean(socketFolder)
  if (!hasHost) refuse(`${expected}; it names no host`)
  return url
}

/** Host, port and database of a parsed address, for messages. */
export function describeUrl(text: string): string {
  const { host, pathname, searchParams } = new URL(text)
  const place = host || searchParams.get('host')
  return `${place}${pathname}`
}
