import type { GeocoderSettings } from '@/lib/config/settings'
import { FOUND_MAXIMUM, type Found, type FoundPlace } from '@/lib/contract/places'
import type { Position } from '@/lib/interface/resources'
import type { Send } from '@/lib/upstream/http/network'
import { type Caller, createOwnServer } from '@/lib/upstream/http/own-server'
import { firstOf, readNominatim, readPhoton } from './answers'

export interface Geocoded {
  readonly places: readonly FoundPlace[]
  readonly geocoder: Found['geocoder']
}

/** The geocoder of GEOCODER_URL; never rejects, except where the request has ended. */
export type Geocode = (text: string, near: Position | null, caller?: Caller) => Promise<Geocoded>

export interface GeocoderOptions {
  readonly settings: GeocoderSettings | null
  readonly log: (message: string) => void
  readonly send?: Send
  readonly timeLimitMs?: number
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

const TIME_LIMIT_MS = 2_000
const LARGEST_ANSWER_BYTES = 512 * 1024
const CALLS_AT_A_TIME = 4
const SHORTEST_TEXT = 3
/** Of a town and its surroundings, whose places come first. */
const VIEWBOX_DEGREES = 0.25

export function createGeocoder({ settings, log, send, now, timeLimitMs }: GeocoderOptions): Geocode {
  if (!settings) return async () => ({ places: [], geocoder: 'none' })
  const ask = createOwnServer({
    setting: 'GEOCODER_URL',
    timeLimitMs: timeLimitMs ?? TIME_LIMIT_MS,
    largestBytes: LARGEST_ANSWER_BYTES,
    callsAtATime: CALLS_AT_A_TIME,
    ...{ log, send, now },
  })
  const read = (json: unknown) => firstOf(settings.kind === 'photon' ? readPhoton(json) : readNominatim(json))

  return async (text, near, caller = {}) => {
    if ([...text].length < SHORTEST_TEXT) return { places: [], geocoder: 'ready' }
    const places = await ask(new Request(addressOf(settings, text, near)), read, caller)
    return places ? { places, geocoder: 'ready' } : { places: [], geocoder: 'failed' }
  }
}

function addressOf({ kind, url }: GeocoderSettings, text: string, near: Position | null): string {
  const query = new URLSearchParams({ q: text, limit: String(FOUND_MAXIMUM) })
  if (kind === 'photon' && near) {
    query.set('lat', String(near.lat))
    query.set('lon', String(near.lng))
  }
  if (kind === 'nominatim') {
    query.set('format', 'jsonv2')
    query.set('addressdetails', '1')
    if (near) query.set('viewbox', viewboxAround(near))
  }
  return `${url}?${query}`
}

/** Two corners, longitude first. */
function viewboxAround({ lat, lng }: Position): string {
  const half = VIEWBOX_DEGREES
  const west = Math.max(-180, lng - half)
  const [south, north] = [Math.max(-90, lat - half), Math.min(90, lat + half)]
  return [west, south, Math.min(180, lng + half), north].map((degrees) => degrees.toFixed(4)).join(',')
}
