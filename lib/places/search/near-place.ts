import KDBush from 'kdbush'
import type { NearPlace } from '@/lib/contract/places'
import type { Position } from '@/lib/interface/resources'
import { entryOf, metresBetween, type PlaceIndex } from '@/lib/places/place-index'
import { shortName } from '@/lib/places/text/abbreviations'
import { nearestOnPiece } from './crossing'

const HOUSE_METRES = 60
const STREET_METRES = 100
/** Half of the distance between two places along a street, and some more. */
const SAMPLE_MARGIN_METRES = 25
const MICRODEGREES_PER_METRE = 1e6 / 111_195

/** The address within 60 m, else the street within 100 m, nearest to a position. */
export function createNearPlace(index: PlaceIndex): (position: Position) => NearPlace | null {
  const { names, houseStarts, houseNumbers, housePositions, houseTexts } = index
  const houses = houseNumbers.length > 0 ? KDBush.from(index.houseTree) : null
  const streets = index.sampleEntities.length > 0 ? KDBush.from(index.streetTree) : null

  function within(tree: KDBush | null, lat: number, lng: number, metres: number): readonly number[] {
    const north = metres * MICRODEGREES_PER_METRE
    const east = north / Math.max(0.01, Math.cos(((lat / 1e6) * Math.PI) / 180))
    return tree?.range(lat - north, lng - east, lat + north, lng + east) ?? []
  }

  function nearestHouse(lat: number, lng: number): NearPlace | null {
    let best: { house: number; metres: number } | null = null
    for (const house of within(houses, lat, lng, HOUSE_METRES)) {
      const metres = metresBetween(lat, lng, housePositions[house * 2]!, housePositions[house * 2 + 1]!)
      if (metres > (best?.metres ?? HOUSE_METRES)) continue
      // Of several numbers of one house, the lowest.
      if (!best || metres < best.metres || house < best.house) best = { house, metres }
    }
    if (!best) return null
    const number = houseTexts.get(best.house) ?? houseNumbers[best.house]
    const street = names[entryOf(houseStarts, best.house)]!
    return { name: `${shortName(street)} ${number}`, distanceMetres: Math.round(best.metres) }
  }

  function nearestStreet(lat: number, lng: number): NearPlace | null {
    const { points, samplePoints, sampleEntities } = index
    let best: { entity: number; metres: number } | null = null
    for (const sample of within(streets, lat, lng, STREET_METRES + SAMPLE_MARGIN_METRES)) {
      const from = samplePoints[sample]! * 2
      const { metres } = nearestOnPiece(lat, lng, [
        points[from]!,
        points[from + 1]!,
        points[from + 2]!,
        points[from + 3]!,
      ])
      if (metres <= (best?.metres ?? STREET_METRES)) best = { entity: sampleEntities[sample]!, metres }
    }
    return best && { name: shortName(names[best.entity]!), distanceMetres: Math.round(best.metres) }
  }

  return ({ lat, lng }) => {
    const at = [lat * 1e6, lng * 1e6] as const
    return nearestHouse(...at) ?? nearestStreet(...at)
  }
}
