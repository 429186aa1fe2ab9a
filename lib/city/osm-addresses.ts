import type { StoredAddresses, StoredPlace, StoredStreet } from './addresses/street-index'
import type { OsmPosition } from './osm-nodes'
import type { Tags } from './road-rules'

/** Keys that make a named object a place, and the values that count. */
const PLACE_KEYS: Readonly<Record<string, RegExp>> = {
  aeroway: /^(aerodrome|terminal)$/,
  railway: /^(station|halt)$/,
  public_transport: /^station$/,
  amenity: /./,
  tourism: /./,
  leisure: /./,
  shop: /./,
  historic: /./,
  landuse: /./,
  highway: /^(pedestrian|footway|path|cycleway|steps|bridleway|track)$/,
}

/** Kinds of areas by the value of `place`. */
const AREAS: Readonly<Record<string, string>> = {
  city: 'locality',
  town: 'locality',
  village: 'locality',
  suburb: 'neighbourhood',
  quarter: 'neighbourhood',
  neighbourhood: 'neighbourhood',
}

export const ADDRESS_TAGS: readonly string[] = [
  ...Object.keys(PLACE_KEYS),
  'place',
  'name',
  'addr:street',
  'addr:housenumber',
]

const LONGEST_NUMBER = 16

interface OsmHouse {
  readonly number: string
  /** Its digits, by which houses are sorted. */
  readonly value: number
  readonly position: OsmPosition
}

/** Whether an object is a place, or has an address. */
export function isPlaceOrAddress(tags: Tags): boolean {
  if (kindOf(tags) !== null) return true
  return 'addr:housenumber' in tags && 'addr:street' in tags
}

function kindOf(tags: Tags): string | null {
  if (!tags.name) return null
  const area = AREAS[tags.place ?? '']
  if (area) return area
  const key = Object.keys(PLACE_KEYS).find((name) => PLACE_KEYS[name]!.test(tags[name] ?? ''))
  return key ? tags[key]! : null
}

/** Collects places and house numbers. */
export function createAddresses() {
  const streets = new Map<string, OsmHouse[]>()
  const pois: StoredPlace[] = []

  return {
    add(tags: Tags, position: OsmPosition): void {
      const kind = kindOf(tags)
      if (kind !== null) pois.push([tags.name!, kind, ...hundredThousandths(position)])

      const { 'addr:street': street, 'addr:housenumber': numbers } = tags
      if (!street || !numbers) return
      const houses = streets.get(street) ?? []
      streets.set(street, houses)
      for (const text of numbers.split(/[,;]/)) {
        const number = text.trim().slice(0, LONGEST_NUMBER)
        if (!/\d/.test(number)) continue
        const value = Number.parseInt(number, 10) || 0
        houses.push({ number, value, position })
      }
    },

    stored(): StoredAddresses {
      const storedStreets: StoredStreet[] = []
      for (const [name, houses] of streets) storedStreets.push([name, storedHouses(houses)])
      return { streets: storedStreets, pois }
    },
  }
}

/** Number, latitude and longitude of each house in turn, as differences to the house before. */
function storedHouses(houses: readonly OsmHouse[]): (number | string)[] {
  const stored: (number | string)[] = []
  let lastValue = 0
  let lastLat = 0
  let lastLng = 0
  for (const { number, value, position } of houses.toSorted((a, b) => a.value - b.value)) {
    const [lat, lng] = hundredThousandths(position)
    const isPlain = String(value) === number
    stored.push(isPlain ? value - lastValue : number, lat - lastLat, lng - lastLng)
    lastValue = value
    lastLat = lat
    lastLng = lng
  }
  return stored
}

function hundredThousandths([lat, lng]: OsmPosition): [lat: number, lng: number] {
  return [Math.round(lat / 10), Math.round(lng / 10)]
}
