import KDBush from 'kdbush'
import type { NearPlace } from '@/lib/api/contract/places'
import { METRES_PER_MILLIONTH, metresBetween, metresPerLng } from '@/lib/city/geometry'
import type { RoadGraph } from '@/lib/city/roads/graph'
import type { Position } from '@/lib/interface/resources'
import type { Entity } from './street-index'
import { shortName } from './words'

const HOUSE_METRES = 60
const STREET_METRES = 100

/** The address within 60 m, else the street within 100 m, nearest to a position. */
export function createNearPlace(entities: readonly Entity[], graph: RoadGraph | null) {
  const nearestHouse = createNearestHouse(entities)

  return ({ lat, lng }: Position): NearPlace | null => {
    const latMillionths = lat * 1e6
    const lngMillionths = lng * 1e6
    const house = nearestHouse(latMillionths, lngMillionths)
    if (house || !graph) return house

    const nameOf = (road: number) => graph.names[graph.name[road]!]!
    const hasName = (road: number) => nameOf(road) !== ''
    const street = graph.nearest(latMillionths, lngMillionths, STREET_METRES, hasName)
    if (!street) return null
    return {
      name: shortName(nameOf(street.road)),
      distanceMetres: Math.round(street.metres),
    }
  }
}

/** Houses are numbered through all streets. */
function createNearestHouse(entities: readonly Entity[]) {
  const streets = entities.filter(({ houses }) => houses.numbers.length > 0)
  const firstHouse = new Uint32Array(streets.length + 1)
  streets.forEach(({ houses }, street) => {
    firstHouse[street + 1] = firstHouse[street]! + houses.numbers.length
  })
  const count = firstHouse.at(-1)!
  const streetOf = new Uint32Array(count)
  const tree = new KDBush(count, 64, Int32Array)
  streets.forEach(({ houses: { positions } }, street) => {
    streetOf.fill(street, firstHouse[street], firstHouse[street + 1])
    for (let n = 0; n < positions.length; n += 2) tree.add(positions[n]!, positions[n + 1]!)
  })
  // An empty tree cannot be finished.
  if (count > 0) tree.finish()

  /** The street of a house, and its index there. */
  function locate(house: number) {
    const street = streetOf[house]!
    return {
      street: streets[street]!,
      index: house - firstHouse[street]!,
    }
  }

  return (lat: number, lng: number): NearPlace | null => {
    if (count === 0) return null
    const north = HOUSE_METRES / METRES_PER_MILLIONTH
    const east = HOUSE_METRES / Math.max(0.001, metresPerLng(lat))
    let nearest = -1
    let least = HOUSE_METRES
    for (const house of tree.range(lat - north, lng - east, lat + north, lng + east)) {
      const { street, index } = locate(house)
      const houseLat = street.houses.positions[2 * index]!
      const houseLng = street.houses.positions[2 * index + 1]!
      const metres = metresBetween(lat, lng, houseLat, houseLng)
      // Of several numbers of one house, the lowest.
      const isNearer = metres < least
      const isLower = metres === least && (nearest < 0 || house < nearest)
      if (!isNearer && !isLower) continue
      nearest = house
      least = metres
    }
    if (nearest < 0) return null

    const { street, index } = locate(nearest)
    const { name, houses } = street
    const number = houses.texts.get(index) ?? houses.numbers[index]
    return {
      name: `${shortName(name)} ${number}`,
      distanceMetres: Math.round(least),
    }
  }
}
