import { parsePosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { ConfigError } from './config-error'

// Source: https://operations.osmfoundation.org/policies/tiles/
const OSM_TILE_URL = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'
const OSM_ATTRIBUTION = '© OpenStreetMap contributors'

/** Reads a `lat,lng` variable. @throws ConfigError */
export function readPosition(name: string, text: string | null): Position | null {
  if (text === null) return null
  const position = parsePosition(text)
  if (!position) {
    throw new ConfigError(
      `${name} must be lat,lng in degrees, such as 51.509865,-0.118092; it is ${JSON.stringify(text)}`,
    )
  }
  return position
}

/** The tiles under the map. Both values reach the browser: neither is secret. @throws ConfigError */
export function readTiles(url: string | null, attribution: string | null) {
  const tileUrl = url ?? OSM_TILE_URL
  const tileHost = parseTileHost(tileUrl)
  if (attribution === null && !/(^|\.)openstreetmap\.org$/.test(tileHost)) {
    throw new ConfigError(
      `MAP_TILE_ATTRIBUTION is missing: the tiles of ${tileHost} need their own credit line`,
    )
  }
  // Leaflet takes HTML here, so markup is refused at the door.
  if (attribution !== null && /[<>\p{Cc}]/u.test(attribution)) {
    throw new ConfigError('MAP_TILE_ATTRIBUTION must be one line of plain text without < and >')
  }
  return { tileUrl, tileAttribution: attribution ?? OSM_ATTRIBUTION }
}

/** Hosts whose pictures may be shown. @throws ConfigError */
export function readImageHosts(text: string | null): readonly string[] {
  const hosts = (text ?? '').split(',').map((host) => host.trim().toLowerCase())
  const named = hosts.filter((host) => host !== '')
  for (const host of named) {
    // Exactly what stands in the content security policy: no wildcard, no path, no scheme.
    if (!/^[a-z0-9.-]+(:\d{1,5})?$/.test(host) || !URL.canParse(`https://${host}`)) {
      throw new ConfigError(
        `IMAGE_HOSTS must be host names separated by commas, such as images.example; one is ${JSON.stringify(host)}`,
      )
    }
  }
  return named
}

function parseTileHost(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new ConfigError('MAP_TILE_URL must be an http:// or https:// address without a user name')
  }
  const missing = ['{z}', '{x}', '{y}'].filter((placeholder) => !text.includes(placeholder))
  if (missing.length > 0)
    throw new ConfigError(`MAP_TILE_URL must contain {z}, {x} and {y}; missing: ${missing}`)
  // The content security policy lists the tile host exactly, so {s} and the like cannot stand in it.
  const unknown = text.match(/\{(?![zxyr]\})[^}]*\}?/)?.[0]
  if (unknown) throw new ConfigError(`MAP_TILE_URL may contain {z}, {x}, {y} and {r} only; it has ${unknown}`)
  if (/[{}]/.test(url.host)) throw new ConfigError('MAP_TILE_URL must name its host without placeholders')
  return url.hostname
}
