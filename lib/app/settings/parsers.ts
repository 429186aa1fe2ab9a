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

/** With the value, which is no secret. */
const refuseShown = (message: string, text: string) =>
  refuse(`${message}; it is ${JSON.stringify(text)}`)

const urlOf = (text: string) => (URL.canParse(text) ? new URL(text) : null)

export const text = (text: string) => text
export const secret = (text: string) => new Secret(text)
export const host = (text: string) => text.replace(/^\[(.*)\]$/, '$1')

// Digits only: `0x50`, `1e3` and `+5` are numbers to JavaScript too.
export function wholeNumber(least: number, largest: number) {
  return numberOf(/^\d+$/, least, largest, `a whole number from ${least} to ${largest}`)
}

export function decimal(least: number, largest: number) {
  return numberOf(
    /^\d+(\.\d+)?$/,
    least,
    largest,
    `a number from ${least} to ${largest}, such as 1.3`,
  )
}

function numberOf(form: RegExp, least: number, largest: number, what: string) {
  return (text: string) =>
    form.test(text) && +text >= least && +text <= largest
      ? +text
      : refuseShown(`must be ${what}`, text)
}

export function oneOf<const T extends string>(...words: readonly T[]) {
  const allowed = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
  return (text: string) =>
    words.find((word) => word === text) ?? refuseShown(`must be ${allowed}`, text)
}

export const words = (text: string) => {
  const words = text.split(',').map((word) => word.trim())
  if (words.every((word) => word !== '' && !/\p{Cc}/u.test(word))) return words
  return refuse('must be words separated by commas, such as free,vrij; it has an empty one')
}

/**
 * Origin and path prefix, without a trailing slash; the six paths of §4 begin
 * with `/api/beta` below it.
 */
export const serviceAddress = (text: string) => {
  const fault = (reason: string) =>
    refuse(
      `${reason}; allowed is https://host[:port][/prefix], or http:// on a loopback host, without user, query or fragment`,
    )
  const url = urlOf(text)
  // `host:8443` is an address too, of the scheme `host:`.
  if (!url || !/^https?:$/.test(url.protocol)) return fault('is no https:// address')
  if (url.username !== '' || url.password !== '') fault('holds a user name or password')
  // Not url.search: that is empty for a lone `?` too.
  if (/[?#]/.test(text)) fault('holds a query or a fragment')
  if (!isSafe(url)) fault('would send the key unencrypted')
  const prefix = url.pathname.replace(/\/+$/, '')
  if (/\/api\/beta(\/|$)/.test(prefix)) fault('has /api/beta, which Kerbside adds: end before it')
  return url.origin + prefix
}

function isSafe(url: URL | null): boolean {
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
}

/**
 * Only checked: the agent of outgoing calls reads it out of the environment, as other programs do.
 */
export const outgoingProxy = (text: string) => {
  const url = urlOf(text)
  if (url && /^https?:$/.test(url.protocol)) return new Secret(text)
  return refuse('is no http:// or https:// address, such as http://proxy.example:3128')
}

/**
 * The key's text. Its format is not documented (§5), so everything that a
 * header can carry is accepted.
 */
export const apiKey = (text: string) => {
  const key = text.trim()
  if (key === '') refuse('holds no key: it is empty or only white space')
  if (/^[\x21-\x7e]+$/.test(key)) return new Secret(key)
  return refuse(
    'holds characters that no header can carry; allowed are visible ASCII characters without spaces',
  )
}

/** `lat,lng`. @param largestLatitude in degrees, north or south */
export function positionWithin(largestLatitude: number) {
  return (text: string) => {
    const position =
      parsePosition(text) ??
      refuse(
        `must be lat,lng in degrees, such as 51.509865,-0.118092; it is ${JSON.stringify(text)}`,
      )
    if (Math.abs(position.lat) <= largestLatitude) return position
    return refuse(`must be within ${largestLatitude} degrees of the equator; it is ${text}`)
  }
}

export const tileUrl = (text: string) => {
  const url = urlOf(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return refuse('must be an http:// or https:// address without a user name')
  const missing = ['{z}', '{x}', '{y}'].filter((placeholder) => !text.includes(placeholder))
  if (missing.length > 0) refuse(`must contain {z}, {x} and {y}; missing: ${missing}`)
  // The content security policy lists the tile host exactly, so that {s} is impossible.
  const unknown = text.match(/\{(?![zxyr]\})[^}]*\}?/)?.[0]
  if (unknown) refuse(`may contain {z}, {x}, {y} and {r} only; it has ${unknown}`)
  if (/[{}]/.test(url.host)) refuse('must name its host without placeholders')
  return text
}

// Leaflet inserts the attribution as HTML.
export const attribution = (text: string) =>
  /^[^<>\p{Cc}]*$/u.test(text) ? text : refuse('must be one line of plain text without < and >')

/**
 * Host names as they are copied into the content security policy: no wildcard, no path, no scheme.
 */
export const hosts = (text: string) => {
  const named = text
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '')
  const bad = named.find(
    (host) => !/^[a-z0-9.-]+(:\d{1,5})?$/.test(host) || !URL.canParse(`https://${host}`),
  )
  if (bad === undefined) return named
  return refuse(
    `must be host names separated by commas, such as images.example; one is ${JSON.stringify(bad)}`,
  )
}

/** Each is swept every 30 seconds. */
export const AREAS_MAXIMUM = 20

/**
 * Searches as GET /api/live has them: `lat,lng,radius` or
 * `lat,lng,radius,type`, separated by semicolons.
 */
export const areas = (text: string) => {
  const parts = text.split(';').filter((part) => part.trim() !== '')
  if (parts.length > AREAS_MAXIMUM)
    refuse(`has ${parts.length} areas, ${AREAS_MAXIMUM} at most are allowed`)
  return parts.map((part): { position: Position; radius: number; type: string | null } => {
    const [lat = '', lng = '', metres = '', type = '', ...more] = part
      .split(',')
      .map((one) => one.trim())
    const position = parsePosition(`${lat},${lng}`)
    const radius = searchParameters.radius.parse(metres)
    if (position && radius !== null && more.length === 0)
      return { position, radius, type: type === '' ? null : type }
    return refuse(
      `must be lat,lng,radius or lat,lng,radius,type, such as 51.5,-0.1,2000,taxi, separated by semicolons; one is ${JSON.stringify(part.trim())}`,
    )
  })
}

/** @returns the address, and its path without slashes at the end; null with anything else in it */
function plainAddress(text: string) {
  const url = urlOf(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[?#]/.test(text))
    return null
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') }
}

export const geocoderUrl = (text: string) => {
  const { origin, path } = plainAddress(text) ?? { origin: '', path: '' }
  if (path.endsWith('/api')) return { kind: 'photon' as const, url: `${origin}${path}/` }
  if (/\/search(\.php)?$/.test(path)) return { kind: 'nominatim' as const, url: origin + path }
  return refuse(
    'is not such an address; allowed is the search address of Photon (http(s)://host[:port]/…/api) or Nominatim (…/search or …/search.php), without user, query or fragment',
  )
}

/** `url` ends before `/table/v1` or `/sources_to_targets`. */
export const routerUrl = (text: string) => {
  const { origin, path } = plainAddress(text) ?? { origin: '', path: '' }
  const [, osrm, profile] = /^(.*)\/table\/v1\/([a-z]{1,20})$/.exec(path) ?? []
  if (profile !== undefined) return { kind: 'osrm' as const, url: `${origin}${osrm}`, profile }
  const [, valhalla] = /^(.*)\/sources_to_targets$/.exec(path) ?? []
  if (valhalla !== undefined) return { kind: 'valhalla' as const, url: `${origin}${valhalla}` }
  return refuse(
    'is not such an address; allowed is the table of OSRM (http(s)://host[:port]/…/table/v1/driving) or Valhalla’s …/sources_to_targets, without user, query or fragment',
  )
}

export const origin = (text: string) => {
  if (isSafe(urlOf(text)) && /^https?:\/\/[^/?#@]+\/?$/i.test(text)) return new URL(text).origin
  return refuse(
    'must be https://host[:port], or http:// on a loopback host, without path, user or query',
  )
}

export const issuer = (text: string) => {
  if (isSafe(urlOf(text))) return text.replace(/\/+$/, '')
  return refuse('must be an https:// address, or http:// on a loopback host')
}

const SHORTEST_SECRET = 32

export const cookieSecret = (text: string) => {
  if (text.length >= SHORTEST_SECRET) return new Secret(text)
  return refuse(
    `must have at least ${SHORTEST_SECRET} characters; it has ${text.length}. Make one with: openssl rand -base64 32`,
  )
}

export const proxies = (text: string) => {
  const list = new BlockList()
  for (const part of text.split(',').map((part) => part.trim())) {
    const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(part) ?? []
    const version = isIP(address)
    const most = version === 4 ? 32 : 128
    const length = Number(bits ?? most)
    if (version === 0 || length > most)
      refuse(
        `must be addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8; one is ${JSON.stringify(part)}`,
      )
    list.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

export const databaseUrl = (text: string) => {
  checkServer(text, ['postgresql', 'postgres'])
  return text
}

export const redisUrl = (text: string) => {
  const { pathname } = checkServer(text, ['redis', 'rediss'], '0')
  if (/^\/?\d*$/.test(pathname)) return text
  return refuse('must end with the host and port, or with the number of a database, such as /0')
}

function checkServer(text: string, schemes: readonly string[], database = 'name'): URL {
  const wanted = `must be an address such as ${schemes[0]}://user:password@host:port/${database}`
  const url =
    urlOf(text) ?? refuse(`${wanted}; special characters of a password are written as %23, %40, …`)
  if (!schemes.includes(url.protocol.slice(0, -1)))
    refuse(`${wanted}; its scheme is ${JSON.stringify(url.protocol)}`)
  // With libpq, `host` in the query is the folder of a Unix socket.
  if (!url.hostname && !url.searchParams.get('host')) refuse(`${wanted}; it names no host`)
  return url
}

/** Host, port and database of a parsed address, for messages. */
export function describeUrl(text: string): string {
  const { host, pathname, searchParams } = new URL(text)
  return `${host || searchParams.get('host')}${pathname}`
}
