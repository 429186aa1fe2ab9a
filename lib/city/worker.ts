import { LRUCache } from 'lru-cache'
import type { FoundPlace, NearPlace, PlaceSource } from '@/lib/api/contract/places'
import type { RoadKind } from '@/lib/api/contract/roads'
import { answerRequests, threadOptions } from '@/lib/app/worker-thread/answer-requests'
import type { Position } from '@/lib/interface/resources'
import { createFindPlaces } from './addresses/find'
import { createNearPlace } from './addresses/houses'
import { readEntities } from './addresses/street-index'
import { readPackFile } from './pack'
import { createRoadGraph, type RoadGraph } from './roads/graph'
import { createLinkSearch } from './roads/link-search'
import { readRoads } from './roads/road-list'
import { pathTo, timesTo } from './roads/times-to'
import { geometryOf, NO_VEHICLE, type Streets, streetsWithin, waitsOf } from './roads/waits'

// Entry of the worker thread: the files of the city are read once, then searched.
const { folder, source, roadTimeFactor } = threadOptions<CityOptions>()

export interface CityOptions {
  /** With files as `npm run city` makes them; an absolute path. */
  readonly folder: string
  readonly source: Exclude<PlaceSource, 'geocoder'>
  /** On all times; 1 unless given. */
  readonly roadTimeFactor?: number
}

/** Latitude and longitude in millionths of a degree. */
type Millionths = readonly [lat: number, lng: number]

interface Circle {
  readonly centre: Millionths
  readonly radius: number
}

/** A wait map asks for the same circle again and again. */
const circles = new LRUCache<string, Streets>({ max: 16 })

function read() {
  const list = readPackFile(folder, 'roads.json.gz', readRoads)
  const readAddresses = (json: unknown) => readEntities(list, json)
  const entities =
    readPackFile(folder, 'addresses.json.gz', readAddresses) ?? readEntities(list, null)
  const graph = list && createRoadGraph(list, roadTimeFactor)
  return {
    roads: graph && { graph, search: createLinkSearch(graph) },
    find: createFindPlaces(entities, source),
    near: createNearPlace(entities, graph),
    names: entities.length,
    houses: entities.reduce((sum, { houses }) => sum + houses.numbers.length, 0),
  }
}

let opened: ReturnType<typeof read> | undefined

function city() {
  if (!opened) throw new Error('the city is not read')
  return opened
}

function roads() {
  const { roads: own } = city()
  if (!own) throw new Error('the city has no roads')
  return own
}

function streetsOf(graph: RoadGraph, { centre, radius }: Circle): Streets {
  const key = `${centre} ${radius}`
  const streets = circles.get(key) ?? streetsWithin(graph, centre, radius)
  circles.set(key, streets)
  return streets
}

const handlers = {
  open() {
    opened ??= read()
    const { names, houses, roads: own } = opened
    const network = own && { version: own.graph.version, fastestKmh: own.graph.fastestKmh }
    return { names, houses, network, roadCount: own?.graph.roadCount ?? 0 }
  },
  find({ text, near }: { text: string; near: Position | null }): FoundPlace[] {
    return city().find(text, near)
  },
  near(positions: readonly Position[]): (NearPlace | null)[] {
    return positions.map(city().near)
  },
  times({ to, from, kinds }: { to: Millionths; from: Int32Array; kinds?: readonly number[] }) {
    const { graph, search } = roads()
    return timesTo(graph, search, to, from, kinds)
  },
  path({ to, from, kind }: { to: Millionths; from: Millionths; kind: RoadKind }) {
    const { graph, search } = roads()
    return pathTo(graph, search, to, from, kind)
  },
  /** JSON of the streets, made here so that the main thread has no long task. */
  streets(circle: Circle) {
    const { graph } = roads()
    const streets = streetsOf(graph, circle)
    return { json: JSON.stringify(geometryOf(graph, streets)), isCut: streets.isCut }
  },
  waits({ from, kinds, ...circle }: Circle & { from: Int32Array; kinds?: readonly number[] }) {
    const { graph, search } = roads()
    const streets = streetsOf(graph, circle)
    const { seconds, longest } = waitsOf(graph, search, streets, from, kinds)
    const json = `[${Array.from(seconds, (one) => (one === NO_VEHICLE ? 'null' : one))}]`
    return { json, longest, isCut: streets.isCut }
  },
}

export type CityHandlers = typeof handlers

answerRequests(handlers)
