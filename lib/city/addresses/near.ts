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
export function createNearPlace(
  entities: readonly Entity[],
  graph: RoadGraph | null,
): (position: Position) => NearPlace | null {
  const streets = entities.filter(({ houses }) => houses.numbers.length > 0)
  const starts = new Uint32Array(streets.length + 1)
  streets.forEach(({ houses }, n) => {
    starts[n + 1] = starts[n]! + houses.numbers.length
  })
  const count = starts.at(-1)!
  const streetOf = new Uint32Array(count)
  const tree = new KDBush(count, 64, Int32Array)
  streets.forEach(({ houses: { positions } }, n) => {
    streetOf.fill(n, starts[n], starts[n + 1])
    for (let at = 0; at < positions.length; at += 2) tree.add(positions[at]!, positions[at + 1]!)
  })
  // An empty tree cannot be finished.
  if (count > 0) tree.finish()

  function nearestHouse(lat: number, lng: number): NearPlace | null {
    if (count === 0) return null
    const [north, east] = [
      HOUSE_METRES / METRES_PER_MILLIONTH,
      HOUSE_METRES / Math.max(0.001, metresPerLng(lat)),
    ]
    let best: { house: number; metres: number } | null = null
    for (const house of tree.range(lat - north, lng - east, lat + north, lng + east)) {
      const { positions } = streets[streetOf[house]!]!.houses
      const at = 2 * (house - starts[streetOf[house]!]!)
      const metres = metresBetween(lat, lng, positions[at]!, positions[at + 1]!)
      if (metres > (best?.metres ?? HOUSE_METRES)) continue
      // Of several numbers of one house, the lowest.
      if (!best || metres < best.metres || house < best.house) best = { house, metres }
    }
    if (!best) return null
    const { name, houses } = streets[streetOf[best.house]!]!
    const n = best.house - starts[streetOf[best.house]!]!
    const number = houses.texts.get(n) ?? houses.numbers[n]
    return { name: `${shortName(name)} ${number}`, distanceMetres: Math.round(best.metres) }
  }

  return ({ lat, lng }) => {
    const at = [lat * 1e6, lng * 1e6] as const
    const house = nearestHouse(...at)
    if (house || !graph) return house
    const name = (road: number) => graph.names[graph.name[road]!]!
    const found = graph.nearest(...at, STREET_METRES, (road) => name(road) !== '')
    return found && { name: shortName(name(found.road)), distanceMetres: Math.round(found.metres) }
  }
}
