import { parsePosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'

const LINK = /^(https?:\/\/)?((?:[a-z0-9-]+\.)+[a-z]{2,})([/?#].*)$/i

const GOOGLE = /(^|\.)google\.[a-z.]{2,6}$/i
const OPEN_STREET_MAP = /(^|\.)(openstreetmap\.org|osm\.org)$/i
const APPLE = /(^|\.)maps\.apple\.com$/i

// A link names the place and the middle of the window: the place comes first.
const GOOGLE_NAMES = ['q', 'query', 'destination', 'daddr', 'll', 'center']
const APPLE_NAMES = ['coordinate', 'q', 'daddr', 'll', 'center', 'sll']

/** The position in a `geo:` URI or in a link of a map service; null for any other text and for a link without one. */
export function positionOfLink(text: string): Position | null {
  if (/^geo:/i.test(text)) return ofGeoUri(text.slice('geo:'.length))
  const [, , host = '', path = ''] = LINK.exec(text) ?? []
  if (host === '' || !URL.canParse(`https://${host}${path}`)) return null
  const link = new URL(`https://${host}${path}`)
  if (GOOGLE.test(host)) return ofGoogle(link)
  if (OPEN_STREET_MAP.test(host)) return ofOpenStreetMap(link)
  if (APPLE.test(host)) return ofParameters(link.searchParams, APPLE_NAMES)
  return null
}

/** RFC 5870, and `geo:0,0?q=lat,lng(label)` as Android writes it. */
function ofGeoUri(uri: string): Position | null {
  const [place = '', query = ''] = uri.split('?', 2)
  const searched = new URLSearchParams(query).get('q')
  const [lat = '', lng = ''] = place.split(';', 1)[0]?.split(',') ?? []
  return (searched === null ? null : pairIn(searched)) ?? parsePosition(`${lat},${lng}`)
}

function ofGoogle({ pathname, searchParams }: URL): Position | null {
  const path = decoded(pathname)
  const [, pinLat, pinLng] = /!3d(-?[\d.]+)!4d(-?[\d.]+)/.exec(path) ?? []
  if (pinLat && pinLng) return parsePosition(`${pinLat},${pinLng}`)
  const [, place = ''] = /\/(?:place|search|dir\/[^/]*)\/([^/@]+)/.exec(path) ?? []
  const [, middle = ''] = /\/@(-?[\d.]+,-?[\d.]+)/.exec(path) ?? []
  return pairIn(place) ?? ofParameters(searchParams, GOOGLE_NAMES) ?? parsePosition(middle)
}

function ofOpenStreetMap({ searchParams, hash }: URL): Position | null {
  const marker = parsePosition(`${searchParams.get('mlat') ?? ''},${searchParams.get('mlon') ?? ''}`)
  const [, lat = '', lng = ''] = /[#&]map=[\d.]+\/(-?[\d.]+)\/(-?[\d.]+)/.exec(hash) ?? []
  return marker ?? parsePosition(`${lat},${lng}`)
}

function ofParameters(parameters: URLSearchParams, names: readonly string[]): Position | null {
  for (const name of names) {
    const position = pairIn(parameters.get(name) ?? '')
    if (position) return position
  }
  return null
}

/** `lat,lng` with a label or without, and the plus that a path has for a space. */
function pairIn(text: string): Position | null {
  return parsePosition(
    text
      .replace(/^loc:/, '')
      .replace(/\(.*\)$/, '')
      .replaceAll(/,[\s+]+/g, ','),
  )
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
