import { z } from 'zod'
import { FOUND_MAXIMUM, type Found, type FoundPlace, type PlaceKind } from '@/lib/api/contract/places'
import type { GeocoderSettings } from '@/lib/app/settings/settings'
import type { Position } from '@/lib/interface/resources'
import type { Send } from '@/lib/upstream/http/network'
import { type Caller, createOwnServer } from '@/lib/upstream/http/own-server'

/** The geocoder of GEOCODER_URL; never rejects, except where the request has ended. */
export type Geocode = (
  text: string,
  near: Position | null,
  caller?: Caller,
) => Promise<Pick<Found, 'places' | 'geocoder'>>

export interface GeocoderOptions {
  readonly settings: GeocoderSettings | null
  readonly log: (message: string) => void
  readonly send?: Send
  readonly timeLimitMs?: number
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

const SHORTEST_TEXT = 3
/** Of a town and its surroundings, whose places come first. */
const VIEWBOX_DEGREES = 0.25

export function createGeocoder(options: GeocoderOptions): Geocode {
  const { settings, log, send, now, timeLimitMs = 2_000 } = options
  if (!settings) return async () => ({ places: [], geocoder: 'none' })
  const ask = createOwnServer({
    ...{ setting: 'GEOCODER_URL', timeLimitMs, largestBytes: 512 * 1024, callsAtATime: 4 },
    ...{ log, send, now },
  })
  const read = settings.kind === 'photon' ? readPhoton : readNominatim
  return async (text, near, caller = {}) => {
    if ([...text].length < SHORTEST_TEXT) return { places: [], geocoder: 'ready' }
    const places = await ask(new Request(addressOf(settings, text, near)), read, caller)
    if (!places) return { places: [], geocoder: 'failed' }
    return { places: places.slice(0, FOUND_MAXIMUM), geocoder: 'ready' }
  }
}

function addressOf({ kind, url }: GeocoderSettings, q: string, near: Position | null): string {
  const query: Record<string, string> = { q, limit: String(FOUND_MAXIMUM) }
  if (kind === 'photon' && near) Object.assign(query, { lat: near.lat, lon: near.lng })
  if (kind === 'nominatim') Object.assign(query, { format: 'jsonv2', addressdetails: '1' })
  if (kind === 'nominatim' && near) {
    const [south, north] = [
      Math.max(-90, near.lat - VIEWBOX_DEGREES),
      Math.min(90, near.lat + VIEWBOX_DEGREES),
    ]
    const [west, east] = [
      Math.max(-180, near.lng - VIEWBOX_DEGREES),
      Math.min(180, near.lng + VIEWBOX_DEGREES),
    ]
    query.viewbox = [west, south, east, north].map((degrees) => degrees.toFixed(4)).join(',')
  }
  return `${url}?${new URLSearchParams(query)}`
}

const text = z.string().transform((value) =>
  value
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 120),
)
const optional = text.optional().catch(undefined)
// Nominatim writes numbers as texts, at the meridian of Greenwich "5e-05". Not every value that converts: null would be 0.
const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,3}(\.\d+)?(e-\d\d?)?$/)
    .transform(Number),
])
const latitude = number.pipe(z.number().min(-90).max(90))
const longitude = number.pipe(z.number().min(-180).max(180))
const optionals = <N extends string>(...names: N[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, optional])) as Record<N, typeof optional>)

// Source: https://github.com/komoot/photon/blob/master/docs/api-v1.md
const photonSchema = z.object({
  type: z.literal('FeatureCollection').optional(),
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([longitude, latitude]).rest(z.unknown()) }),
      properties: optionals(
        'name',
        'street',
        'housenumber',
        'district',
        'locality',
        'city',
        'county',
        'osm_key',
        'type',
      ),
    }),
  ),
})

// Source: https://nominatim.org/release-docs/latest/api/Output/
const nominatimSchema = z.array(
  z.object({
    ...{ lat: latitude, lon: longitude, display_name: text },
    ...{ name: optional, category: optional, addresstype: optional },
    address: optionals('road', 'house_number', 'suburb', 'city', 'town', 'village')
      .optional()
      .catch(undefined),
  }),
)

/** @throws ZodError for an answer of another shape */
function readPhoton(json: unknown): FoundPlace[] {
  return photonSchema.parse(json).features.flatMap(({ geometry, properties: of }) => {
    const [lng, lat] = geometry.coordinates
    const areas = [of.district ?? of.locality, of.city ?? of.county]
    return placeOf(of.street, of.housenumber, of.name, kindOf(of.type, 'street', of.osm_key), areas, {
      lat,
      lng,
    })
  })
}

/** @throws ZodError for an answer of another shape */
function readNominatim(json: unknown): FoundPlace[] {
  return nominatimSchema.parse(json).flatMap(({ lat, lon, address, ...of }) => {
    const { road, house_number: house, suburb, city, town, village } = address ?? {}
    const name = of.name || (road && house ? undefined : of.display_name.split(',')[0])
    const kind = kindOf(of.addresstype, 'road', of.category)
    return placeOf(road, house, name, kind, [suburb, city ?? town ?? village], { lat, lng: lon })
  })
}

/** A bus stop has the key of streets as well; older servers do not say the type. */
function kindOf(type: string | undefined, street: string, key: string | undefined): PlaceKind {
  return (type === undefined ? key === 'highway' : type === street) ? 'street' : 'place'
}

function placeOf(
  street: string | undefined,
  house: string | undefined,
  name: string | undefined,
  kind: PlaceKind,
  areas: readonly (string | undefined)[],
  position: Position,
): FoundPlace[] {
  const address = street && house ? `${street} ${house}` : null
  const shown = name && kind === 'place' ? name : (address ?? name)
  if (!shown) return []
  const detail = [...(shown === address ? [] : [address]), ...areas].filter(Boolean).join(', ') || null
  const place = { kind: shown === address ? 'address' : kind, name: shown, detail, position } as const
  return [{ ...place, source: 'geocoder', between: null }]
}
