import { FOUND_MAXIMUM, type FoundPlace, type PlaceSource } from '@/lib/contract/places'
import type { Position } from '@/lib/interface/resources'
import { LOCALITY, metresBetween, NEIGHBOURHOOD, type PlaceIndex, STREET } from '@/lib/places/place-index'
import { type Reading, readQuery } from '@/lib/places/text/read-query'
import { createAreas } from './areas'
import { findCrossing } from './crossing'
import { findHouses } from './interpolate'
import { createNameSearch, type NameHit } from './search-names'

export type FindPlaces = (text: string, near: Position | null) => FoundPlace[]

interface Hit {
  readonly place: Omit<FoundPlace, 'detail' | 'position' | 'source'>
  readonly lat: number
  readonly lng: number
  readonly score: number
  readonly entity: number
}

/** Streets of one reading whose numbers or crossings are looked for. */
const STREETS_TRIED = 12
const CROSSED_STREETS = 6
const CROSSING_COVERAGE = 0.7
/** A number that is on the street speaks for the reading. */
const HOUSE_SCORE = { known: 1.1, interpolated: 1.05, other: 0.95, none: 0.8 }
/** Breaks ties only. */
const NEAR_SCORE = 0.02
const NEAR_METRES = 3_000
const NUMBER_SCORE = 0.01
/** Further houses of one street are behind its first. */
const RANK_SCORE = 0.001
/** Below this share of the best score, a hit is not shown. */
const LEAST_SHARE = 0.72
const SAME_METRES = 50
const SAME_PLACE_METRES = 4_000

/** Searches streets, addresses, crossings and places. */
export function createFindPlaces(index: PlaceIndex, source: PlaceSource): FindPlaces {
  const search = createNameSearch(index)
  const areas = createAreas(index)
  const { names, kinds, positions, houseStarts } = index
  const streetsOf = (hits: readonly NameHit[]) => hits.filter(({ entity }) => kinds[entity] === STREET)

  const atEntity = ({ entity, score }: NameHit): Hit => ({
    place: { kind: kinds[entity] === STREET ? 'street' : 'place', name: names[entity]!, between: null },
    lat: positions[entity * 2]!,
    lng: positions[entity * 2 + 1]!,
    score: score + sizeScore(entity),
    entity,
  })

  /** Of equal names, the street with more houses, and the town rather than the shop. */
  function sizeScore(entity: number): number {
    const houses = houseStarts[entity + 1]! - houseStarts[entity]!
    const isArea = kinds[entity] === LOCALITY || kinds[entity] === NEIGHBOURHOOD
    return NUMBER_SCORE * (isArea ? 1 : Math.min(1, Math.log10(1 + houses) / 3))
  }

  function findAddresses({ words, number }: Extract<Reading, { kind: 'address' }>): Hit[] {
    return streetsOf(search(words, false))
      .slice(0, STREETS_TRIED)
      .flatMap((hit): Hit[] => {
        const street = atEntity(hit)
        const houses = findHouses(index, hit.entity, number)
        if (houses.length === 0) return [{ ...street, score: street.score * HOUSE_SCORE.none }]
        return houses.map(({ isOther, between, lat, lng, number: found }, n) => ({
          place: { kind: 'address', name: `${names[hit.entity]} ${found}`, between },
          lat,
          lng,
          score:
            street.score * HOUSE_SCORE[isOther ? 'other' : between ? 'interpolated' : 'known'] -
            n * RANK_SCORE,
          entity: hit.entity,
        }))
      })
  }

  function findCrossings({ streets }: Extract<Reading, { kind: 'crossing' }>): Hit[] {
    const [as = [], bs = []] = streets.map((words, n) =>
      streetsOf(search(words, n === 1))
        .filter(({ coverage }) => coverage >= CROSSING_COVERAGE)
        .slice(0, CROSSED_STREETS),
    )
    const hits: Hit[] = []
    for (const a of as) {
      for (const b of bs) {
        const crossing = a.entity === b.entity ? null : findCrossing(index, a.entity, b.entity)
        if (!crossing) continue
        const name = `${names[a.entity]} / ${names[b.entity]}`
        const score = HOUSE_SCORE.known * Math.min(1, (a.score + b.score) / 2)
        hits.push({ place: { kind: 'crossing', name, between: null }, ...crossing, score, entity: a.entity })
      }
    }
    return hits
  }

  function findReading(reading: Reading): Hit[] {
    if (reading.kind === 'address') return findAddresses(reading)
    if (reading.kind === 'crossing') return findCrossings(reading)
    return search(reading.words, reading.isUnfinished).map(atEntity)
  }

  return (text, near) => {
    const hits = readQuery(text).flatMap(findReading)
    const scoreOf = (hit: Hit) => hit.score + nearScore(hit, near)
    const sorted = hits.map((hit) => ({ hit, score: scoreOf(hit) })).sort((a, b) => b.score - a.score)
    const least = (sorted[0]?.score ?? 0) * LEAST_SHARE
    const shown: Hit[] = []
    for (const { hit, score } of sorted) {
      if (score < least || shown.length === FOUND_MAXIMUM) break
      if (!shown.some((other) => isSame(hit, other))) shown.push(hit)
    }
    return shown.map(({ place, lat, lng, entity }) => ({
      ...place,
      detail: areas(lat, lng, entity),
      position: { lat: lat / 1e6, lng: lng / 1e6 },
      source,
    }))
  }
}

/** A large place is in several tiles; a street is found by several readings. */
function isSame(a: Hit, b: Hit): boolean {
  if (a.place.name !== b.place.name) return false
  const reach = a.place.kind === 'place' ? SAME_PLACE_METRES : SAME_METRES
  return metresBetween(a.lat, a.lng, b.lat, b.lng) < reach
}

function nearScore({ lat, lng }: Hit, near: Position | null): number {
  if (!near) return 0
  const metres = metresBetween(lat, lng, near.lat * 1e6, near.lng * 1e6)
  return NEAR_SCORE / (1 + metres / NEAR_METRES)
}
