import { z } from 'zod'
import {
  FOUND_MAXIMUM,
  type Found,
  type FoundPlace,
  type PlaceKind,
} from '@/lib/api/contract/places'
import type { Settings } from '@/lib/app/settings/read-settings'
import type { Position } from '@/lib/interface/resources'
import { type Caller, createOwnServer, type OwnServerOptions } from '@/lib/upstream/http/own-server'
import { distinctPlaces, textOfPlace } from './distinct-places'

type GeocoderSettings = NonNullable<Settings['GEOCODER_URL']>
export type GeocoderOptions = Pick<OwnServerOptions, 'log' | 'send' | 'now'> & {
  readonly settings: GeocoderSettings | null
  readonly timeLimitMs?: number
}

const SHORTEST_TEXT = 3
/** Of a town and its surroundings, whose places come first. */
const VIEWBOX_DEGREES = 0.25

type Answer = Pick<Found, 'places' | 'geocoder'>

/** The geocoder of GEOCODER_URL; never rejects, except where the request has ended. */
export function createGeocoder({ settings, ...options }: GeocoderOptions) {
  const ask = createOwnServer({
    ...{ setting: 'GEOCODER_URL', timeLimitMs: 2_000, largestBytes: 512 * 1024, callsAtATime: 4 },
    ...options,
  })
  return async (typed: string, near: Position | null, caller: Caller = {}): Promise<Answer> => {
    if (!settings) return { places: [], geocoder: 'none' }
    if ([...typed].length < SHORTEST_TEXT) return { places: [], geocoder: 'ready' }
    const read = settings.kind === 'photon' ? readPhoton : readNominatim
    const places = await ask(new Request(addressOf(settings, typed, near)), read, caller)
    return { places: places?.slice(0, FOUND_MAXIMUM) ?? [], geocoder: places ? 'ready' : 'failed' }
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

function viewboxAround({ lat, lng }: Position): string {
  const side = (at: number, by: number, most: number) =>
    Math.max(-most, Math.min(most, at + by)).toFixed(4)
  return [-VIEWBOX_DEGREES, VIEWBOX_DEGREES]
    .flatMap((by) => [side(lng, by, 180), side(lat, by, 90)])
    .join(',')
}

const clean = (value: string) => value.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()
const text = z.string().transform((value) => clean(value).slice(0, 120))
const optional = text.optional().catch(undefined)
// Nominatim writes numbers as texts, at the meridian of Greenwich "5e-05". Not every value that
// converts: null would be 0.
const written = z.string().regex(/^-?\d{1,3}(\.\d+)?(e-\d\d?)?$/)
const number = z.union([z.number(), written.transform(Number)])
const latitude = number.pipe(z.number().min(-90).max(90))
const longitude = number.pipe(z.number().min(-180).max(180))
const optionals = <N extends string>(...names: N[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, optional])) as Record<N, typeof optional>)

const PHOTON_PROPERTIES = [
  ...(['name', 'street', 'housenumber', 'district', 'locality', 'city', 'county'] as const),
  ...(['postcode', 'state', 'country', 'osm_key', 'type'] as const),
]
// Source: https://github.com/komoot/photon/blob/master/docs/api-v1.md
const photonSchema = z.object({
  type: z.literal('FeatureCollection').optional(),
  features: z.array(z.unknown()),
})
const photonRow = z.object({
  geometry: z.object({ coordinates: z.tuple([longitude, latitude]).rest(z.unknown()) }),
  properties: optionals(...PHOTON_PROPERTIES),
})

// Source: https://nominatim.org/release-docs/latest/api/Output/
const NOMINATIM_ADDRESS = [
  ...(['road', 'house_number', 'suburb', 'city', 'town', 'village'] as const),
  ...(['postcode', 'county', 'state', 'country'] as const),
]
const nominatimRow = z.object({
  ...{ lat: latitude, lon: longitude, display_name: text },
  ...{ name: optional, category: optional, addresstype: optional },
  address: optionals(...NOMINATIM_ADDRESS)
    .optional()
    .catch(undefined),
})

/** A place, and the areas that tell it from another of the same text, the narrowest first. */
interface Row {
  readonly place: FoundPlace
  readonly wider: readonly (string | undefined)[]
}

/** @throws ZodError for an answer of another shape */
function readPhoton(json: unknown): FoundPlace[] {
  const rows = readableRows(photonRow, photonSchema.parse(json).features)
  return toldApart(
    rows.flatMap(({ geometry, properties: of }) => {
      const [lng, lat] = geometry.coordinates
      const areas = [of.district ?? of.locality, of.city ?? of.county]
      const kind = kindOf(of.type, 'street', of.osm_key)
      const place = placeOf(of.street, of.housenumber, of.name, kind, areas, { lat, lng })
      return place ? { place, wider: [of.postcode, of.county, of.state, of.country] } : []
    }),
  )
}

/** @throws ZodError for an answer of another shape */
function readNominatim(json: unknown): FoundPlace[] {
  const rows = readableRows(nominatimRow, z.array(z.unknown()).parse(json))
  return toldApart(
    rows.flatMap(({ lat, lon, address = {}, ...of }) => {
      const { road, house_number: house, suburb, city, town, village } = address
      const name = of.name || (road && house ? undefined : of.display_name.split(',')[0])
      const kind = kindOf(of.addresstype, 'road', of.category)
      const areas = [suburb, city ?? town ?? village]
      const place = placeOf(road, house, name, kind, areas, { lat, lng: lon })
      const { postcode, county, state, country } = address
      return place ? { place, wider: [postcode, county, state, country] } : []
    }),
  )
}

/** Leaves single rows out that cannot be read. @throws ZodError where that are all of them */
function readableRows<T>(row: z.ZodType<T>, rows: readonly unknown[]): T[] {
  const readable = rows.flatMap((one) => row.safeParse(one).data ?? [])
  if (readable.length === 0 && rows.length > 0) row.parse(rows[0])
  return readable
}

/** Adds the first area that differs to the detail of places with the same text. */
function toldApart(rows: readonly Row[]): FoundPlace[] {
  const distinct = distinctPlaces(rows.map(({ place }) => place))
  const kept = rows.filter(({ place }) => distinct.includes(place))
  return kept.map(({ place, wider }) => {
    const alike = kept.filter((other) => textOfPlace(other.place) === textOfPlace(place))
    const telling = wider.find(
      (area, at) => area !== undefined && alike.some((other) => other.wider[at] !== area),
    )
    if (telling === undefined) return place
    return { ...place, detail: place.detail === null ? telling : `${place.detail}, ${telling}` }
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
): FoundPlace | null {
  const address = street && house ? `${street} ${house}` : null
  const shown = name && kind === 'place' ? name : (address ?? name)
  if (!shown) return null
  const detail =
    [...(shown === address ? [] : [address]), ...areas].filter(Boolean).join(', ') || null
  return {
    kind: shown === address ? 'address' : kind,
    name: shown,
    detail,
    position,
    source: 'geocoder',
    between: null,
  }
}
