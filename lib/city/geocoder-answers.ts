import { z } from 'zod'
import type { FoundPlace, PlaceKind } from '@/lib/api/contract/places'
import type { Position } from '@/lib/interface/resources'
import { distinctPlaces, textOfPlace } from './distinct-places'

const LONGEST_TEXT = 120

function clean(value: string): string {
  return value.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()
}

const text = z.string().transform((value) => clean(value).slice(0, LONGEST_TEXT))
const optionalText = text.optional().catch(undefined)

// Nominatim writes numbers as texts, at the meridian of Greenwich "5e-05". Not every value that
// converts: null would be 0.
const numeral = z.string().regex(/^-?\d{1,3}(\.\d+)?(e-\d\d?)?$/)
const number = z.union([z.number(), numeral.transform(Number)])
const latitude = number.pipe(z.number().min(-90).max(90))
const longitude = number.pipe(z.number().min(-180).max(180))

// Source: https://github.com/komoot/photon/blob/master/docs/api-v1.md
const photonSchema = z.object({
  type: z.literal('FeatureCollection').optional(),
  features: z.array(z.unknown()),
})

const photonRow = z.object({
  geometry: z.object({
    coordinates: z.tuple([longitude, latitude]).rest(z.unknown()),
  }),
  properties: z.object({
    name: optionalText,
    street: optionalText,
    housenumber: optionalText,
    district: optionalText,
    locality: optionalText,
    city: optionalText,
    county: optionalText,
    postcode: optionalText,
    state: optionalText,
    country: optionalText,
    osm_key: optionalText,
    type: optionalText,
  }),
})

// Source: https://nominatim.org/release-docs/latest/api/Output/
const nominatimAddress = z.object({
  road: optionalText,
  house_number: optionalText,
  suburb: optionalText,
  city: optionalText,
  town: optionalText,
  village: optionalText,
  postcode: optionalText,
  county: optionalText,
  state: optionalText,
  country: optionalText,
})

const nominatimRow = z.object({
  lat: latitude,
  lon: longitude,
  display_name: text,
  name: optionalText,
  category: optionalText,
  addresstype: optionalText,
  address: nominatimAddress.optional().catch(undefined),
})

type Areas = readonly (string | undefined)[]

/** A place of either geocoder, in the same words. */
interface Place {
  readonly street: string | undefined
  readonly house: string | undefined
  readonly name: string | undefined
  readonly kind: PlaceKind
  /** That it lies in, for its detail. */
  readonly areas: Areas
  /** That tell it from another of the same text, the narrowest first. */
  readonly widerAreas: Areas
  readonly position: Position
}

interface Row {
  readonly place: FoundPlace
  readonly widerAreas: Areas
}

/** @throws ZodError for an answer of another shape */
export function readPhoton(json: unknown): FoundPlace[] {
  const rows = readableRows(photonRow, photonSchema.parse(json).features)
  const places = rows.map(({ geometry, properties }): Place => {
    const [lng, lat] = geometry.coordinates
    const { district, locality, city, county, postcode, state, country } = properties
    return {
      street: properties.street,
      house: properties.housenumber,
      name: properties.name,
      kind: kindOf(properties.type, 'street', properties.osm_key),
      areas: [district ?? locality, city ?? county],
      widerAreas: [postcode, county, state, country],
      position: { lat, lng },
    }
  })
  return distinguishedPlaces(places)
}

/** @throws ZodError for an answer of another shape */
export function readNominatim(json: unknown): FoundPlace[] {
  const rows = readableRows(nominatimRow, z.array(z.unknown()).parse(json))
  const places = rows.map((row): Place => {
    const { road, house_number: house, ...areas } = row.address ?? {}
    const firstWords = road && house ? undefined : row.display_name.split(',')[0]
    return {
      street: road,
      house,
      name: row.name || firstWords,
      kind: kindOf(row.addresstype, 'road', row.category),
      areas: [areas.suburb, areas.city ?? areas.town ?? areas.village],
      widerAreas: [areas.postcode, areas.county, areas.state, areas.country],
      position: { lat: row.lat, lng: row.lon },
    }
  })
  return distinguishedPlaces(places)
}

/** Leaves single rows out that cannot be read. @throws ZodError where that are all of them */
function readableRows<T>(schema: z.ZodType<T>, rows: readonly unknown[]): T[] {
  const readable: T[] = []
  for (const row of rows) {
    const { success, data } = schema.safeParse(row)
    if (success) readable.push(data as T)
  }
  if (readable.length === 0 && rows.length > 0) schema.parse(rows[0])
  return readable
}

/** Adds the first area that differs to the detail of places with the same text. */
function distinguishedPlaces(places: readonly Place[]): FoundPlace[] {
  const rows: Row[] = []
  for (const place of places) {
    const found = foundPlaceOf(place)
    if (found) rows.push({ place: found, widerAreas: place.widerAreas })
  }
  const distinct = distinctPlaces(rows.map(({ place }) => place))
  const kept = rows.filter(({ place }) => distinct.includes(place))
  return kept.map((row) => {
    const area = distinguishingArea(row, kept)
    if (area === undefined) return row.place
    const { detail } = row.place
    return { ...row.place, detail: detail === null ? area : `${detail}, ${area}` }
  })
}

function distinguishingArea(row: Row, rows: readonly Row[]): string | undefined {
  const text = textOfPlace(row.place)
  const namesakes = rows.filter(({ place }) => textOfPlace(place) === text)
  return row.widerAreas.find(
    (area, n) => area !== undefined && namesakes.some(({ widerAreas }) => widerAreas[n] !== area),
  )
}

/** A bus stop has the key of streets as well; older servers do not say the type. */
function kindOf(type: string | undefined, streetType: string, key: string | undefined): PlaceKind {
  const isStreet = type === undefined ? key === 'highway' : type === streetType
  return isStreet ? 'street' : 'place'
}

/** @returns null for a place without a name and address */
function foundPlaceOf({ street, house, name, kind, areas, position }: Place): FoundPlace | null {
  const address = street && house ? `${street} ${house}` : null
  const title = name && kind === 'place' ? name : (address ?? name)
  if (!title) return null

  const isAddress = title === address
  const details = isAddress ? areas : [address, ...areas]
  return {
    kind: isAddress ? 'address' : kind,
    name: title,
    detail: details.filter(Boolean).join(', ') || null,
    position,
    source: 'geocoder',
    between: null,
  }
}
