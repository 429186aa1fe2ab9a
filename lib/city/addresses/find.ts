import { FOUND_MAXIMUM, type FoundPlace, type PlaceSource } from '@/lib/api/contract/places'
import { metresBetween } from '@/lib/city/geometry'
import type { Position } from '@/lib/interface/resources'
import { findHouses, type House } from './houses'
import { createNameSearch, LEAST_NAME_SCORE, type NameHit } from './names'
import { type AddressReading, type CrossingReading, type Reading, readQuery } from './read-query'
import { AREA_KINDS, type Entity } from './street-index'

/** A place before its area and source are known. */
interface HitPlace {
  readonly kind: FoundPlace['kind']
  readonly name: string
  readonly between: FoundPlace['between']
  readonly unknownNumber?: FoundPlace['unknownNumber']
}

interface Hit {
  readonly place: HitPlace
  readonly lat: number
  readonly lng: number
  readonly score: number
  readonly isExact: boolean
  readonly entity: Entity
}

interface RankedHit extends Hit {
  /** Its score, and how near it is. */
  readonly rank: number
}

/** Streets of one reading whose numbers or crossings are looked for. */
const STREETS_TRIED = 12
const CROSSED_STREETS = 6
const CROSSING_COVERAGE = 0.7
/** Ends of roads that are nearer to each other meet: carriageways of one street. */
const TOUCH_METRES = 25
/** A number that is on the street speaks for the reading. */
const HOUSE_SCORE = {
  known: 1.1,
  interpolated: 1.05,
  other: 0.95,
  none: 0.8,
}
/** Further houses of one street are behind its first. */
const RANK_SCORE = 0.001
/**
 * Of places that drivers know, which come before a street of their name; how long
 * their own name is says little.
 */
const WELL_KNOWN: ReadonlyMap<string, number> = new Map([
  ['aerodrome', 1.06],
  ['bus_station', 1.06],
  ['ferry_terminal', 1.06],
  ['hospital', 1.06],
  ['station', 1.06],
  ['terminal', 1.06],
  ['train_station', 1.06],
  ['mall', 1.02],
])
const WELL_KNOWN_NAME_SCORE = 0.25
/** Of equal names, the street with more houses, and the town rather than the shop. */
const SIZE_SCORE = { street: 0.05, area: 0.1 }
/** Near a name with errors is not before far the same name. */
const NEAR_SCORE = { exact: 0.25, other: 0.1 }
const NEAR_METRES = 3_000
/** Below this share of the best score, a hit is not shown. */
const LEAST_SHARE = 0.72
const SAME_METRES = 50
const SAME_PLACE_METRES = 4_000
/** A position is of the nearest part of a town, and the nearest town, within these distances. */
const AREA_METRES: Readonly<Record<string, number>> = {
  neighbourhood: 3_000,
  locality: 30_000,
}

export function createFindPlaces(entities: readonly Entity[], source: PlaceSource) {
  const search = createNameSearch(entities)
  const areasByKind = AREA_KINDS.map((kind) => entities.filter((entity) => entity.kind === kind))

  function searchStreets(words: readonly string[], isUnfinished: boolean): NameHit[] {
    const hits = search(words, isUnfinished)
    return hits.filter(({ entity }) => entities[entity]!.kind === 'street')
  }

  function hitOf({ entity: index, coverage, score, isExact }: NameHit): Hit {
    const entity = entities[index]!
    return {
      place: {
        kind: entity.kind === 'street' ? 'street' : 'place',
        name: entity.name,
        between: null,
      },
      lat: entity.lat,
      lng: entity.lng,
      score: entityScore(entity, coverage, score),
      isExact,
      entity,
    }
  }

  function findAddresses({ words, number }: AddressReading): Hit[] {
    const streets = searchStreets(words, false).slice(0, STREETS_TRIED).map(hitOf)
    return streets.flatMap((street) => {
      const houses = findHouses(street.entity.houses, number)
      if (houses.length === 0) return [withoutHouse(street, number)]
      return houses.map((house, n) => hitOfHouse(street, house, number, n))
    })
  }

  function findCrossings({ streets: [firstWords, secondWords] }: CrossingReading): Hit[] {
    const crossedStreets = (words: readonly string[], isUnfinished: boolean) =>
      searchStreets(words, isUnfinished)
        .filter(({ coverage }) => coverage >= CROSSING_COVERAGE)
        .slice(0, CROSSED_STREETS)
        .map(hitOf)
    const firsts = crossedStreets(firstWords, false)
    const seconds = crossedStreets(secondWords, true)

    const crossings: Hit[] = []
    for (const first of firsts) {
      for (const second of seconds) {
        const crossing = hitOfCrossing(first, second)
        if (crossing) crossings.push(crossing)
      }
    }
    return crossings
  }

  function findReading(reading: Reading): Hit[] {
    if (reading.kind === 'address') return findAddresses(reading)
    if (reading.kind === 'crossing') return findCrossings(reading)
    return search(reading.words, reading.isUnfinished).map(hitOf)
  }

  /** "Centro, Montevideo"; a town is not within itself. */
  function detailOf(hit: Hit): string | null {
    if (hit.entity.kind === 'locality') return null
    const names = new Set<string>()
    for (const areas of areasByKind) {
      const area = nearestArea(hit, areas)
      if (area) names.add(area.name)
    }
    return names.size > 0 ? [...names].join(', ') : null
  }

  return (text: string, near: Position | null): FoundPlace[] => {
    const hits: RankedHit[] = readQuery(text)
      .flatMap(findReading)
      .map((hit) => ({ ...hit, rank: hit.score + nearScore(hit, near) }))
      .sort((a, b) => b.rank - a.rank)

    const bestScore = Math.max(...hits.map(({ score }) => score))
    const shown: Hit[] = []
    for (const hit of hits) {
      if (shown.length === FOUND_MAXIMUM) break
      if (hit.score < bestScore * LEAST_SHARE) continue
      if (shown.some((better) => isSame(hit, better))) continue
      shown.push(hit)
    }

    return shown.map((hit) => ({
      ...hit.place,
      detail: detailOf(hit),
      position: { lat: hit.lat / 1e6, lng: hit.lng / 1e6 },
      source,
    }))
  }
}

function entityScore({ kind, houses }: Entity, coverage: number, nameScore: number): number {
  const wellKnown = WELL_KNOWN.get(kind)
  if (wellKnown) {
    const lengthScore = nameScore - coverage * LEAST_NAME_SCORE
    return coverage * wellKnown + lengthScore * WELL_KNOWN_NAME_SCORE
  }
  if (AREA_KINDS.includes(kind)) return nameScore + SIZE_SCORE.area
  const size = Math.min(1, Math.log10(1 + houses.numbers.length) / 3)
  return nameScore + SIZE_SCORE.street * size
}

function withoutHouse(street: Hit, number: string): Hit {
  return {
    ...street,
    place: { ...street.place, unknownNumber: number },
    score: street.score * HOUSE_SCORE.none,
  }
}

/** @param rank of the house among those of its street */
function hitOfHouse(street: Hit, house: House, number: string, rank: number): Hit {
  return {
    place: {
      kind: 'address',
      name: `${street.place.name} ${house.number}`,
      between: house.between,
      unknownNumber: house.isOther ? number : undefined,
    },
    score: street.score * houseScore(house) - rank * RANK_SCORE,
    entity: street.entity,
    isExact: street.isExact,
    lat: house.lat,
    lng: house.lng,
  }
}

function houseScore({ isOther, isFar, between }: House): number {
  if (isFar) return HOUSE_SCORE.none
  if (isOther) return HOUSE_SCORE.other
  return between ? HOUSE_SCORE.interpolated : HOUSE_SCORE.known
}

function hitOfCrossing(first: Hit, second: Hit): Hit | null {
  if (first.entity === second.entity) return null
  const position = crossingOf(first.entity, second.entity)
  if (!position) return null

  const streetScore = Math.min(1, (first.score + second.score) / 2)
  return {
    place: {
      kind: 'crossing',
      name: `${first.place.name} / ${second.place.name}`,
      between: null,
    },
    lat: position.lat,
    lng: position.lng,
    score: HOUSE_SCORE.known * streetScore,
    entity: first.entity,
    isExact: first.isExact && second.isExact,
  }
}

interface Millionths {
  readonly lat: number
  readonly lng: number
}

/** Where two streets meet: at an end of their roads. */
function crossingOf(first: Entity, second: Entity): Millionths | null {
  const a = first.ends
  const b = second.ends
  let best = -1
  let least = TOUCH_METRES
  const reach = (TOUCH_METRES / 111_000) * 1e6
  for (let n = 0; n < a.length; n += 2) {
    for (let m = 0; m < b.length; m += 2) {
      if (Math.abs(a[n]! - b[m]!) > reach) continue
      const metres = metresBetween(a[n]!, a[n + 1]!, b[m]!, b[m + 1]!)
      if (metres >= least) continue
      best = n
      least = metres
    }
  }
  return best < 0 ? null : { lat: a[best]!, lng: a[best + 1]! }
}

function nearestArea({ lat, lng, entity }: Hit, areas: readonly Entity[]): Entity | null {
  let nearest: Entity | null = null
  let least = Number.POSITIVE_INFINITY
  for (const area of areas) {
    if (area === entity) continue
    const metres = metresBetween(lat, lng, area.lat, area.lng)
    if (metres >= Math.min(least, AREA_METRES[area.kind]!)) continue
    nearest = area
    least = metres
  }
  return nearest
}

/** A large place is on the map in parts; a street is found by several readings. */
function isSame(a: Hit, b: Hit): boolean {
  const isStreet = a.place.kind === 'street' || b.place.kind === 'street'
  const isUnknown = (a.place.unknownNumber ?? b.place.unknownNumber) !== undefined
  // The whole street, beside the nearest house to the number on it.
  if (a.entity === b.entity && isStreet && isUnknown) return true
  if (a.place.name !== b.place.name) return false
  const reach = a.place.kind === 'place' ? SAME_PLACE_METRES : SAME_METRES
  return metresBetween(a.lat, a.lng, b.lat, b.lng) < reach
}

function nearScore(hit: Hit, near: Position | null): number {
  if (!near) return 0
  const most = hit.isExact ? NEAR_SCORE.exact : NEAR_SCORE.other
  return most / (1 + metresFrom(hit, near) / NEAR_METRES)
}

/** Of a whole street the distance of its nearest crossing counts. */
function metresFrom(hit: Hit, near: Position): number {
  const nearLat = near.lat * 1e6
  const nearLng = near.lng * 1e6
  const metresTo = (lat: number, lng: number) => metresBetween(lat, lng, nearLat, nearLng)
  let metres = metresTo(hit.lat, hit.lng)
  if (hit.place.kind !== 'street') return metres
  const { ends } = hit.entity
  for (let n = 0; n < ends.length; n += 2) {
    metres = Math.min(metres, metresTo(ends[n]!, ends[n + 1]!))
  }
  return metres
}
