import { LRUCache } from 'lru-cache'
import type { FoundPlace, Landmark, NearPlace, PlaceSource } from '@/lib/api/contract/places'
import type { RoadKind } from '@/lib/api/contract/roads'
import { answerRequests, threadOptions } from '@/lib/app/worker-thread/answer-requests'
import type { Position } from '@/lib/interface/resources'
import { createFindPlaces } from './addresses/find'
import { landmarksOf } from './addresses/landmarks'
import { createNearPlace } from './addresses/near-place'
import { readEntities } from './addresses/street-index'
import { readPackFile } from './pack'
import { createRoadGraph, type RoadGraph } from './roads/graph'
import { createLinkSearch } from './roads/link-search'
import { readRoads } from './roads/road-list'
import { pathTo, timesTo } from './roads/times-to'
import {
  classesOf,
  geometryOf,
  NO_VEHICLE,
  type Streets,
  streetsWithin,
  waitsOf,
} from './roads/waits'

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

interface FindRequest {
  readonly text: string
  readonly near: Position | null
}

interface TimesRequest {
  readonly to: Millionths
  /** Latitude and longitude in turn, in millionths of a degree. */
  readonly from: Int32Array
  /** Indices of ROAD_KINDS; without them all are cars. */
  readonly kinds?: readonly number[]
}

interface PathRequest {
  readonly to: Millionths
  readonly from: Millionths
  readonly kind: RoadKind
}

interface WaitsRequest extends Circle {
  readonly from: Int32Array
  readonly kinds?: readonly number[]
}

/** A wait map asks for the same circle again and again. */
const streetsByCircle = new LRUCache<string, Streets>({ max: 16 })

function readCity() {
  const list = readPackFile(folder, 'roads.json.gz', readRoads)
  const readAddresses = (json: unknown) => readEntities(list, json)
  const addresses = readPackFile(folder, 'addresses.json.gz', readAddresses)
  const entities = addresses ?? readEntities(list, null)
  const graph = list && createRoadGraph(list, roadTimeFactor)
  return {
    roads: graph && { graph, search: createLinkSearch(graph) },
    find: createFindPlaces(entities, source),
    near: createNearPlace(entities, graph),
    landmarks: landmarksOf(entities),
    names: entities.length,
    houses: entities.reduce((sum, { houses }) => sum + houses.numbers.length, 0),
  }
}

let loaded: ReturnType<typeof readCity> | undefined

function city() {
  if (!loaded) throw new Error('the city is not read')
  return loaded
}

function roads() {
  const { roads: network } = city()
  if (!network) throw new Error('the city has no roads')
  return network
}

function streetsOf(graph: RoadGraph, { centre, radius }: Circle): Streets {
  const key = `${centre} ${radius}`
  const streets = streetsByCircle.get(key) ?? streetsWithin(graph, centre, radius)
  streetsByCircle.set(key, streets)
  return streets
}

const handlers = {
  open() {
    loaded ??= readCity()
    const { names, houses } = loaded
    const graph = loaded.roads?.graph
    return {
      names,
      houses,
      network: graph ? { version: graph.version, fastestKmh: graph.fastestKmh } : null,
      roadCount: graph?.roadCount ?? 0,
    }
  },

  find({ text, near }: FindRequest): FoundPlace[] {
    return city().find(text, near)
  },

  near(positions: readonly Position[]): (NearPlace | null)[] {
    return positions.map(city().near)
  },

  landmarks(): readonly Landmark[] {
    return city().landmarks
  },

  times({ to, from, kinds }: TimesRequest) {
    const { graph, search } = roads()
    return timesTo(graph, search, to, from, kinds)
  },

  path({ to, from, kind }: PathRequest) {
    const { graph, search } = roads()
    return pathTo(graph, search, to, from, kind)
  },

  /** JSON of the streets, made here so that the main thread has no long task. */
  streets(circle: Circle) {
    const { graph } = roads()
    const streets = streetsOf(graph, circle)
    return {
      json: JSON.stringify(geometryOf(graph, streets)),
      classes: classesOf(graph, streets),
      isCut: streets.isCut,
    }
  },

  waits({ from, kinds, centre, radius }: WaitsRequest) {
    const { graph, search } = roads()
    const streets = streetsOf(graph, { centre, radius })
    const { seconds, longest } = waitsOf(graph, search, streets, from, kinds)
    const values = Array.from(seconds, (wait) => (wait === NO_VEHICLE ? 'null' : wait))
    return {
      json: `[${values}]`,
      longest,
      isCut: streets.isCut,
    }
  },
}

export type CityHandlers = typeof handlers

answerRequests(handlers)
