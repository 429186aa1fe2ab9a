import { z } from 'zod'
import { FOUND_MAXIMUM, type FoundPlace, type PlaceKind } from '@/lib/contract/places'

const LONGEST_TEXT = 120

const text = z.string().transform((value) =>
  value
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_TEXT),
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

// Source: https://github.com/komoot/photon/blob/master/docs/api-v1.md
const photonSchema = z.object({
  type: z.literal('FeatureCollection').optional(),
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([longitude, latitude]).rest(z.unknown()) }),
      properties: z.object({
        name: optional,
        street: optional,
        housenumber: optional,
        district: optional,
        locality: optional,
        city: optional,
        county: optional,
        osm_key: optional,
        type: optional,
      }),
    }),
  ),
})

// Source: https://nominatim.org/release-docs/latest/api/Output/
const nominatimSchema = z.array(
  z.object({
    lat: latitude,
    lon: longitude,
    display_name: text,
    name: optional,
    category: optional,
    addresstype: optional,
    address: z
      .object({
        road: optional,
        house_number: optional,
        suburb: optional,
        city: optional,
        town: optional,
        village: optional,
      })
      .optional()
      .catch(undefined),
  }),
)

/** @throws ZodError for an answer of another shape */
export function readPhoton(json: unknown): FoundPlace[] {
  return photonSchema.parse(json).features.flatMap(({ geometry, properties }) => {
    const { name, street, housenumber, district, locality, city, county, osm_key: key, type } = properties
    const [lng, lat] = geometry.coordinates
    const kind = kindOf(type, 'street', key)
    const areas = [district ?? locality, city ?? county]
    return placeOf(addressOf(street, housenumber), name, kind, areas, { lat, lng })
  })
}

/** @throws ZodError for an answer of another shape */
export function readNominatim(json: unknown): FoundPlace[] {
  return nominatimSchema
    .parse(json)
    .flatMap(({ lat, lon, display_name: whole, name, category, addresstype, address = {} }) => {
      const kind = kindOf(addresstype, 'road', category)
      const areas = [address.suburb, address.city ?? address.town ?? address.village]
      const own = addressOf(address.road, address.house_number)
      return placeOf(own, name || (own ? undefined : whole.split(',')[0]), kind, areas, { lat, lng: lon })
    })
}

/** A bus stop has the key of streets as well; older servers do not say the type. */
function kindOf(type: string | undefined, street: string, key: string | undefined): PlaceKind {
  return (type === undefined ? key === 'highway' : type === street) ? 'street' : 'place'
}

function addressOf(street: string | undefined, number: string | undefined): string | null {
  return street && number ? `${street} ${number}` : null
}

/** @param address where it is one; the name of a shop in it is left out */
function placeOf(
  address: string | null,
  name: string | undefined,
  kind: PlaceKind,
  areas: readonly (string | undefined)[],
  position: FoundPlace['position'],
): FoundPlace[] {
  const shown = name && kind === 'place' ? name : (address ?? name)
  if (!shown) return []
  const detail = [...(shown === address ? [] : [address]), ...areas].filter(Boolean).join(', ')
  return [
    {
      kind: shown === address ? 'address' : kind,
      name: shown,
      detail: detail === '' ? null : detail,
      position,
      source: 'geocoder' as const,
      between: null,
    },
  ]
}

/** At most as many as an answer shows. */
export function firstOf(places: readonly FoundPlace[]): FoundPlace[] {
  return places.slice(0, FOUND_MAXIMUM)
}
