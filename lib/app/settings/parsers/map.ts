import { ConfigError } from '@/lib/app/settings/config-error'
import { parsePosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { searchParameters } from '@/lib/interface/search'
import type { Parser } from './basic'

/** `lat,lng`. @param largestLatitude in degrees, north or south */
export function positionWithin(largestLatitude: number): Parser<Position> {
  return (text, name) => {
    const position = parsePosition(text)
    if (!position) {
      throw new ConfigError(
        `${name} must be lat,lng in degrees, such as 51.509865,-0.118092; it is ${JSON.stringify(text)}`,
      )
    }
    if (Math.abs(position.lat) <= largestLatitude) return position
    throw new ConfigError(`${name} must be within ${largestLatitude} degrees of the equator; it is ${text}`)
  }
}

export const parseTileUrl: Parser<string> = (text, name) => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new ConfigError(`${name} must be an http:// or https:// address without a user name`)
  }
  const missing = ['{z}', '{x}', '{y}'].filter((placeholder) => !text.includes(placeholder))
  if (missing.length > 0) throw new ConfigError(`${name} must contain {z}, {x} and {y}; missing: ${missing}`)
  // The content security policy lists the tile host exactly, so that {s} is impossible.
  const unknown = text.match(/\{(?![zxyr]\})[^}]*\}?/)?.[0]
  if (unknown) throw new ConfigError(`${name} may contain {z}, {x}, {y} and {r} only; it has ${unknown}`)
  if (/[{}]/.test(url.host)) throw new ConfigError(`${name} must name its host without placeholders`)
  return text
}

// Leaflet inserts the attribution as HTML.
export const parseAttribution: Parser<string> = (text, name) => {
  if (!/[<>\p{Cc}]/u.test(text)) return text
  throw new ConfigError(`${name} must be one line of plain text without < and >`)
}

/** Host names as they are copied into the content security policy: no wildcard, no path, no scheme. */
export const parseHosts: Parser<readonly string[]> = (text, name) => {
  const hosts = text.split(',').map((host) => host.trim().toLowerCase())
  const named = hosts.filter((host) => host !== '')
  const bad = named.find((host) => !/^[a-z0-9.-]+(:\d{1,5})?$/.test(host) || !URL.canParse(`https://${host}`))
  if (bad === undefined) return named
  throw new ConfigError(
    `${name} must be host names separated by commas, such as images.example; one is ${JSON.stringify(bad)}`,
  )
}

/** The search of an area, as GET /api/live has it; radius in metres. */
export interface RecordedSearch {
  readonly position: Position
  readonly radius: number
  readonly type: string | null
}

/** Each is swept every 30 seconds. */
export const AREAS_MAXIMUM = 20

/** `lat,lng,radius` or `lat,lng,radius,type`, separated by semicolons. */
export const parseAreas: Parser<readonly RecordedSearch[]> = (text, name) => {
  const parts = text.split(';').filter((part) => part.trim() !== '')
  if (parts.length > AREAS_MAXIMUM)
    throw new ConfigError(`${name} has ${parts.length} areas, ${AREAS_MAXIMUM} at most are allowed`)
  return parts.map((part) => {
    const [lat = '', lng = '', metres = '', type = '', ...more] = part.split(',').map((one) => one.trim())
    const position = parsePosition(`${lat},${lng}`)
    const radius = searchParameters.radius.parse(metres)
    if (!position || radius === null || more.length > 0)
      throw new ConfigError(
        `${name} must be lat,lng,radius or lat,lng,radius,type, such as 51.5,-0.1,2000,taxi, separated by semicolons; one is ${JSON.stringify(part.trim())}`,
      )
    return { position, radius, type: type === '' ? null : type }
  })
}
