import { FOUND_MAXIMUM, type FoundPlace, type PlaceSource } from '@/lib/api/contract/places'
import { foldText, foldWords } from '@/lib/city/addresses/words'
import { metresBetween } from '@/lib/city/geometry'
import type { Position } from '@/lib/interface/resources'
import { findHouses, type House } from './houses'
import { createNameSearch, LEAST_NAME_SCORE, type NameHit } from './names'
import { AREA_KINDS, type Entity } from './street-index'

interface Hit {
  readonly place: Pick<FoundPlace, 'kind' | 'name' | 'between' | 'unknownNumber'>
  readonly lat: number
  readonly lng: number
  readonly score: number
  readonly isExact: boolean
  readonly entity: Entity
}

/** Streets of one reading whose numbers or crossings are looked for. */
const STREETS_TRIED = 12
const CROSSED_STREETS = 6
const CROSSING_COVERAGE = 0.7
/** Ends of roads that are nearer to each other meet: carriageways of one street. */
const TOUCH_METRES = 25
/** A number that is on the street speaks for the reading. */
const HOUSE_SCORE = { known: 1.1, interpolated: 1.05, other: 0.95, none: 0.8 }
/** Further houses of one street are behind its first. */
const RANK_SCORE = 0.001
/**
 * Of places that drivers know, which come before a street of their name; how long
 * their own name is says little.
 */
const WELL_KNOWN: ReadonlyMap<string, number> = new Map([
  ...['aerodrome', 'bus_station', 'ferry_terminal', 'hospital'].map(
    (kind) => [kind, 1.06] as const,
  ),
  ...['station', 'terminal', 'train_station'].map((kind) => [kind, 1.06] as const),
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
const AREA_METRES: Readonly<Record<string, number>> = { neighbourhood: 3_000, locality: 30_000 }

export function createFindPlaces(entities: readonly Entity[], source: PlaceSource) {
  const search = createNameSearch(entities)
  const areas = AREA_KINDS.map((kind) => entities.filter((one) => one.kind === kind))
  const streetsOf = (hits: readonly NameHit[]) =>
    hits.filter(({ entity }) => entities[entity]!.kind === 'street')

  function atEntity({ entity: number, coverage, score, isExact }: NameHit): Hit {
    const entity = entities[number]!
    const { kind, name, lat, lng, houses } = entity
    const known = WELL_KNOWN.get(kind)
    const size = AREA_KINDS.includes(kind)
      ? SIZE_SCORE.area
      : SIZE_SCORE.street * Math.min(1, Math.log10(1 + houses.numbers.length) / 3)
    return {
      place: { kind: kind === 'street' ? 'street' : 'place', name, between: null },
      score: known
        ? coverage * known + (score - coverage * LEAST_NAME_SCORE) * WELL_KNOWN_NAME_SCORE
        : score + size,
      ...{ lat, lng, entity, isExact },
    }
  }

  function findAddresses({ words, number }: Extract<Reading, { kind: 'address' }>): Hit[] {
    return streetsOf(search(words, false))
      .slice(0, STREETS_TRIED)
      .flatMap((hit): Hit[] => {
        const street = atEntity(hit)
        const houses = findHouses(street.entity.houses, number)
        if (houses.length === 0)
          return [
            {
              ...street,
              place: { ...street.place, unknownNumber: number },
              score: street.score * HOUSE_SCORE.none,
            },
          ]
        return houses.map((house, n) => ({
          place: {
            kind: 'address',
            name: `${street.place.name} ${house.number}`,
            between: house.between,
            unknownNumber: house.isOther ? number : undefined,
          },
          score: street.score * HOUSE_SCORE[knowledgeOf(house)] - n * RANK_SCORE,
          entity: street.entity,
          isExact: street.isExact,
          lat: house.lat,
          lng: house.lng,
        }))
      })
  }

  function findCrossings({ streets }: Extract<Reading, { kind: 'crossing' }>): Hit[] {
    const [as = [], bs = []] = streets.map((words, n) =>
      streetsOf(search(words, n === 1))
        .filter(({ coverage }) => coverage >= CROSSING_COVERAGE)
        .slice(0, CROSSED_STREETS)
        .map(atEntity),
    )
    return as.flatMap((a) =>
      bs.flatMap((b): Hit[] => {
        const crossing = a.entity === b.entity ? null : crossingOf(a.entity, b.entity)
        if (!crossing) return []
        const name = `${a.place.name} / ${b.place.name}`
        const place = { kind: 'crossing', name, between: null } as const
        const score = HOUSE_SCORE.known * Math.min(1, (a.score + b.score) / 2)
        return [{ place, ...crossing, score, entity: a.entity, isExact: a.isExact && b.isExact }]
      }),
    )
  }

  function findReading(reading: Reading): Hit[] {
    if (reading.kind === 'address') return findAddresses(reading)
    if (reading.kind === 'crossing') return findCrossings(reading)
    return search(reading.words, reading.isUnfinished).map(atEntity)
  }

  /** "Centro, Montevideo"; a town is not within itself. */
  function detailOf({ lat, lng, entity }: Hit): string | null {
    const around = entity.kind === 'locality' ? [] : areas
    const names = around.flatMap((list) => {
      let [best, least] = ['', Number.POSITIVE_INFINITY]
      for (const area of list) {
        const metres = area === entity ? least : metresBetween(lat, lng, area.lat, area.lng)
        if (metres < Math.min(least, AREA_METRES[area.kind]!)) [best, least] = [area.name, metres]
      }
      return best === '' ? [] : [best]
    })
    return names.length > 0 ? [...new Set(names)].join(', ') : null
  }

  return (text: string, near: Position | null): FoundPlace[] => {
    const hits = readQuery(text)
      .flatMap(findReading)
      .map((hit) => ({ ...hit, rank: hit.score + nearScore(hit, near) }))
      .sort((a, b) => b.rank - a.rank)
    const least = Math.max(...hits.map(({ score }) => score)) * LEAST_SHARE
    const shown: Hit[] = []
    for (const hit of hits) {
      if (shown.length === FOUND_MAXIMUM) break
      if (hit.score >= least && !shown.some((other) => isSame(hit, other))) shown.push(hit)
    }
    return shown.map((hit) => ({
      ...hit.place,
      detail: detailOf(hit),
      position: { lat: hit.lat / 1e6, lng: hit.lng / 1e6 },
      source,
    }))
  }
}

function knowledgeOf({ isOther, isFar, between }: House): keyof typeof HOUSE_SCORE {
  if (isFar) return 'none'
  if (isOther) return 'other'
  return between ? 'interpolated' : 'known'
}

/** Where two streets meet: at an end of their roads. */
function crossingOf({ ends: a }: Entity, { ends: b }: Entity): { lat: number; lng: number } | null {
  let [best, least] = [-1, TOUCH_METRES]
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

/** A large place is on the map in parts; a street is found by several readings. */
function isSame(a: Hit, b: Hit): boolean {
  const isStreet = a.place.kind === 'street' || b.place.kind === 'street'
  const isUnknown = (a.place.unknownNumber ?? b.place.unknownNumber) !== undefined
  // The whole street, beside what is nearest to the number on it.
  if (a.entity === b.entity && isStreet && isUnknown) return true
  if (a.place.name !== b.place.name) return false
  const reach = a.place.kind === 'place' ? SAME_PLACE_METRES : SAME_METRES
  return metresBetween(a.lat, a.lng, b.lat, b.lng) < reach
}

/** Of a whole street the distance of its nearest crossing counts. */
function nearScore(
  { place, lat, lng, entity: { ends }, isExact }: Hit,
  near: Position | null,
): number {
  if (!near) return 0
  const metresTo = (north: number, east: number) =>
    metresBetween(north, east, near.lat * 1e6, near.lng * 1e6)
  let metres = metresTo(lat, lng)
  if (place.kind === 'street')
    for (let n = 0; n < ends.length; n += 2)
      metres = Math.min(metres, metresTo(ends[n]!, ends[n + 1]!))
  return NEAR_SCORE[isExact ? 'exact' : 'other'] / (1 + metres / NEAR_METRES)
}

type Reading =
  | { readonly kind: 'name'; readonly words: readonly string[]; readonly isUnfinished: boolean }
  | { readonly kind: 'address'; readonly words: readonly string[]; readonly number: string }
  | { readonly kind: 'crossing'; readonly streets: readonly [readonly string[], readonly string[]] }

const HOUSE_NUMBER = /^\d{1,5}(?:[-.]\d{1,5})?\p{L}?$/u
const NUMBER_SIGN = /^(?:n[°ºo]?\.?|#)(?=\d)/u
/** "1234 bis", "1234 B". */
const SUFFIX = /^(?:bis|\p{L}{1,3})$/u
/** The text from here on is inside the house. */
const UNIT = /(^|[\s,])(apto|apartamento|apt|apartment|piso|unit|flat|oficina|suite|#)\.?\s.*$/u
const CORNER = /^(the )?(corner|intersection|crossing|esquina|cruce|ecke)( of| de)?\s+/u
const BETWEEN_STREETS =
  /\s*[/&@+]\s*|\s+(?:and|y|e|et|und|con|casi|esq\.?|esquina|corner|corner of|at|x|ecke)\s+/u
const READINGS_MAXIMUM = 8

function readQuery(text: string): Reading[] {
  const folded = foldText(text).replace(/\s+/gu, ' ').trim()
  const plain = folded.replace(CORNER, '').replace(UNIT, '')
  const words = foldWords(plain)
  if (words.length === 0) return []
  return [
    { kind: 'name', words, isUnfinished: !/[\s,]$/u.test(text) } as const,
    ...readAddresses(plain),
    ...readCrossings(plain),
  ].slice(0, READINGS_MAXIMUM)
}

/** The last number as the house's, or the first: "18 de Julio 1234", "1234 18 de Julio". */
function* readAddresses(text: string): Generator<Reading> {
  const [whole = ''] = text.split(/\s(?:esq\.?|esquina|casi)\s/u)
  const parts = whole.split(/[\s,]+/u).filter((part) => part !== '')
  const isNumber = (part: string) => HOUSE_NUMBER.test(part.replace(NUMBER_SIGN, ''))
  const numbered = [...parts.keys()].filter((n) => isNumber(parts[n]!))
  for (const at of new Set([numbered.at(-1), numbered[0]])) {
    if (at === undefined || parts.length === 1) continue
    const number = parts[at]!.replace(NUMBER_SIGN, '')
    const suffix = parts[at + 1] ?? ''
    const readings = [{ number, length: 1 }]
    if (SUFFIX.test(suffix)) readings.push({ number: `${number} ${suffix}`, length: 2 })
    for (const { number: asked, length } of readings) {
      const words = foldWords(parts.toSpliced(at, length).join(' '))
      if (words.length > 0) yield { kind: 'address', words, number: asked }
    }
  }
}

function* readCrossings(text: string): Generator<Reading> {
  const separators = [...text.matchAll(new RegExp(BETWEEN_STREETS, 'gu'))]
  for (const { 0: separator, index } of separators.slice(0, 3)) {
    const streets = [text.slice(0, index), text.slice(index + separator.length)].map(foldWords)
    const [a = [], b = []] = streets
    if (a.length > 0 && b.length > 0) yield { kind: 'crossing', streets: [a, b] }
  }
}
