import KDBush from 'kdbush'
import { entryOf, metresBetween, type PlaceIndex, STREET } from '@/lib/places/place-index'
import { foldWords } from '@/lib/places/text/fold'
import type { Collected } from './collect'
import { flatten } from './flatten'
import { type Street, separateStreets } from './same-street'

/** A place along a street at least this often. */
const SAMPLE_METRES = 40

interface Entity {
  readonly name: string
  readonly kind: number
  readonly lat: number
  readonly lng: number
  readonly street: Street | null
}

/** @param collected its streets are removed, so that their memory is free for the index */
export function buildIndex({ streets, places }: Collected): PlaceIndex {
  const entities: Entity[] = []
  for (const [name, all] of streets) {
    for (const street of separateStreets(all))
      entities.push({ name, kind: STREET, ...middleOf(street), street })
    streets.delete(name)
  }
  for (const place of places) entities.push({ ...place, street: null })
  const lines = flatten(entities.map(({ street }) => street?.lines ?? []))
  const points = flatten(lines.items)
  const drawn = {
    lineStarts: lines.starts,
    pointStarts: points.starts,
    points: Int32Array.from(points.items),
  }
  // Two coordinates a point.
  drawn.pointStarts.forEach((start, n) => {
    drawn.pointStarts[n] = start / 2
  })
  return {
    names: entities.map(({ name }) => name),
    kinds: Uint8Array.from(entities, ({ kind }) => kind),
    positions: Int32Array.from(entities.flatMap(({ lat, lng }) => [lat, lng])),
    ...indexWords(entities),
    ...indexHouses(entities),
    ...drawn,
    ...indexLines(drawn),
  }
}

/** The point of the street nearest to its middle. */
function middleOf({ lines, houses }: Street): { lat: number; lng: number } {
  const all = lines.length > 0 ? lines : [houses]
  let [count, latSum, lngSum] = [0, 0, 0]
  for (const points of all) {
    for (let n = 0; n < points.length; n += 2) {
      count++
      latSum += points[n]!
      lngSum += points[n + 1]!
    }
  }
  let best = { lat: 0, lng: 0, metres: Number.POSITIVE_INFINITY }
  for (const points of all) {
    for (let n = 0; n < points.length; n += 2) {
      const [lat, lng] = [points[n]!, points[n + 1]!]
      const metres = metresBetween(lat, lng, latSum / count, lngSum / count)
      if (metres < best.metres) best = { lat, lng, metres }
    }
  }
  return { lat: best.lat, lng: best.lng }
}

function indexWords(entities: readonly Entity[]) {
  const folded = entities.map(({ name }) => [...new Set(foldWords(name))])
  const words = [...new Set(folded.flat())].sort()
  const numbers = new Map(words.map((word, n) => [word, n]))
  const wordsOf = folded.map((list) => list.map((word) => numbers.get(word)!))
  const entitiesOf: number[][] = words.map(() => [])
  wordsOf.forEach((list, entity) => {
    for (const word of list) entitiesOf[word]!.push(entity)
  })
  const [byWord, byEntity] = [flatten(entitiesOf), flatten(wordsOf)]
  return {
    words,
    entityStarts: byWord.starts,
    entitiesOfWord: Uint32Array.from(byWord.items),
    wordStarts: byEntity.starts,
    wordsOfEntity: Uint32Array.from(byEntity.items),
  }
}

function indexHouses(entities: readonly Entity[]) {
  const count = entities.reduce((sum, { street }) => sum + (street?.numbers.length ?? 0), 0)
  const houseStarts = new Uint32Array(entities.length + 1)
  const houseNumbers = new Uint32Array(count)
  const housePositions = new Int32Array(count * 2)
  const houseTexts = new Map<number, string>()
  const tree = new KDBush(count, 64, Int32Array)
  let house = 0
  entities.forEach(({ street }, entity) => {
    houseStarts[entity] = house
    const { numbers = [], houses = [] } = street ?? {}
    const values = numbers.map(numberOf)
    const order = numbers.map((_, n) => n).sort((a, b) => values[a]! - values[b]!)
    for (const n of order) {
      const [lat, lng] = [houses[n * 2]!, houses[n * 2 + 1]!]
      houseNumbers[house] = values[n]!
      housePositions[house * 2] = lat
      housePositions[house * 2 + 1] = lng
      const text = String(numbers[n])
      if (String(values[n]) !== text) houseTexts.set(house, text)
      tree.add(lat, lng)
      house++
    }
  })
  houseStarts[entities.length] = house
  // An empty tree cannot be finished.
  if (count > 0) tree.finish()
  return { houseStarts, houseNumbers, housePositions, houseTexts, houseTree: tree.data }
}

/** The first whole number of a house number's text. */
function numberOf(text: string | number): number {
  return Math.min(typeof text === 'number' ? text : Number(/\d+/.exec(text)?.[0] ?? 0), 4_000_000_000)
}

function indexLines({
  lineStarts,
  pointStarts,
  points,
}: Pick<PlaceIndex, 'lineStarts' | 'pointStarts' | 'points'>) {
  const samples: number[] = []
  const entities: number[] = []
  const first: number[] = []
  for (let line = 0; line < pointStarts.length - 1; line++) {
    const entity = entryOf(lineStarts, line)
    for (let point = pointStarts[line]!; point < pointStarts[line + 1]! - 1; point++) {
      const [latA, lngA, latB, lngB] = points.subarray(point * 2, point * 2 + 4) as unknown as number[]
      const steps = Math.ceil(metresBetween(latA!, lngA!, latB!, lngB!) / SAMPLE_METRES) || 1
      for (let step = 0; step <= steps; step++) {
        samples.push(latA! + ((latB! - latA!) * step) / steps, lngA! + ((lngB! - lngA!) * step) / steps)
        entities.push(entity)
        first.push(point)
      }
    }
  }
  const tree = new KDBush(entities.length, 64, Int32Array)
  for (let n = 0; n < samples.length; n += 2) tree.add(samples[n]!, samples[n + 1]!)
  if (entities.length > 0) tree.finish()
  return {
    streetTree: tree.data,
    sampleEntities: Uint32Array.from(entities),
    samplePoints: Uint32Array.from(first),
  }
}
