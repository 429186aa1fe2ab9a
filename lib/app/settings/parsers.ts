import { BlockList, isIP } from 'node:net'
import { parsePosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { searchParameters } from '@/lib/interface/search'
import { isLoopback } from './listen-address'
import { Secret } from './secret'

// Messages are the end of a sentence that begins with the name of the variable. Where a value may
// hold a password or a key, also by mistake, its message does not repeat it.

export class Refusal extends Error {}

function refuse(message: string): never {
  throw new Refusal(message)
}

/** Refuses with the value, which is no secret. */
function refuseShown(message: string, text: string): never {
  refuse(`${message}; it is ${JSON.stringify(text)}`)
}

function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

function isHttp({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:'
}

function hasUser({ username, password }: URL): boolean {
  return username !== '' || password !== ''
}

export function text(text: string): string {
  return text
}

export function secret(text: string): Secret {
  return new Secret(text)
}

/** An address to listen on; one of IPv6 without its brackets. */
export function host(text: string): string {
  return text.replace(/^\[(.*)\]$/, '$1')
}

// Digits only: `0x50`, `1e3` and `+5` are numbers to JavaScript too.
export function wholeNumber(least: number, largest: number) {
  return numberOf(/^\d+$/, least, largest, `a whole number from ${least} to ${largest}`)
}

export function decimal(least: number, largest: number) {
  const description = `a number from ${least} to ${largest}, such as 1.3`
  return numberOf(/^\d+(\.\d+)?$/, least, largest, description)
}

function numberOf(form: RegExp, least: number, largest: number, description: string) {
  return (text: string): number => {
    const number = form.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= largest) return number
    return refuseShown(`must be ${description}`, text)
  }
}

export function oneOf<const T extends string>(...words: readonly T[]) {
  const allowed = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
  return (text: string): T =>
    words.find((word) => word === text) ?? refuseShown(`must be ${allowed}`, text)
}

export function words(text: string): string[] {
  const words = listOf(text)
  if (words.every((word) => word !== '' && !/\p{Cc}/u.test(word))) return words
  return refuse('must be words separated by commas, such as free,vrij; it has an empty one')
}

function listOf(text: string): string[] {
  return text.split(',').map((item) => item.trim())
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
  // Not url.search: that is empty for a lone `?` too.
  if (/[?#]/.test(text)) refuseService('holds a query or a fragment')
  if (!isSafe(url)) refuseService('would send the key unencrypted')
  const prefix = url.pathname.replace(/\/+$/, '')
  if (/\/api\/beta(\/|$)/.test(prefix)) {
    refuseService('has /api/beta, which Kerbside adds: end before it')
  }
  return url.origin + prefix
}

function refuseService(reason: string): never {
  refuse(
    `${reason}; allowed is https://host[:port][/prefix], or http:// on a loopback host, without user, query or fragment`,
  )
}

function isSafe(url: URL | null): boolean {
  if (!url) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/**
 * Only checked: the agent of outgoing calls reads it out of the environment, as other programs do.
 */
export function outgoingProxy(text: string): Secret {
  const url = urlOf(text)
  if (url && isHttp(url)) return new Secret(text)
  return refuse('is no http:// or https:// address, such as http://proxy.example:3128')
}

/**
 * The key's text. Its format is not documented (§5), so everything that a
 * header can carry is accepted.
 */
export function apiKey(text: string): Secret {
  const key = text.trim()
  if (key === '') refuse('holds no key: it is empty or only white space')
  if (/^[\x21-\x7e]+$/.test(key)) return new Secret(key)
  return refuse(
    'holds characters that no header can carry; allowed are visible ASCII characters without spaces',
  )
}

/** `lat,lng`. @param largestLatitude in degrees, north or south */
export function positionWithin(largestLatitude: number) {
  return (text: string): Position => {
    const position = parsePosition(text)
    if (!position) {
      return refuseShown('must be lat,lng in degrees, such as 51.509865,-0.118092', text)
    }
    if (Math.abs(position.lat) <= largestLatitude) return position
    return refuse(`must be within ${largestLatitude} degrees of the equator; it is ${text}`)
  }
}

export function tileUrl(text: string): string {
  const url = urlOf(text)
  if (!url || !isHttp(url) || hasUser(url)) {
    return refuse('must be an http:// or https:// address without a user name')
  }
  const missing = ['{z}', '{x}', '{y}'].filter((placeholder) => !text.includes(placeholder))
  if (missing.length > 0) refuse(`must contain {z}, {x} and {y}; missing: ${missing}`)
  // The content security policy lists the tile host exactly, so that {s} is impossible.
  const unknown = text.match(/\{(?![zxyr]\})[^}]*\}?/)?.[0]
  if (unknown) refuse(`may contain {z}, {x}, {y} and {r} only; it has ${unknown}`)
  if (/[{}]/.test(url.host)) refuse('must name its host without placeholders')
  return text
}

// Leaflet inserts the attribution as HTML.
export function attribution(text: string): string {
  if (/^[^<>\p{Cc}]*$/u.test(text)) return text
  return refuse('must be one line of plain text without < and >')
}

/**
 * Host names as they are copied into the content security policy: no wildcard, no path, no scheme.
 */
export function hosts(text: string): string[] {
  const hosts = listOf(text.toLowerCase()).filter((host) => host !== '')
  const isHost = (host: string) =>
    /^[a-z0-9.-]+(:\d{1,5})?$/.test(host) && URL.canParse(`https://${host}`)
  const other = hosts.find((host) => !isHost(host))
  if (other === undefined) return hosts
  return refuse(
    `must be host names separated by commas, such as images.example; one is ${JSON.stringify(other)}`,
  )
}

/** Areas that are swept every 30 seconds. */
export const AREAS_MAXIMUM = 20

interface RecordedArea {
  readonly position: Position
  /** In metres. */
  readonly radius: number
  readonly type: string | null
}

/**
 * Searches as GET /api/live has them: `lat,lng,radius` or
 * `lat,lng,radius,type`, separated by semicolons.
 */
export function areas(text: string): RecordedArea[] {
  const parts = text.split(';').filter((part) => part.trim() !== '')
  if (parts.length > AREAS_MAXIMUM) {
    refuse(`has ${parts.length} areas, ${AREAS_MAXIMUM} at most are allowed`)
  }
  return parts.map(areaOf)
}

function areaOf(text: string): RecordedArea {
  const [lat = '', lng = '', metres = '', type = '', ...more] = listOf(text)
  const position = parsePosition(`${lat},${lng}`)
  const radius = searchParameters.radius.parse(metres)
  const isArea = position !== null && radius !== null && more.length === 0
  if (isArea) return { position, radius, type: type === '' ? null : type }
  return refuse(
    `must be lat,lng,radius or lat,lng,radius,type, such as 51.5,-0.1,2000,taxi, separated by semicolons; one is ${JSON.stringify(text.trim())}`,
  )
}

interface PlainAddress {
  readonly origin: string
  /** Without slashes at the end. */
  readonly path: string
}

/** @returns empty texts for an address with a user, a query or a fragment */
function plainAddress(text: string): PlainAddress {
  const url = urlOf(text)
  const isPlain = url !== null && isHttp(url) && !hasUser(url) && !/[?#]/.test(text)
  if (!isPlain) return { origin: '', path: '' }
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') }
}

export function geocoderUrl(text: string) {
  const { origin, path } = plainAddress(text)
  if (path.endsWith('/api')) return { kind: 'photon' as const, url: `${origin}${path}/` }
  if (/\/search(\.php)?$/.test(path)) return { kind: 'nominatim' as const, url: origin + path }
  return refuse(
    'is not such an address; allowed is the search address of Photon (http(s)://host[:port]/…/api) or Nominatim (…/search or …/search.php), without user, query or fragment',
  )
}

/** `url` ends before `/table/v1` or `/sources_to_targets`. */
export function routerUrl(text: string) {
  const { origin, path } = plainAddress(text)
  const [, osrm, profile] = /^(.*)\/table\/v1\/([a-z]{1,20})$/.exec(path) ?? []
  if (profile !== undefined) return { kind: 'osrm' as const, url: `${origin}${osrm}`, profile }
  const [, valhalla] = /^(.*)\/sources_to_targets$/.exec(path) ?? []
  if (valhalla !== undefined) return { kind: 'valhalla' as const, url: `${origin}${valhalla}` }
  return refuse(
    'is not such an address; allowed is the table of OSRM (http(s)://host[:port]/…/table/v1/driving) or Valhalla’s …/sources_to_targets, without user, query or fragment',
  )
}

export function origin(text: string): string {
  const url = urlOf(text)
  const isOrigin = /^https?:\/\/[^/?#@]+\/?$/i.test(text)
  if (url && isSafe(url) && isOrigin) return url.origin
  return refuse(
    'must be https://host[:port], or http:// on a loopback host, without path, user or query',
  )
}

export function issuer(text: string): string {
  if (isSafe(urlOf(text))) return text.replace(/\/+$/, '')
  return refuse('must be an https:// address, or http:// on a loopback host')
}

const SHORTEST_SECRET = 32

export function cookieSecret(text: string): Secret {
  if (text.length >= SHORTEST_SECRET) return new Secret(text)
  return refuse(
    `must have at least ${SHORTEST_SECRET} characters; it has ${text.length}. Make one with: openssl rand -base64 32`,
  )
}

export function proxies(text: string): BlockList {
  const list = new BlockList()
  for (const part of listOf(text)) {
    const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(part) ?? []
    const version = isIP(address)
    const most = version === 4 ? 32 : 128
    const length = Number(bits ?? most)
    if (version === 0 || length > most) {
      refuse(
        `must be addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8; one is ${JSON.stringify(part)}`,
      )
    }
    list.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

export function databaseUrl(text: string): string {
  checkServer(text, ['postgresql', 'postgres'])
  return text
}

export function redisUrl(text: string): string {
  const { pathname } = checkServer(text, ['redis', 'rediss'], '0')
  if (/^\/?\d*$/.test(pathname)) return text
  return refuse('must end with the host and port, or with the number of a database, such as /0')
}

function checkServer(text: string, schemes: readonly string[], database = 'name'): URL {
  const expected = `must be an address such as ${schemes[0]}://user:password@host:port/${database}`
  const url = urlOf(text)
  if (!url) {
    return refuse(`${expected}; special characters of a password are written as %23, %40, …`)
  }
  if (!schemes.includes(url.protocol.slice(0, -1))) {
    refuse(`${expected}; its scheme is ${JSON.stringify(url.protocol)}`)
  }
  // With libpq, `host` in the query is the folder of a Unix socket.
  const hasHost = url.hostname !== '' || Boolean(url.searchParams.get('host'))
  if (!hasHost) refuse(`${expected}; it names no host`)
  return url
}

/** Host, port and database of a parsed address, for messages. */
export function describeUrl(text: string): string {
  const { host, pathname, searchParams } = new URL(text)
  return `${host || searchParams.get('host')}${pathname}`
}
