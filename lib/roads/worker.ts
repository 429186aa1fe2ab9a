import { answerRequests, reportProgress, threadOptions } from '@/lib/worker-thread/answer-requests'
import type { RoadGraph } from './graph/road-graph'
import { type GraphSource, loadRoadGraph } from './load-graph'
import { createNodeSearch, type NodeSearch } from './search/node-search'
import { pathTo } from './search/path'
import { geometryOf, type Streets, streetsWithin } from './search/streets'
import { timesTo } from './search/times-to'
import { NO_VEHICLE, waitsOf } from './search/waits'

/** Latitude and longitude in millionths of a degree. */
type Position = readonly [lat: number, lng: number]

interface Circle {
  readonly centre: Position
  readonly radius: number
}

const CIRCLES = 16

const circles = new Map<string, Streets>()
let loaded: { graph: RoadGraph; search: NodeSearch } | null = null

function open() {
  if (!loaded) throw new Error('the roads are not loaded')
  return loaded
}

/** A wait map asks for the same circle again and again. */
function streetsOf(graph: RoadGraph, { centre, radius }: Circle): Streets {
  const key = `${centre} ${radius}`
  const streets = circles.get(key) ?? streetsWithin(graph, centre, radius)
  circles.delete(key)
  circles.set(key, streets)
  const [oldest] = circles.keys()
  if (circles.size > CIRCLES && oldest !== undefined) circles.delete(oldest)
  return streets
}

const handlers = {
  async load() {
    const graph = await loadRoadGraph(threadOptions<GraphSource>(), reportProgress)
    loaded = { graph, search: createNodeSearch(graph) }
    const { version, fastestKmh, roadCount } = graph
    return { version, fastestKmh, roadCount }
  },
  times({ to, from }: { to: Position; from: Int32Array }) {
    const { graph, search } = open()
    return timesTo(graph, search, to, from)
  },
  path({ to, from }: { to: Position; from: Position }) {
    const { graph, search } = open()
    return pathTo(graph, search, to, from)
  },
  /** JSON of the streets, made here so that the main thread has no long task. */
  streets(circle: Circle) {
    const { graph } = open()
    const streets = streetsOf(graph, circle)
    return { json: JSON.stringify(geometryOf(graph, streets)), isCut: streets.isCut }
  },
  waits({ from, ...circle }: Circle & { from: Int32Array }) {
    const { graph, search } = open()
    const streets = streetsOf(graph, circle)
    const { seconds, longest } = waitsOf(graph, search, streets, from)
    return { json: `[${Array.from(seconds, nullIfNone)}]`, longest, isCut: streets.isCut }
  },
}

function nullIfNone(seconds: number): number | 'null' {
  return seconds === NO_VEHICLE ? 'null' : seconds
}

export type RoadHandlers = typeof handlers

answerRequests(handlers)
