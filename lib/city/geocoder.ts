import { FOUND_MAXIMUM, type Found } from '@/lib/api/contract/places'
import type { Settings } from '@/lib/app/settings/read-settings'
import { isPhoneNumber } from '@/lib/format/driver-fit'
import type { Position } from '@/lib/interface/resources'
import { type Caller, createJsonClient, type JsonClientHost } from '@/lib/upstream/http/json-client'
import { readNominatim, readPhoton } from './geocoder-answers'

type GeocoderSettings = NonNullable<Settings['GEOCODER_URL']>

export interface GeocoderOptions extends JsonClientHost {
  readonly settings: GeocoderSettings | null
  readonly timeLimitMs?: number
}

interface GeocoderResult {
  readonly places: Found['places']
  readonly geocoder: Found['geocoder']
}

const SHORTEST_TEXT = 3
/** Of a town and its surroundings, whose places come first. */
const VIEWBOX_DEGREES = 0.25

/** The geocoder of GEOCODER_URL; never rejects, except where the request has ended. */
export function createGeocoder({ settings, ...options }: GeocoderOptions) {
  const ask = createJsonClient({
    setting: 'GEOCODER_URL',
    timeLimitMs: 2_000,
    largestBytes: 512 * 1024,
    callsAtATime: 4,
    ...options,
  })

  return async (
    typed: string,
    near: Position | null,
    caller: Caller = {},
  ): Promise<GeocoderResult> => {
    if (!settings) return { places: [], geocoder: 'none' }
    // A driver's number stays here.
    const isSearched = [...typed].length >= SHORTEST_TEXT && !isPhoneNumber(typed)
    if (!isSearched) return { places: [], geocoder: 'ready' }

    const request = new Request(addressOf(settings, typed, near))
    const read = settings.kind === 'photon' ? readPhoton : readNominatim
    const places = await ask(request, read, caller)
    if (!places) return { places: [], geocoder: 'failed' }
    return { places: places.slice(0, FOUND_MAXIMUM), geocoder: 'ready' }
  }
}

function addressOf({ kind, url }: GeocoderSettings, q: string, near: Position | null): string {
  const query = new URLSearchParams({ q, limit: String(FOUND_MAXIMUM) })
  if (kind === 'nominatim') {
    query.set('format', 'jsonv2')
    query.set('addressdetails', '1')
    if (near) query.set('viewbox', viewboxAround(near))
  } else if (near) {
    query.set('lat', String(near.lat))
    query.set('lon', String(near.lng))
  }
  return `${url}?${query}`
}

/** West, south, east, north. */
function viewboxAround({ lat, lng }: Position): string {
  const edges = [
    within(180, lng - VIEWBOX_DEGREES),
    within(90, lat - VIEWBOX_DEGREES),
    within(180, lng + VIEWBOX_DEGREES),
    within(90, lat + VIEWBOX_DEGREES),
  ]
  return edges.map((degrees) => degrees.toFixed(4)).join(',')
}

function within(most: number, degrees: number): number {
  return Math.max(-most, Math.min(most, degrees))
}
