import type { OsmFeature } from './osm-features'

/** House numbers and points of interest of the city, in hundred-thousandths of a degree: a metre. */
export interface AddressList {
  streets: AddressStreet[]
  pois: AddressPoi[]
}

/** Numbers in ascending order: difference to the one before, or a text; differences of latitude and longitude. */
type AddressStreet = [name: string, numbers: (number | string)[]]
type AddressPoi = [name: string, kind: string, lat: number, lng: number]

interface House {
  number: string
  value: number
  lat: number
  lng: number
}

const POIS: Readonly<Record<string, readonly string[]>> = {
  amenity: [
    ...['hospital', 'clinic', 'university', 'college', 'school', 'theatre', 'cinema', 'townhall', 'embassy'],
    ...['marketplace', 'bus_station', 'ferry_terminal', 'police', 'courthouse', 'library', 'restaurant'],
  ],
  tourism: ['hotel', 'hostel', 'museum', 'attraction', 'gallery', 'zoo'],
  leisure: ['stadium', 'park', 'sports_centre'],
  shop: ['mall', 'supermarket'],
  railway: ['station'],
  aeroway: ['terminal', 'aerodrome'],
}

/** Reads the addresses; a house with several numbers ("1319,1321") counts as several. */
export function buildAddresses(features: readonly OsmFeature[]): AddressList {
  const streets = new Map<string, House[]>()
  const pois: AddressPoi[] = []
  for (const feature of features) {
    const { tags } = feature
    const street = tags['addr:street']?.trim()
    const [lat, lng] = middleOf(feature)
    const poi = tags.name ? poiOf(tags) : null
    if (poi) pois.push([tags.name!, poi, lat, lng])
    if (!street) continue
    const houses = streets.get(street) ?? []
    streets.set(street, houses)
    for (const part of (tags['addr:housenumber'] ?? '').split(/[,;]/)) {
      const number = part.trim()
      if (number) houses.push({ number, value: Number.parseInt(number, 10) || 0, lat, lng })
    }
  }
  const named = [...streets].filter(([, houses]) => houses.length > 0).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    streets: named.map(([name, houses]) => [name, differences(houses)]),
    pois: pois.sort((a, b) => a[3] - b[3] || a[2] - b[2]),
  }
}

function poiOf(tags: OsmFeature['tags']): string | null {
  for (const [key, values] of Object.entries(POIS)) if (values.includes(tags[key] ?? '')) return tags[key]!
  return null
}

function middleOf({ parts }: OsmFeature): [lat: number, lng: number] {
  const points = parts[0]!
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length
  return [Math.round(mean(1) * 1e5), Math.round(mean(0) * 1e5)]
}

function differences(houses: readonly House[]): (number | string)[] {
  let before = { value: 0, lat: 0, lng: 0 }
  return houses
    .toSorted((a, b) => a.value - b.value || a.lng - b.lng || a.lat - b.lat)
    .flatMap((house) => {
      const { number, value, lat, lng } = house
      const numbers = [
        String(value) === number ? value - before.value : number,
        lat - before.lat,
        lng - before.lng,
      ]
      before = house
      return numbers
    })
}
